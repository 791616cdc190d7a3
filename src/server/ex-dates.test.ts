import { beforeAll, expect, it } from 'vitest'
import { addDays, dateJst, timeJst, type DateJst } from '#kernel/time.ts'
import type { Dividend, Split } from '#modules/instruments/model/corporate-actions.ts'
import { replayJournal, yenIn } from './journal-replay.fixture.ts'
import { jumpClock } from './jump-clock.fixture.ts'
import { newKey, startTestApp, type TestApp } from './test-app.ts'
import { waitFor } from './wait-for.fixture.ts'

type Lot = {
  id: string
  code: string
  quantity: number
  openQuantity: number
  openPrice: number
  margin: number
  marketValue: number
}
type Quote = {
  last: number | null
  previousClose: number
  upperLimit: number
  lowerLimit: number
  tradeDate: string
}

let app: TestApp
let token: string
beforeAll(async () => {
  // The split may be years away, and the demo desk's AI would learn from each day until then.
  app = await startTestApp({ env: { DEMO_DESK: 'off' } })
  ;({ token } = await app.enrol('090-5555-0077'))
}, 60_000)

const get = async (path: string) => (await app.call('GET', path, { token })).data
const jumpTo = (date: DateJst) => jumpClock(app, timeJst(date, 10))
const quoteOf = async (code: string) => (await get(`/api/stocks/${code}`)).quote as Quote
const lotOf = async (code: string) =>
  ((await get('/api/lots?status=open')) as Lot[]).find((lot) => lot.code === code)!
const logged = async (...kinds: string[]) =>
  ((await get('/api/account/log')) as { kind: string; code: string; amount: number }[]).filter(({ kind }) =>
    kinds.includes(kind),
  )
async function buy(code: string): Promise<Lot> {
  const answer = await app.call('POST', '/api/orders', {
    token,
    body: { code, side: 'up', type: 'market', quantity: 100, leverage: 1 },
  })
  expect(answer).toMatchObject({ code: 1 })
  return waitFor(
    () => lotOf(code),
    (lot) => lot !== undefined,
  )
}

it('a dividend and a split, from the last cum close to the pay date, over jumps of the clock', async () => {
  const today = dateJst(app.context.clock.market())
  const { actions } = app.modules.instruments
  const cheap = new Set(await app.affordable(150))
  const coming = actions
    .between(addDays(today, 2), addDays(today, 4_000))
    .filter(({ code }) => cheap.has(code))
  const dividend = coming.find((one): one is Dividend => one.kind === 'dividend')!
  const split = coming.find(
    (one): one is Split =>
      one.kind === 'split' &&
      one.newShares > 1 &&
      one.code !== dividend.code &&
      one.lastCumDate > dividend.payDate,
  )!
  const [paying, splitting] = [await buy(dividend.code), await buy(split.code)]
  expect(paying.quantity).toBe(100)
  // Someone is short of it, whose lot would look lost at a price of before the split.
  const demo = app.modules.identity.demo!.members[0]!
  const seller = (
    await app.call('POST', '/api/auth/login', { body: { account: demo.mobile, password: demo.password } })
  ).data.token as string
  const sold = await app.call('POST', '/api/orders', {
    token: seller,
    body: { code: split.code, side: 'down', type: 'market', quantity: 100, leverage: 3 },
  })
  expect(sold).toMatchObject({ code: 1 })

  // Held until the last cum close it will be paid; from the ex-date on it is fixed.
  const tax =
    Math.floor(Math.floor(dividend.perShareTenths * 10) * 0.15315) +
    Math.floor(Math.floor(dividend.perShareTenths * 10) * 0.05)
  await jumpTo(dividend.lastCumDate)
  const ahead = await get('/api/records/bonus')
  expect(ahead).toMatchObject({ years: [], coming: [], paid: [] })
  expect(ahead.expected.filter(({ code }: { code: string }) => code === dividend.code)).toMatchObject([
    {
      lotId: paying.id,
      lastCumDate: dividend.lastCumDate,
      exDate: dividend.exDate,
      payDate: dividend.payDate,
      quantity: 100,
      amount: Math.floor(dividend.perShareTenths * 10),
      tax,
    },
  ])

  await jumpTo(dividend.exDate)
  const rows = await waitFor(
    () => get('/api/dividends') as Promise<{ code: string }[]>,
    (list) => list.some(({ code }) => code === dividend.code),
  )
  const gross = Math.floor(dividend.perShareTenths * 10)
  expect(rows.find(({ code }) => code === dividend.code)).toMatchObject({
    status: 'coming',
    amount: gross,
    quantity: 100,
  })
  const fixed = await get('/api/records/bonus')
  const fixedHere = fixed.coming.filter(({ code }: { code: string }) => code === dividend.code)
  expect([
    fixedHere.map(({ code, amount }: { code: string; amount: number }) => [code, amount]),
    fixed.expected.some(({ exDate }: { exDate: string }) => exDate === dividend.exDate),
  ]).toEqual([[[dividend.code, gross]], false])
  const quote = await waitFor(
    () => quoteOf(dividend.code),
    ({ tradeDate }) => tradeDate === dividend.exDate,
  )
  expect(quote.upperLimit).toBeGreaterThan(quote.previousClose)

  await jumpTo(dividend.payDate)
  const paid = await waitFor(
    () => logged('dividend', 'dividend-income-tax', 'dividend-local-tax'),
    (entries) => entries.length > 0,
  )
  expect(
    paid
      .filter(({ code }) => code === dividend.code)
      .map(({ kind, amount }) => [kind, amount])
      .toSorted(),
  ).toEqual([
    ['dividend', gross],
    ['dividend-income-tax', 0 - Math.floor(gross * 0.15315)],
    ['dividend-local-tax', 0 - Math.floor(gross * 0.05)],
  ])
  expect(await get('/api/dividends')).toEqual(
    expect.arrayContaining([expect.objectContaining({ code: dividend.code, status: 'paid', amount: gross })]),
  )
  const [year] = dividend.payDate.split('-').map(Number)
  const bonus = await get('/api/records/bonus')
  const [newest] = bonus.years as {
    year: number
    dividends: number
    tax: number
    refunded: number
    net: number
  }[]
  expect(newest).toEqual({
    year,
    dividends: newest!.dividends,
    tax: newest!.tax,
    refunded: 0,
    net: newest!.dividends - newest!.tax,
  })
  expect(newest!.dividends).toBe(
    (bonus.paid as { amount: number }[]).reduce((sum, { amount }) => sum + amount, 0),
  )
  expect(bonus.paid).toEqual(
    expect.arrayContaining([expect.objectContaining({ code: dividend.code, amount: gross, tax })]),
  )
  const income = await get(`/api/records/income?from=${year}-01-01&to=${year}-12-31`)
  expect(bonus.income.total).toBe(income.total)
  expect(await get(`/api/records/bonus?year=${year! - 5}`)).toMatchObject({
    year: year! - 5,
    paid: [],
    income: { total: 0 },
  })

  await jumpTo(split.lastCumDate)
  const before = await waitFor(
    () => quoteOf(split.code),
    ({ tradeDate }) => tradeDate === split.lastCumDate,
  )
  expect((await lotOf(split.code)).openQuantity).toBe(100)
  // Drawn in shares of before: a level, and a trend over the last two closes.
  const barsUntil = async () =>
    (
      (await get(`/api/stocks/${split.code}/bars?interval=1d&limit=5`)) as { at: string; close: number }[]
    ).filter(({ at }) => at < new Date(timeJst(split.lastCumDate, 0)).toISOString())
  const drawn = (await barsUntil()).slice(-2).map(({ at, close: price }) => ({ at, price }))
  const drawingsOn = async (date: DateJst) =>
    (await get(`/api/chart/${split.code}/drawings?date=${date}`)).drawings as { points: typeof drawn }[]
  await app.call('POST', `/api/chart/${split.code}/drawings`, {
    token,
    key: newKey(),
    body: {
      date: split.lastCumDate,
      drawings: [
        { kind: 'level', points: drawn.slice(-1) },
        { kind: 'trend', points: drawn },
      ],
    },
  })
  const inOldShares = await drawingsOn(split.lastCumDate)
  expect(inOldShares.map(({ points }) => points)).toEqual([drawn.slice(-1), drawn])
  // Nobody learns of a split that is still to come.
  expect(await drawingsOn('2999-12-31')).toEqual(inOldShares)
  await jumpTo(split.exDate)
  const after = await waitFor(
    () => quoteOf(split.code),
    ({ tradeDate }) => tradeDate === split.exDate,
  )
  const lot = await waitFor(
    () => lotOf(split.code),
    ({ openQuantity }) => openQuantity > 100,
  )
  expect(lot).toMatchObject({
    id: splitting.id,
    quantity: 100 * split.newShares,
    openQuantity: 100 * split.newShares,
  })
  expect(lot.openPrice).toBeCloseTo(splitting.openPrice / split.newShares, 0)
  expect(before.last! / split.newShares / after.previousClose).toBeCloseTo(1, 0)
  expect(after.upperLimit).toBeLessThan(before.last!)
  const shorts = await waitFor(
    async () => (await app.call('GET', '/api/lots', { token: seller })).data as (Lot & { status: string })[],
    (lots) => lots[0]!.openQuantity > 100,
  )
  expect(shorts).toMatchObject([{ status: 'holding', openQuantity: 100 * split.newShares }])
  // The chart of the days before stands in the new shares: no step where nothing was lost.
  const bars = (await get(`/api/stocks/${split.code}/bars?interval=1d&limit=400`)) as { close: number }[]
  const steps = bars.slice(1).map(({ close }, index) => close / bars[index]!.close)
  expect([bars.length, Math.min(...steps) > 0.6, Math.max(...steps) < 1.6]).toEqual([400, true, true])
  // Lines lie on the closes on which they were drawn; a page of before the split is answered in its shares.
  const closes = new Map((await barsUntil()).map(({ at, close }) => [at, close]))
  const inNewShares = (await drawingsOn(split.exDate))[1]!.points
  expect(inNewShares).toEqual(drawn.map(({ at }) => ({ at, price: closes.get(at) })))
  expect(inNewShares[0]!.price).toBeLessThan(drawn[0]!.price / 1.5)
  expect(await drawingsOn(split.lastCumDate)).toEqual(inOldShares)
}, 240_000)

it('every yen is in the log, all accounts add up to 0, and the journal says the same again', async () => {
  const account = await get('/api/account')
  const entries = (await get('/api/account/log?limit=9999')) as { amount: number }[]
  const own = [
    'available',
    'unsettled',
    'orderHold',
    'lotMargin',
    'withdrawalHold',
    'subscriptionHold',
    'dividendHold',
  ].reduce((sum, name) => sum + account[name], 0)
  expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(own)

  const { held, again } = await replayJournal(app)
  expect(again).toEqual(held)
  expect(yenIn(held)).toBe(0)
}, 60_000)
