import { beforeAll, expect, it } from 'vitest'
import { LIMITS } from '#platform/limits.ts'
import { pdfText } from '#platform/pdf-text.fixture.ts'
import { feeOf, plusDays, readCsv, resultsOf, standsAt, withheldOn, type Deal, type Leveraged } from './auditor.fixture.ts'
import { testHouse, type TestHouse } from './test-house.ts'
import { until } from './until.fixture.ts'

/**
 * Days of a member's trading through the API, then every paper held against books that an auditor makes of them: trade reports, balance report, yearly report (by the text of the
 * PDF), the tables as CSV, the ledger as hledger reads it. A week in the short form, a month in the long one.
 */
const DAYS = process.env['TEST_LONG'] === undefined ? 5 : 28
let house: TestHouse
let token: string
let memberId: string
beforeAll(async () => {
  house = await testHouse({ limits: { ...LIMITS, files: { ...LIMITS.files, perMember: [{ max: 10_000, withinMs: 60_000 }], exportsPerMember: [] } } })
  const { mobile, password } = house.rooms.identity.demo!.members[0]!
  const session = (await house.call('POST', '/api/auth/login', { body: { account: mobile, password } })).data
  ;[token, memberId] = [session.token, session.userId]
}, 60_000)

type Lot = { id: string; number: string; orderId: string; code: string; side: string; leverage: number; status: string; tradeDate: string; quantity: number; openQuantity: number; closingQuantity: number; openPrice: number; openFee: number }
type Order = { number: string; purpose: string; leverage: number; lotId: string | null; filledQuantity: number }
const get = async <T>(path: string): Promise<T> => (await house.call('GET', `/api${path}${path.includes('?') ? '&' : '?'}lang=en`, { token })).data
const post = async (path: string, body: object) => {
  const answer = await house.call('POST', `/api${path}`, { token, body })
  expect([path, answer.code, answer.data]).toEqual([path, 1, answer.data])
}
const content = async (path: string) => Buffer.from((await get<{ content: string }>(path)).content, 'base64')
const table = async (name: string, from: string, to: string) => readCsv((await content(`/records/tables/${name}?from=${from}&to=${to}`)).toString())
const paper = async (path: string) => pdfText(await content(path)).replaceAll(' ', '')
const figure = (yen: number) => yen.toLocaleString('en').replace('-', '\u2212')
const japan = (at: string) => new Date(Date.parse(at) + 9 * 3_600_000).toISOString().slice(0, 10)
const lots = () => get<Lot[]>('/lots?status=all&limit=500')
const settle = () => until(() => get<Order[]>('/orders?status=pending'), (found) => found.length === 0, 60_000)
const jump = async (at: string) => expect((await house.call('POST', '/api/dev/clock', { body: { at } })).code).toBe(1)

/** A day: buys, sells and buys back of one issue; a leveraged long of another that is closed the next day, or paid in full. */
async function trade(day: number, cash: string, margin: string): Promise<void> {
  const buy = (code: string, quantity: number, leverage: number) => post('/orders', { code, side: 'up', type: 'market', quantity, leverage })
  const open = (await lots()).filter(({ status }) => status === 'holding')
  const of = (code: string, leveraged: boolean) => open.filter((lot) => lot.code === code && lot.leverage > 1 === leveraged)
  for (const lot of of(margin, true)) await (day % 2 === 0 ? post(`/lots/${lot.id}/deliver`, {}) : post(`/lots/${lot.id}/close`, { type: 'market' }))
  const [oldest] = of(cash, false).toReversed()
  if (oldest) await post(`/lots/${oldest.id}/close`, { type: 'market' })
  await settle()
  await buy(cash, 200, 1)
  await buy(margin, 100, 2)
  await settle()
  if (day % 3 === 2) {
    for (const lot of (await lots()).filter((each) => each.status === 'holding' && each.code === cash && each.leverage === 1).slice(0, 1)) await post(`/lots/${lot.id}/close`, { type: 'market' })
    await settle()
  }
}

async function ledgerText(): Promise<string> {
  const { operatorId, code } = ((await house.call('GET', '/api/dev/operators')).data as { operatorId: string; code: string }[]).find((each) => each.operatorId === 'demo-auditor-1')!
  const options = { token: (await house.call('POST', '/api/console/auth/login', { body: { operatorId, code } })).data.token as string }
  expect((await house.call('POST', '/api/console/act', { ...options, body: { power: 'ledger.export', subject: 'ledger', body: { form: 'hledger' } } })).data.status).toBe('carried-out')
  const { id } = (await house.call('GET', '/api/console/exports', options)).data.exports[0]
  let text = ''
  for (let from: string | null = 'e0'; from !== null;) {
    const piece: { text: string; next: string | null } = (await house.call('GET', `/api/console/exports/${id}?from=${encodeURIComponent(from)}`, options)).data
    text += piece.text
    from = piece.next
  }
  return text
}

it('every paper says what an auditor’s own books say', { timeout: DAYS * 60_000 }, async () => {
  const first = house.rooms.market.phase().tradeDate
  const last = plusDays(first, DAYS + 4)
  const acting = new Set((await get<{ actions: { code: string }[] }>(`/actions?from=${first}&to=${last}`)).actions.map(({ code }) => code))
  const [cash, margin] = (await house.affordable(40)).filter((code) => !acting.has(code))
  for (let day = 0; day < DAYS; day++) {
    await trade(day, cash!, margin!)
    await jump(`${plusDays(first, day + 1)}T01:00:00.000Z`)
    await until(async () => (await get<{ quote: { tradeDate: string; ask: number | null; bid: number | null } }>(`/stocks/${cash}`)).quote, ({ tradeDate, ask, bid }) => tradeDate > plusDays(first, day) && ask !== null && bid !== null, 60_000)
  }
  await jump(`${last}T01:00:00.000Z`)
  await until(() => get<{ unsettled: number }>('/account'), ({ unsettled }) => unsettled === 0, 60_000)

  const [trades, orderRows, account, held, orders] = await Promise.all([table('trades', first, last), table('orders', first, last), table('account', plusDays(first, -1), last), lots(), get<Order[]>('/orders?limit=500')])
  const leverageOf = new Map(orderRows.map((row) => [row['Order number'], Number(row['Leverage'])]))
  const lotBy = new Map(held.map((lot) => [lot.number, lot]))
  const deals = trades.map((row): Deal => {
    const [number, quantity] = [row['Order number']!, Number(row['Quantity'])]
    const side = row['Side']!
    const isTaken = lotBy.has(number)
    return {
      date: row['Booked']!, order: number, code: row['Stock code']!, quantity, amount: Math.floor((Math.round(Number(row['Price']) * 10) * quantity) / 10), kind: isTaken ? 'take' : side.startsWith('Sell') ? 'sell' : 'buy',
      fee: isTaken ? lotBy.get(number)!.openFee : Number(row['Commission with tax (yen)']), charges: Number(row['Interest, lending fee (yen)']), leverage: isTaken ? 1 : leverageOf.get(number)!,
    }
  })
  expect([deals.some(({ kind }) => kind === 'take'), deals.some(({ kind, leverage }) => kind === 'sell' && leverage === 1), deals.some(({ kind, leverage }) => kind === 'sell' && leverage > 1)]).toEqual([true, true, true])
  const closings = new Map(orders.filter(({ purpose, leverage }) => purpose === 'close' && leverage > 1).map(({ lotId, number }) => [lotId, number]))
  const leveraged = held.flatMap((lot): Leveraged[] => (closings.has(lot.id) ? [{ number: lot.number, closedBy: closings.get(lot.id)!, openedOn: lot.tradeDate, priceTenths: Math.round(lot.openPrice * 10), quantity: lot.quantity, openFee: lot.openFee }] : []))

  // Commissions: each order's by its whole notional, whatever it was filled in.
  for (const [number, fills] of Map.groupBy(deals.filter(({ kind }) => kind !== 'take'), ({ order }) => order)) {
    expect([number, fills.reduce((sum, { fee }) => sum + fee, 0)]).toEqual([number, feeOf(fills.reduce((sum, { amount }) => sum + amount, 0))])
  }
  // Tax: what each settlement day took or gave back.
  const settled = resultsOf(deals, leveraged)
  const log = await get<{ kind: string; at: string; amount: number }[]>('/account/log')
  const moved = (date: string, part: 'income' | 'local') => log.filter(({ kind, at }) => kind.startsWith(`${part}-tax-`) && japan(at) === date).reduce((sum, { amount }) => sum - amount, 0)
  for (const { date, income, local } of withheldOn(settled)) expect([date, moved(date, 'income'), moved(date, 'local')]).toEqual([date, income, local])

  // The year, as data and as a paper.
  const sum = (of: (day: (typeof settled)[number]) => number) => settled.filter(({ date }) => date.startsWith(first.slice(0, 4))).reduce((total, day) => total + of(day), 0)
  const year = (await get<{ year: string; cash: object; margin: object; total: number }[]>('/tax/reports')).find((each) => each.year === first.slice(0, 4))!
  const own = { cash: sum((day) => day.cash), cashProceeds: sum((day) => day.cashProceeds), margin: sum((day) => day.margin), marginProceeds: sum((day) => day.marginProceeds) }
  expect(year).toMatchObject({ cash: { proceeds: own.cashProceeds, gain: own.cash }, margin: { proceeds: own.marginProceeds, gain: own.margin }, total: own.cash + own.margin })
  const yearPaper = await paper(`/records/year-report?year=${year.year}`)
  for (const yen of [own.cashProceeds, own.cash, own.marginProceeds, own.margin, own.cash + own.margin]) expect(yearPaper).toContain(figure(yen))

  // Each day's trade report: every deal of the day, and its commissions.
  const dates = [...new Set(deals.map(({ date }) => date))].sort()
  expect((await get<{ days: string[] }>('/records/statements')).days.toSorted()).toEqual(dates)
  for (const date of dates) {
    const today = deals.filter((deal) => deal.date === date)
    const report = await paper(`/records/trade-report?date=${date}`)
    for (const { order, amount } of today) expect([report.includes(order), report.includes(figure(amount))], `${order} of ${date}`).toEqual([true, true])
    expect(report).toContain(figure(today.reduce((total, { kind, fee }) => (kind === 'take' ? total : total + fee), 0)))
  }

  // A month's end: table, paper and ledger stand at one figure.
  const month = first.slice(0, 7)
  const end = plusDays(`${plusDays(`${month}-28`, 7).slice(0, 7)}-01`, -1)
  const monthEnd = end < last ? end : last
  const closing = account.filter((row) => row['Booked']! <= monthEnd).reduce((total, row) => total + Number(row['Change of your money (yen)']), 0)
  const ledger = await ledgerText()
  expect(0 - standsAt(ledger, `liabilities:members:${memberId}:`, monthEnd), 'the ledger').toBe(closing)
  expect(await paper(`/records/balance-report?period=${month}`), 'the balance report').toContain(figure(closing))
})
