import { beforeAll, expect, it } from 'vitest'
import { dateJst, MINUTE, timeJst, type DateJst } from '#kernel/time.ts'
import { tseCalendar } from '#modules/instruments/model/calendar.ts'
import { closingAt } from '#modules/instruments/model/schedule.ts'
import { FEE } from '#modules/margin/model/rates.ts'
import type { OrderView } from '#modules/orders/contract.ts'
import type { AccountView, LotView } from '#modules/portfolio/contract.ts'
import { closedNow } from '#modules/portfolio/model/closed-now.ts'
import type { PerformanceView } from '#modules/records/contract.ts'
import type { TaxView } from '#modules/tax/contract.ts'
import { jumpClock } from './jump-clock.fixture.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { waitFor } from './wait-for.fixture.ts'

/**
 * The result of an account, reckoned afterwards from the ledger and the closes, is what its summary said day
 * by day.
 */
let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp({ env: { SCHEDULE: 'tse' } })
  const { mobile, password } = app.modules.identity.demo!.members[0]!
  token = (await app.call('POST', '/api/auth/login', { body: { account: mobile, password } })).data.token
}, 60_000)

const get = async <T>(path: string): Promise<T> => (await app.call('GET', `/api${path}`, { token })).data
const post = async (path: string, body: unknown) => {
  const answer = await app.call('POST', `/api${path}`, { token, body })
  expect(answer.msg).toBe('成功しました')
}
const openLots = () => get<LotView[]>('/lots?status=open')
const sum = <Row>(rows: readonly Row[], of: (row: Row) => number) =>
  rows.reduce((total, row) => total + of(row), 0)

async function morningOf(date: DateJst): Promise<void> {
  await jumpClock(app, timeJst(date, 10))
  type Row = { quote: { tradeDate: string; ask: number | null; bid: number | null } }
  const traded = ({ quote }: Row) => quote.tradeDate === date && quote.ask !== null && quote.bid !== null
  await waitFor(
    async () => (await app.call('GET', '/api/stocks?limit=200')).data as Row[],
    (rows) => rows.filter(traded).length > 120,
  )
}
/** After the close: the account without the charges of the day that comes, and what is held. */
async function atClose(date: DateJst): Promise<{ value: number; lots: LotView[] }> {
  const accrued = sum(await openLots(), (lot) => lot.accrued)
  await jumpClock(app, closingAt(app.context.schedule, date) + 2 * MINUTE)
  const account = await get<AccountView>('/account')
  return { value: account.totalAssets + account.accruedCharges - accrued, lots: await openLots() }
}
/** The same at the close that the exchange tells the next morning: it has traded while the clock jumped. */
async function atPreviousClose({ value, lots }: { value: number; lots: LotView[] }): Promise<number> {
  const closes = await Promise.all(
    lots.map(
      async ({ code }) =>
        (await get<{ quote: { previousClose: number } }>(`/stocks/${code}`)).quote.previousClose,
    ),
  )
  const moved = sum(
    lots.map((lot, n) => ({ lot, move: Math.round((closes[n]! - lot.marketPrice!) * lot.openQuantity) })),
    ({ lot, move }) => (lot.side === 'up' ? move : 0 - move),
  )
  return value + moved
}
async function bought(code: string | undefined, side: 'up' | 'down', leverage: number, quantity = 100) {
  const before = sum(await openLots(), (lot) => lot.openQuantity)
  await post('/orders', { code, side, type: 'market', quantity, leverage })
  await waitFor(openLots, (lots) => sum(lots, (lot) => lot.openQuantity) === before + quantity)
}
async function closed(code: string | undefined, quantity = 100) {
  const before = await openLots()
  const lot = before.find((each) => each.code === code)!
  await post(`/lots/${lot.id}/close`, { type: 'market', quantity })
  const left = sum(before, (each) => each.openQuantity) - quantity
  await waitFor(openLots, (lots) => sum(lots, (each) => each.openQuantity) === left)
}

it(
  'states every day as its summary did, explains the gain to the yen, and knows what tax would take',
  { timeout: 180_000 },
  async () => {
    let date = tseCalendar.next(dateJst(app.context.clock.market()))
    await morningOf(date)
    const [cash, long, short] = await app.affordable(3)
    const values = new Map<string, number>()
    const endDay = async () => {
      const day = date
      const closed = await atClose(day)
      date = tseCalendar.next(day)
      await morningOf(date)
      values.set(day, await atPreviousClose(closed))
    }
    await bought(cash, 'up', 1, 300)
    await bought(long, 'up', 2)
    await bought(short, 'down', 2)
    await endDay()
    await closed(cash, 200)
    await bought(long, 'up', 3)
    await endDay()
    await closed(short)
    await endDay()

    // Prices move while the two are read: they are held against each other where they did not.
    const { account, month } = await waitFor(
      async () => {
        const account = await get<AccountView>('/account')
        const month = await get<PerformanceView>('/records/performance?span=month')
        return { account, month, after: await get<AccountView>('/account') }
      },
      (seen) => seen.account.totalAssets === seen.after.totalAssets,
      60_000,
    )
    expect(month.value).toBe(account.totalAssets)
    expect(month.days.at(-1)).toMatchObject({ date, value: account.totalAssets })
    for (const [day, value] of values)
      expect([day, month.days.find((each) => each.date === day)?.value]).toEqual([day, value])

    expect(month.opening + month.inflow - month.outflow + month.gain).toBe(month.value)
    expect(sum(month.issues, ({ gain }) => gain) + sum(month.rest, ({ yen }) => yen)).toBe(month.gain)
    expect(new Set(month.issues.map(({ code }) => code))).toEqual(new Set([cash, long, short]))
    // The one money from outside is the opening deposit: what it has become is the rate, by either weight.
    expect([month.opening, month.outflow]).toEqual([0, 0])
    const rate = Math.round((month.value / month.inflow - 1) * 10_000)
    expect([month.timeWeightedBp, month.moneyWeightedBp]).toEqual([rate, rate])
    // Fees of openings count with their closing, in whatever month: the months are the year of the summary.
    const ofYear = month.months.filter((each) => each.month.startsWith(date.slice(0, 4)))
    expect(month.months.map((each) => each.month).slice(-1)).toEqual([date.slice(0, 7)])
    expect(month.months).toHaveLength(12)
    expect(sum(ofYear, ({ realized }) => realized)).toBe(account.realizedProfit)

    // A span that begins between two days has the value before it as its opening.
    const quarter = await get<PerformanceView>('/records/performance')
    expect(quarter.span).toBe('quarter')
    expect(quarter.days.map((day) => day.value).slice(0, -1)).toEqual(
      month.days.map((day) => day.value).slice(0, -1),
    )

    const taxes = (tax: TaxView) =>
      tax.incomeTax + tax.localTax + sum(tax.coming, (day) => day.incomeTax + day.localTax)
    const before = await get<TaxView>('/tax')
    const lots = await openLots()
    for (const lot of lots) await post(`/lots/${lot.id}/close`, { type: 'market' })
    await waitFor(openLots, (open) => open.length === 0)
    const orders = (await get<OrderView[]>('/orders')).filter(({ purpose }) => purpose === 'close')
    const met = await Promise.all(
      lots.map(async (lot) => {
        const { fills } = await get<OrderView>(
          `/orders/${orders.find((order) => order.lotId === lot.id && order.filledQuantity === lot.openQuantity)!.id}`,
        )
        expect(fills).toHaveLength(1)
        return { ...lot, marketPrice: fills[0]!.price }
      }),
    )
    const estimate = closedNow(met, FEE, before, quarter.settlementDate)
    expect(estimate.taxYen).toBe(taxes(await get<TaxView>('/tax')) - taxes(before))
    expect(sum(met, (lot) => lot.openQuantity)).toBe(300)
  },
)

it('refuses another span by its name, and anybody without a session', async () => {
  const refused = await app.call('GET', '/api/records/performance?span=forever', { token })
  expect(refused.code).not.toBe(1)
  expect(JSON.stringify(refused)).toContain('span')
  expect((await app.call('GET', '/api/records/performance')).code).not.toBe(1)
})
