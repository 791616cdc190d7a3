import { beforeAll, expect, it } from 'vitest'
import { addDays, dateJst, timeJst } from '#kernel/time.ts'
import { tseCalendar } from '#modules/instruments/model/calendar.ts'
import type { AccountView, EntryView, LotView } from '#modules/portfolio/contract.ts'
import type { TaxReport, TaxView } from '#modules/tax/contract.ts'
import { sumOf, taxOn } from '#modules/tax/model/rates.ts'
import { jumpClock } from './jump-clock.fixture.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { waitFor } from './wait-for.fixture.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp({ env: { SCHEDULE: 'tse' } })
  ;({ token } = await app.enrol('090-5555-0088'))
}, 60_000)

const get = async <T>(path: string): Promise<T> => (await app.call('GET', path, { token })).data
const openLots = () => get<LotView[]>('/api/lots?status=open')
/** Ten in the morning of a trading day, once its prices are there. */
async function morningOf(date: string): Promise<void> {
  await jumpClock(app, timeJst(date, 10))
  type Row = { quote: { tradeDate: string; ask: number | null; bid: number | null } }
  const traded = ({ quote }: Row) => quote.tradeDate === date && quote.ask !== null && quote.bid !== null
  await waitFor(
    () => get<Row[]>('/api/stocks?limit=200'),
    (rows) => rows.filter(traded).length > 120,
  )
}
/** Sells lots and waits for the last of them to be gone. */
async function sell(lots: readonly LotView[]): Promise<void> {
  for (const { id } of lots)
    expect((await app.call('POST', `/api/lots/${id}/close`, { token, body: { type: 'market' } })).code).toBe(
      1,
    )
  await waitFor(openLots, (open) => !open.some(({ id }) => lots.some((lot) => lot.id === id)))
}

it('sales of the last days of a year are taxed in the year in which they settle', async () => {
  const from = dateJst(app.context.clock.market())
  // The next turn of a year that leaves a few weeks for prices to move.
  const year = Number(addDays(from, 40).slice(0, 4))
  const lastDay = tseCalendar.previous(`${year + 1}-01-01`)
  const lastOfYear = tseCalendar.previous(lastDay, 2)
  const firstOfNext = tseCalendar.next(lastOfYear)
  const newYear = tseCalendar.next(`${year + 1}-01-01`)
  expect([
    tseCalendar.settlementDate(lastOfYear),
    tseCalendar.settlementDate(firstOfNext).slice(0, 4),
  ]).toEqual([lastDay, String(year + 1)])

  await morningOf(tseCalendar.next(from))
  // A split, or a dividend that is paid meanwhile, has entries of its own; this is about sales alone.
  const acting = new Set(
    app.modules.instruments.actions
      .between(from, newYear)
      .filter((one) => one.kind === 'split' || one.payDate <= newYear)
      .map(({ code }) => code),
  )
  const codes = (await app.affordable(200)).filter((code) => !acting.has(code)).slice(0, 4)
  expect(codes).toHaveLength(4)
  for (const code of codes) {
    const order = await app.call('POST', '/api/orders', {
      token,
      body: { code, side: 'up', type: 'market', quantity: 100, leverage: 1 },
    })
    expect(order.code).toBe(1)
  }
  const bought = await waitFor(
    openLots,
    (lots) => lots.reduce((sum, lot) => sum + lot.openQuantity, 0) === 400,
  )

  await morningOf(lastOfYear)
  await sell(bought.filter(({ code }) => code === codes[0] || code === codes[1]))
  await morningOf(firstOfNext)
  await sell(await openLots())
  const tax = await get<TaxView>('/api/tax')
  expect(tax).toMatchObject({ year: String(year), total: 0, mayChoose: false })
  expect(tax.coming.map(({ date, results }) => [date, results.length > 0])).toEqual([
    [lastDay, true],
    [newYear, true],
  ])
  const gains = tax.coming.map(({ gain }) => gain)
  expect(
    tax.coming.map(({ incomeTax, localTax }) => incomeTax + localTax),
    'each year by itself',
  ).toEqual([sumOf(taxOn(gains[0]!, lastDay)), sumOf(taxOn(gains[1]!, newYear))])

  await morningOf(newYear)
  const reports = await waitFor(
    () => get<TaxReport[]>('/api/tax/reports'),
    (list) => list.length === 2 && list[1]!.final,
  )
  expect(reports).toMatchObject([
    { year: String(year + 1), final: false, total: gains[1], cash: { gain: gains[1] } },
    {
      year: String(year),
      final: true,
      total: gains[0],
      cash: { gain: gains[0] },
      margin: { proceeds: 0, cost: 0, gain: 0 },
    },
  ])
  const account = await get<AccountView>('/api/account')
  const log = await get<EntryView[]>('/api/account/log')
  // Dividends of the year are in it too, taxed at their payment, less what the year's losses gave back.
  const withheld = log.reduce(
    (sum, { from, to, moved }) => sum + (to === 'tax' ? moved : from === 'tax' ? 0 - moved : 0),
    0,
  )
  expect(withheld).toBe(
    reports.reduce(
      (sum, { incomeTax, localTax, dividends }) =>
        sum +
        incomeTax +
        localTax +
        dividends.incomeTax +
        dividends.localTax -
        dividends.refundedIncomeTax -
        dividends.refundedLocalTax,
      0,
    ),
  )
  expect(account).toMatchObject({
    unsettled: 0,
    taxDue: 0,
    available: log.reduce((sum, { amount }) => sum + amount, 0),
  })
  expect(account.available).toBe(
    10_000_000 +
      log
        .filter(({ kind, to }) => (kind === 'profit' && to === 'unsettled') || kind === 'dividend')
        .reduce((sum, { moved }) => sum + moved, 0) -
      log.filter(({ kind }) => kind === 'loss' || kind === 'fee').reduce((sum, { moved }) => sum + moved, 0) -
      withheld,
  )
}, 240_000)
