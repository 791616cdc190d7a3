import { afterAll, beforeAll, expect, it } from 'vitest'
import { TABLES } from '#modules/records/contract.ts'
import { LIMITS } from '#platform/limits.ts'
import { pdfText } from '#platform/pdf-text.fixture.ts'
import { listedActions, type CorporateActions } from '#modules/instruments/model/corporate-actions.ts'
import { tiesOf } from '#modules/closings/model/closing.ts'
import { parseActions } from '#modules/instruments/model/actions-file.ts'
import {
  besidesOf,
  exchangesOf,
  lotOnOf,
  paymentsOf,
  readActions,
  splitMoves,
  withFractions,
} from './auditor-actions.fixture.ts'
import {
  dealOf,
  feeOf,
  heldAt,
  heldFor,
  isLeveraged,
  loanInterest,
  movesOf,
  plusDays,
  poolFees,
  readCsv,
  refundOf,
  resultsOf,
  roundTrips,
  standsAt,
  taxOn,
  withheldOn,
  worth,
  type Deal,
  type Lot,
  type Nav,
} from './auditor.fixture.ts'
import { closingsByHledger } from './closings-by-hledger.fixture.ts'
import { jumpClock } from './jump-clock.fixture.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { waitFor } from './wait-for.fixture.ts'
import { findHledger } from '../../test/debian.ts'
import { businessTime, enterBankAccount, TRANSACTION_PASSWORD } from './funded.fixture.ts'

/**
 * Days of a member's trading through the API, then every paper held against books that an auditor makes of
 * them: trade reports, balance report, yearly report (by the text of the PDF), the tables as CSV, the ledger
 * as hledger reads it. Shares, leveraged longs and shorts, both deliveries, block sales and an offering, a
 * loan, a copy pool to its end, dividends, splits both ways, a deposit and a withdrawal. What was printed of
 * a day when it ended is printed again at the end, and is the same. A week in the short form, a month in the
 * long one.
 */
const DAYS = process.env['TEST_LONG'] === undefined ? 5 : 28
const ID_NUMBER = '301234567893'
const LENT = 500_000
const [OPENING_DEPOSIT, PAID_IN, TAKEN_OUT] = [10_000_000, 321_000, 123_000]
/** Into the pool: what is redeemed, and what stays until the pool's end. */
const SUBSCRIBED = [300_000, 200_000]
/** Corporate actions of companies, in the form of a file that a replay is given. */
let decided: CorporateActions = listedActions(true, [])
const decisions: CorporateActions = {
  known: true,
  between: (...asked) => decided.between(...asked),
  basePrice: (...asked) => decided.basePrice(...asked),
  sharesSince: (...asked) => decided.sharesSince(...asked),
}
let app: TestApp
let token: string
let memberId: string
let bankAccount: string
beforeAll(async () => {
  app = await startTestApp({
    corporateActions: decisions,
    limits: {
      ...LIMITS,
      files: { ...LIMITS.files, perMember: [{ max: 10_000, withinMs: 60_000 }], exportsPerMember: [] },
    },
  })
  const member = await app.enrol('090-7373-0001')
  ;[token, memberId] = [member.token, member.userId]
  bankAccount = await enterBankAccount(app, token, { idNumber: ID_NUMBER })
  await post('/account-opening/profile', {
    occupation: 'employee',
    income: 'over-2000',
    assets: 'over-3000',
    experience: 'over-5',
    purpose: 'long-term',
    insiderTie: 'none',
    insiderCode: null,
  })
}, 90_000)

type LotRow = {
  id: string
  number: string
  orderId: string
  code: string
  source: string
  side: 'up' | 'down'
  leverage: number
  status: string
  tradeDate: string
  quantity: number
  openQuantity: number
  openPrice: number
  openFee: number
}
type Order = {
  number: string
  purpose: string
  leverage: number
  lotId: string | null
  filledQuantity: number
}
type Loan = { id: string; state: string; lentAt: string | null; endedAt: string | null; paidInterest: number }
type Follow = {
  id: string
  pool: string
  status: string
  buy: number
  units: number
  worth: number | null
  paid: number | null
  buyTime: string | null
  sellTime: string | null
  navOn: string | null
}

/** A month's minute bars are still being written at its end. */
afterAll(() => app.close(), DAYS * 10_000)

/** Paths that were read, without what was asked: at the end every paper must be among them. */
const read = new Set<string>()
const get = async <T>(path: string, as = token): Promise<T> => {
  read.add(path.split('?')[0]!)
  return (await app.call('GET', `/api${path}${path.includes('?') ? '&' : '?'}lang=en`, { token: as })).data
}
const post = async (path: string, body: object, as = token) => {
  const answer = await app.call('POST', `/api${path}`, { token: as, body })
  expect([path, answer.code, answer.data]).toEqual([path, 1, answer.data])
}
/** A file, once its days are closed: a jump leaves jobs and the exchange behind for a moment. */
const content = async (path: string) => {
  const { content: text } = await waitFor(
    () => get<{ content?: string; rejection?: string }>(path),
    ({ rejection }) => rejection !== 'BEING_CLOSED',
    2 * 60_000,
  )
  expect([path, text]).toEqual([path, expect.any(String)])
  return Buffer.from(text!, 'base64')
}
const table = async (name: string, from: string, to: string) =>
  readCsv((await content(`/records/tables/${name}?from=${from}&to=${to}`)).toString())
const paper = async (path: string) => pdfText(await content(path)).replaceAll(' ', '')
const figure = (yen: number) => yen.toLocaleString('en').replace('-', '\u2212')
const japan = (at: string) => new Date(Date.parse(at) + 9 * 3_600_000).toISOString().slice(0, 10)
const decide = (text: string) => {
  decided = listedActions(true, parseActions(text, app.context.calendar).actions)
}
const lots = () => get<LotRow[]>('/lots?status=all&limit=500')
const settle = () =>
  waitFor(
    () => get<Order[]>('/orders?status=pending'),
    (found) => found.length === 0,
    60_000,
  )
const jump = (at: string) => jumpClock(app, Date.parse(at))

/**
 * A day: buys, sells and buys back of one issue; a leveraged long of another that is closed the next day, or
 * paid in full; a short of a third that is bought back, or met with own shares.
 */
async function trade(day: number, [cash, margin, short]: readonly string[]): Promise<void> {
  const order = (code: string | undefined, quantity: number, leverage: number, side = 'up') =>
    post('/orders', { code, side, type: 'market', quantity, leverage })
  const close = (lot: LotRow) => post(`/lots/${lot.id}/close`, { type: 'market' })
  const open = (await lots()).filter(({ status }) => status === 'holding')
  const of = (code: string | undefined, leveraged: boolean) =>
    open.filter((lot) => lot.code === code && (lot.side === 'down' || lot.leverage > 1) === leveraged)
  const isDelivered = day % 2 === 0
  for (const lot of of(margin, true)) await (isDelivered ? post(`/lots/${lot.id}/deliver`, {}) : close(lot))
  if (isDelivered && of(short, true).length > 0) {
    await order(short, 100, 1)
    await settle()
  }
  for (const lot of of(short, true)) await (isDelivered ? post(`/lots/${lot.id}/deliver`, {}) : close(lot))
  const [oldest] = of(cash, false).toReversed()
  if (oldest) await close(oldest)
  await settle()
  await order(cash, 200, 1)
  await order(margin, 100, 2)
  await order(short, 100, 2, 'down')
  await settle()
  if (day % 3 === 2) {
    for (const lot of (await lots())
      .filter((each) => each.status === 'holding' && each.code === cash && each.leverage === 1)
      .slice(0, 1))
      await close(lot)
    await settle()
    await order(cash, 100, 1)
    await settle()
  }
}

/**
 * Issues that go ex: two lots in full, a long and a short of each on the first day. The leveraged lots of the
 * first are closed between ex-date and pay date; what splits left of the others is sold as odd lots.
 */
async function holdOverExDates(day: number, [paying, joining, dear]: readonly string[]): Promise<void> {
  if (day === 0) {
    for (const code of [paying, joining]) {
      for (const [leverage, side] of [
        [1, 'up'],
        [1, 'up'],
        [2, 'up'],
        [2, 'down'],
      ] as const) {
        // Orders to buy would meet orders to sell.
        if (side === 'down') await settle()
        await post('/orders', { code, side, type: 'market', quantity: 100, leverage })
      }
    }
    await post('/orders', { code: dear, side: 'up', type: 'market', quantity: 300, leverage: 1 })
  }
  // One after the other: an own order would meet the other side's.
  const close = async (code: string | undefined, of: (lot: LotRow) => boolean) => {
    for (const lot of (await lots()).filter(
      (each) => each.status === 'holding' && each.code === code && of(each),
    )) {
      await post(`/lots/${lot.id}/close`, { type: 'market' })
      // An odd lot takes the price of the issue's next trade, which may be hours away.
      if (lot.openQuantity % 100 > 0) await someoneBuys(lot.code)
      await settle()
    }
  }
  if (day === 3) await close(paying, ({ side, leverage }) => side === 'down' || leverage > 1)
  if (day === 4) {
    await close(dear, () => true)
    await close(joining, ({ side, leverage }) => side === 'up' && leverage > 1)
  }
  await settle()
}

/**
 * Besides: what is offered is applied for and paid, a loan is taken and repaid, a pool followed and left, and
 * followed again until its end.
 */
async function useProducts(day: number): Promise<void> {
  type Draw = { id: string; status: string; closesAt: string }
  const listed = async () => (await get<{ draws: Draw[] }>('/draws')).draws
  const open = async () => (await listed()).filter(({ status }) => status === 'open')
  if (day === 0) await waitFor(open, (draws) => draws.some(({ id }) => id.startsWith('IPO-')), 60_000)
  for (const { id } of await open()) {
    // Not yet open, or applied for already: refused. That something was got is asked at the end.
    await app.call('POST', '/api/applications', { token, body: { drawId: id, units: 1, r: 'a5'.repeat(16) } })
  }
  // A list that has closed is drawn within minutes; who won pays in the first half of the days of payment.
  const now = new Date(app.context.clock.market()).toISOString()
  await waitFor(
    listed,
    (draws) => draws.every(({ status, closesAt }) => closesAt > now || ['decided', 'void'].includes(status)),
    60_000,
  )
  for (const { id, status } of await get<Draw[]>('/ipo/applications'))
    if (status === 'won') await post(`/applications/${id}/confirm`, {})
  if (day === 0) {
    await post('/loans', {
      amount: LENT,
      name: '佐藤 遥',
      idNumber: ID_NUMBER,
      address: '東京都千代田区1-1',
      contact: '09012345678',
      email: 'haruka@example.jp',
    })
    await waitFor(theLoan, ({ state }) => state === 'open', 60_000)
  }
  if (day === 0 || day === 4)
    await post('/copy/subscriptions', { pool: (await thePool()).id, amount: SUBSCRIBED[day === 0 ? 0 : 1] })
  if (day === 3) {
    const { id } = await theLoan()
    await post(`/loans/${id}/repay`, { amount: null })
    await post('/copy/redemptions', { record: (await get<Follow[]>('/copy/records'))[0]!.id })
  }
}
/** Money comes in by the demo bank at any hour, and leaves on a banking day once the account has rested. */
async function payIn(): Promise<void> {
  await post('/deposits', { amount: PAID_IN, method: 'bank' })
  await waitFor(
    () => get<{ status: string }[]>('/deposits'),
    ([deposit]) => deposit?.status === 'approved',
    60_000,
  )
}
async function takeOut(): Promise<void> {
  const from = Date.parse(`${plusDays(first, 3)}T15:00:00.000Z`)
  await jump(new Date(businessTime(Math.max(from, app.context.clock.wall()), 10)).toISOString())
  const ticket = { amount: TAKEN_OUT, accountId: bankAccount, transactionPassword: TRANSACTION_PASSWORD }
  await post('/withdrawals', ticket)
  // Within ten minutes its owner may still take it back.
  await jump(new Date(app.context.clock.wall() + 11 * 60_000).toISOString())
  await waitFor(
    () => get<{ state: string }[]>('/withdrawals'),
    ([withdrawal]) => withdrawal?.state === 'paid',
    60_000,
  )
}
type Pool = { id: string; status: string; endsOn: string }
const thePool = async () =>
  (
    await waitFor(
      () => get<Pool[]>('/copy/pools'),
      (pools) => pools.at(-1)?.status === 'open',
      60_000,
    )
  ).at(-1)!
const theLoan = async () => (await get<{ loans: Loan[] }>('/loans')).loans[0]!

async function ledgerText(): Promise<string> {
  const { operatorId, code } = (
    (await app.call('GET', '/api/dev/operators')).data as { operatorId: string; code: string }[]
  ).find((each) => each.operatorId === 'demo-auditor-1')!
  const options = {
    token: (await app.call('POST', '/api/console/auth/login', { body: { operatorId, code } })).data
      .token as string,
  }
  expect(
    (
      await app.call('POST', '/api/console/act', {
        ...options,
        body: { power: 'ledger.export', subject: 'ledger', body: { form: 'hledger' } },
      })
    ).data.status,
  ).toBe('carried-out')
  const { id } = (await app.call('GET', '/api/console/exports', options)).data.rows[0]
  let text = ''
  for (let from: string | null = 'e0'; from !== null;) {
    const piece: { text: string; next: string | null } = (
      await app.call('GET', `/api/console/exports/${id}?from=${encodeURIComponent(from)}`, options)
    ).data
    text += piece.text
    from = piece.next
  }
  return text
}

type Entry = { kind: string; at: string; code: string | null; amount: number }
type YearRow = { year: string; cash: object; margin: object; dividends: object; total: number }
/**
 * All that can be done to shares, in the words of the trade table: a run in which one is missing shows less.
 */
const ALL_DEALS = [
  'Bought in a block sale',
  'Bought in an offering',
  'Buy',
  'Buy to close',
  'Delivered against short',
  'Fraction of a share paid out',
  'Margin buy',
  'Paid in full',
  'Sell',
  'Sell to close',
  'Short',
] as const
const total = (yen: readonly number[]) => yen.reduce((sum, each) => sum + each, 0)

/**
 * Each subscription got units at its NAV and was paid at another, and the pool took the fees that it may, and
 * none after its last day. What was paid back in all.
 */
function checkPool(curve: readonly Nav[], follows: readonly Follow[], endsOn: string): number {
  const came = curve.filter((nav) => nav.in > 0)
  const went = curve.filter((nav) => nav.out > 0)
  const ended = follows.filter(({ status }) => status === 'ended')
  for (const [n, { buy, units }] of follows.entries()) {
    const nav = came[n]!
    expect([nav.in, units]).toEqual([buy, Math.floor((buy * (nav.units - units)) / (nav.equity - buy))])
  }
  for (const [n, { paid, units }] of ended.entries()) {
    // The payment at the end is the last NAV's, by when all has been sold.
    const nav = went[n]
    const [equity, of] = nav
      ? [nav.equity + nav.out, nav.units + units]
      : [curve.at(-1)!.equity, curve.at(-1)!.units]
    expect(paid).toBe(Math.floor((equity * units) / of))
  }
  const unitsAt = (navs: readonly Nav[], of: readonly Follow[]) =>
    new Map(navs.map(({ date }, n) => [date, of[n]!.units]))
  expect(curve.slice(1).map(({ fees }) => fees)).toEqual(
    poolFees(curve, unitsAt(came, follows), unitsAt(went, ended), endsOn),
  )
  return total(ended.map(({ paid }) => paid!))
}

/** Waits until an issue trades both ways on a date that has come. */
const opensOn = (code: string, date: string) =>
  waitFor(
    async () =>
      (await get<{ quote: { tradeDate: string; ask: number | null; bid: number | null } }>(`/stocks/${code}`))
        .quote,
    ({ tradeDate, ask, bid }) => tradeDate >= date && ask !== null && bid !== null,
    60_000,
  )

/**
 * The issues of the run: three that are traded day by day, three that are held over splits, one of the pool;
 * and what their companies decide, as a file says it. The pool's pays when the pool is over.
 */
async function plan(first: string) {
  const traded = await app.affordable(60)
  const rows = await get<{ code: string; quote: { ask: number | null } }[]>('/stocks?sort=turnover&limit=200')
  const ask = new Map(rows.map(({ code, quote }) => [code, quote.ask ?? Infinity]))
  const codes = traded.slice(0, 3)
  const cheap = traded.slice(3).filter((code) => ask.get(code)! <= 2_000)
  const [held, ofPool] = [cheap.slice(0, 3), cheap[3]!]
  const on = (day: number) => plusDays(first, day)
  const file = [
    'code,ex_date,new_shares,old_shares,dividend,pay_date',
    ...[3, 12, 21]
      .filter((day) => day < DAYS)
      .flatMap((day) => codes.map((code) => `${code},${on(day)},,,4.7,${on(day + 2)}`)),
    `${held[0]},${on(2)},2,1,7.3,${on(4)}`,
    `${held[1]},${on(3)},2,3,5.5,${on(6)}`,
    `${held[1]},${on(4)},5,4,,`,
    // A month's end lies before it, and a night over which the exchange is off.
    ...(DAYS > 20 ? [`${held[1]},${on(20)},3,2,,`] : []),
    `${held[2]},${on(2)},1,10,,`,
  ].join('\n')
  const pool = await thePool()
  const late = `${ofPool},${plusDays(pool.endsOn, -2)},,,12.3,${plusDays(pool.endsOn, 12)}`
  decide(`${file}\n${late}`)
  return { codes, held, ofPool, pool, file, late }
}

const ofAHundred = (code: string) => ({ code, side: 'up', type: 'market', quantity: 100, leverage: 1 })
async function another(): Promise<string> {
  const { mobile, password } = app.modules.identity.demo!.members[1]!
  return (await app.call('POST', '/api/auth/login', { body: { account: mobile, password } })).data.token
}
/** The pool's lead buys what goes ex shortly before the pool's end. */
const leadBuys = async (pool: string, code: string) =>
  post('/copy/orders', { pool, ticket: ofAHundred(code) }, await another())
const someoneBuys = async (code: string) => post('/orders', ofAHundred(code), await another())

/** The papers that the API has: whatever is printed, and every table. */
async function allPapers(): Promise<string[]> {
  type Methods = Record<string, { responses: object }>
  const documents = await Promise.all(
    ['/api', '/api/console'].map(async (at) => {
      const answer = await fetch(`http://localhost:${app.port}${at}/openapi.json`)
      return (await answer.json()) as { paths: Record<string, Methods> }
    }),
  )
  return Object.entries(Object.assign({}, ...documents.map(({ paths }) => paths)) as Record<string, Methods>)
    .filter(
      ([path, { get: asked }]) =>
        asked !== undefined &&
        // The closing of a day is held against hledger below.
        !path.startsWith('/console/') &&
        (/^\/(records|tax)(\/|$)/.test(path) || JSON.stringify(asked.responses).includes('application/pdf')),
    )
    .flatMap(([path]) =>
      path.includes('{table}') ? TABLES.map((name) => path.replace('{table}', name)) : [path],
    )
}

/**
 * Papers of what is over, as they were when it ended: by their path, without the line that says when a copy
 * was made. At the end each is asked for again.
 */
const kept = new Map<string, string>()
async function printed(path: string): Promise<string> {
  const answer = await waitFor(
    () => app.call('GET', `/api${path}&lang=en`, { token }),
    ({ status }) => status !== 503,
    60_000,
  )
  if (answer.code !== 1) return String(answer.data?.rejection)
  const file = Buffer.from(answer.data.content, 'base64')
  return answer.data.type === 'text/csv'
    ? file.toString()
    : pdfText(file).replace(/Issued\s+at\s+\S+\s+[\d:]+/, '')
}
function papersOf(date: string): string[] {
  const [month, isLast] = [date.slice(0, 7), plusDays(date, 1).endsWith('-01')]
  return [
    `/records/trade-report?date=${date}`,
    ...TABLES.map((name) => `/records/tables/${name}?from=${date}&to=${date}`),
    ...(isLast ? [`/records/balance-report?period=${month}`] : []),
    ...(date.endsWith('-12-31') ? [`/records/year-report?year=${date.slice(0, 4)}`] : []),
  ]
}
async function keepPapers(date: string): Promise<void> {
  for (const path of papersOf(date)) kept.set(path, await printed(path))
}
async function comparePapers(): Promise<void> {
  const differing: { path: string; before: string; after: string }[] = []
  for (const [path, before] of kept) {
    const after = await printed(path)
    if (after !== before) differing.push({ path, before, after })
  }
  expect(differing, 'papers of past days that are others now').toEqual([])
}

let first: string
let last: string
let planned: Awaited<ReturnType<typeof plan>>
/** The run's year in the auditor's books: result of its sales, dividends and what was withheld on them. */
let booked: { sales: number; dividends: { amount: number; incomeTax: number; localTax: number } }
it('every paper says what an auditor’s own books say', { timeout: DAYS * 60_000 }, async () => {
  first = app.modules.market.phase().tradeDate
  last = plusDays(first, DAYS + 4)
  planned = await plan(first)
  const { codes, held, ofPool, pool } = planned
  await leadBuys(pool.id, ofPool)
  const seen = new Map<string, LotRow>()
  for (let day = 0; day < DAYS; day++) {
    await trade(day, codes)
    await holdOverExDates(day, held)
    await useProducts(day)
    if (day === 1) await payIn()
    // Lots as they were opened, before a split changes them.
    for (const lot of await lots()) if (!seen.has(lot.id)) seen.set(lot.id, lot)
    await jump(`${plusDays(first, day + 1)}T01:00:00.000Z`)
    await opensOn(codes[0]!, plusDays(first, day + 1))
    await keepPapers(plusDays(first, day))
  }
  await takeOut()
  const left = japan(new Date(app.context.clock.market()).toISOString())
  last = left < last ? last : plusDays(left, 1)
  await jump(`${last}T01:00:00.000Z`)
  await waitFor(
    () => get<{ unsettled: number }>('/account'),
    ({ unsettled }) => unsettled === 0,
    60_000,
  )
  for (const lot of await lots()) if (!seen.has(lot.id)) seen.set(lot.id, lot)

  const [trades, orderRows, account, income, orders] = await Promise.all([
    table('trades', first, last),
    table('orders', first, last),
    table('account', plusDays(first, -1), last),
    table('income', plusDays(first, -1), last),
    get<Order[]>('/orders?limit=500'),
  ])
  const leverageOf = new Map(orderRows.map((row) => [row['Order number']!, Number(row['Leverage'])]))
  const closings = new Map(
    orders
      .filter(({ purpose, filledQuantity }) => purpose === 'close' && filledQuantity > 0)
      .map(({ lotId, number }) => [lotId, number]),
  )
  const books = [...seen.values()].map((lot): Lot => ({
    number: lot.number,
    code: lot.code,
    side: lot.side,
    leverage: lot.leverage,
    closedBy: closings.get(lot.id) ?? null,
    openedOn: lot.tradeDate,
    priceTenths: Math.round(lot.openPrice * 10),
    quantity: lot.quantity,
    openFee: lot.openFee,
  }))
  const rowDeals = trades.map((row) => dealOf(row, leverageOf))
  const actions = readActions(planned.file).filter(({ exDate }) => exDate <= last)
  const lastCum = new Map(
    rowDeals
      .filter(({ kind }) => kind === 'fraction')
      .map(({ code, date, priceTenths }) => [`${code} ${date}`, priceTenths]),
  )
  const exchanges = exchangesOf(
    books,
    actions,
    lastCum,
    ({ closedBy }) =>
      rowDeals.find(({ kind, order }) => kind === 'close' && order === closedBy)?.date ?? '9999',
  )
  const lotOn = lotOnOf(exchanges, rowDeals)
  const deals = withFractions(rowDeals, exchanges)
  for (const [n, { kind, order, quantity, priceTenths, amount }] of deals.entries())
    expect([order, trades[n]!['Amount (yen)'], trades[n]!['Rounded up by (yen)']]).toEqual([
      order,
      String(amount),
      kind === 'fraction' ? '' : String((amount * 10 - priceTenths * quantity) / 10),
    ])
  expect([...new Set(trades.map((row) => row['Side']))].toSorted(), 'what was tried').toEqual(
    [...ALL_DEALS].toSorted(),
  )
  const trips = roundTrips(deals)
  expect([trips.again > 0, trips.back > 0], 'round trips of a day').toEqual([true, true])
  // The shares that were given against a short are the only ones of that issue that no order closed.
  // 現渡 gives the oldest own shares: a block sale may have brought some before those bought for it.
  const given = new Map<string, Lot>()
  for (const { code, order } of deals.filter(({ kind }) => kind === 'give')) {
    const own = books
      .filter((lot) => lot.code === code && lot.side === 'up' && lot.leverage === 1 && lot.closedBy === null)
      .toSorted((a, b) => (a.number < b.number ? -1 : 1))
    given.set(
      order,
      own.find((lot) => ![...given.values()].includes(lot))!,
    )
  }
  const ownShares = ({ order }: Deal): Lot => given.get(order)!
  const lotBy = new Map(books.map((lot) => [lot.number, lot]))
  const chargesOf = ({ kind, order, side, quantity, amount, date }: Deal): number => {
    const closed = books.find(({ closedBy }) => closedBy === order)
    const lot = kind === 'close' ? closed! : lotBy.get(order)
    if (kind === 'open' || kind === 'allot' || lot === undefined) return 0
    if (kind === 'fraction')
      return exchanges.find(({ before, date: on }) => before.number === order && on === date)!.charges
    if (kind !== 'close') return heldFor(side, amount, lot.openedOn, date)
    return isLeveraged(lot)
      ? heldFor(side, worth(lotOn(lot, date).priceTenths, quantity), lot.openedOn, date)
      : 0
  }
  expect(
    deals.filter((deal) => deal.kind === 'close' && deal.charges > 0).length,
    'closings with interest or lending fee',
  ).toBeGreaterThan(2)
  for (const deal of deals)
    expect([deal.kind, deal.order, deal.charges]).toEqual([deal.kind, deal.order, chargesOf(deal)])

  // Splits: the shares, price and part of the fee that each lot has now, and the fractions that were paid.
  const now = new Map((await lots()).map((lot) => [lot.number, lot]))
  for (const { before } of exchanges) {
    const is = lotOn(before, last)
    expect(now.get(before.number)).toMatchObject({
      quantity: is.quantity,
      openPrice: is.priceTenths / 10,
      openFee: is.openFee,
    })
  }
  expect(
    deals
      .filter(({ kind }) => kind === 'fraction')
      .map(({ order, date, quantity }) => [order, date, quantity])
      .toSorted(),
  ).toEqual(
    exchanges
      .filter(({ oldParts }) => oldParts > 0)
      .map(({ before, date, oldParts, oldShares }) => [
        before.number,
        date,
        Math.floor((oldParts * 1_000) / oldShares) / 1_000,
      ])
      .toSorted(),
  )

  // Commissions: each order's by its whole notional, whatever it was filled in.
  for (const [number, fills] of Map.groupBy(
    deals.filter(({ kind }) => kind === 'open' || kind === 'close'),
    ({ order }) => order,
  )) {
    expect([number, fills.reduce((sum, { fee }) => sum + fee, 0)]).toEqual([
      number,
      feeOf(fills.reduce((sum, { amount }) => sum + amount, 0)),
    ])
  }
  // Dividends, then tax: what each settlement day took or gave back.
  const heldOn = (date: string) => heldAt(date, deals, books, ownShares, lotOn)
  const payments = paymentsOf(actions, books, heldOn, lotOn)
  expect(payments.filter(({ gross }) => gross > 0).length, 'dividends').toBeGreaterThan(2)
  expect(
    [1, -1].map((sign) => payments.some(({ adjusted }) => adjusted.some((yen) => yen * sign > 0))),
    'adjustments both ways',
  ).toEqual([true, true])
  const { days: settled, held: averages } = resultsOf(deals, books, lotOn, besidesOf(exchanges, payments))
  const log = await get<Entry[]>('/account/log?limit=9999')
  const moved = (date: string, part: 'income' | 'local') =>
    log
      .filter(({ kind, at }) => kind.startsWith(`${part}-tax-`) && japan(at) === date)
      .reduce((sum, { amount }) => sum - amount, 0)
  for (const { date, income, local } of withheldOn(settled))
    expect([date, moved(date, 'income'), moved(date, 'local')]).toEqual([date, income, local])
  for (const { code, date, gross, income, local } of payments) {
    const paid = (kind: string) =>
      log
        .filter((entry) => entry.kind === kind && entry.code === code && japan(entry.at) === date)
        .reduce((sum, { amount }) => sum + amount, 0)
    expect([code, date, paid('dividend'), paid('dividend-income-tax'), paid('dividend-local-tax')]).toEqual([
      code,
      date,
      gross,
      0 - income,
      0 - local,
    ])
  }
  const tax = await get<{ costs: { code: string; quantity: number; unitCost: number }[] }>('/tax')
  expect(tax.costs.map(({ code, quantity, unitCost }) => [code, quantity, unitCost]).toSorted()).toEqual(
    [...averages]
      .filter(([, { quantity }]) => quantity > 0)
      .map(([code, { quantity, cost }]) => [code, quantity, Math.ceil(cost / quantity)])
      .toSorted(),
  )

  // The year, as data and as a paper.
  const thisYear = first.slice(0, 4)
  const inYear = <T extends { date: string }>(rows: readonly T[]) =>
    rows.filter(({ date }) => date.startsWith(thisYear))
  const sum = (of: (day: (typeof settled)[number]) => number) =>
    inYear(settled).reduce((total, day) => total + of(day), 0)
  const paidOut = (of: (payment: (typeof payments)[number]) => number) =>
    inYear(payments).reduce((total, payment) => total + of(payment), 0)
  const year = (await get<YearRow[]>('/tax/reports')).find((each) => each.year === thisYear)!
  const own = {
    cash: sum((day) => day.cash),
    cashProceeds: sum((day) => day.cashProceeds),
    margin: sum((day) => day.margin),
    marginProceeds: sum((day) => day.marginProceeds),
  }
  const dividends = {
    amount: paidOut(({ gross }) => gross),
    incomeTax: paidOut(({ income }) => income),
    localTax: paidOut(({ local }) => local),
  }
  booked = { sales: own.cash + own.margin, dividends }
  expect(year).toMatchObject({
    cash: { proceeds: own.cashProceeds, gain: own.cash },
    margin: { proceeds: own.marginProceeds, gain: own.margin },
    total: own.cash + own.margin,
    dividends,
  })
  const yearPaper = await paper(`/records/year-report?year=${year.year}`)
  for (const yen of [own.cashProceeds, own.cash, own.marginProceeds, own.margin, own.cash + own.margin])
    expect(yearPaper).toContain(figure(yen))
  expect(yearPaper).toContain(
    [
      'DividendsDividends',
      figure(dividends.amount),
      'Withheld,incometax',
      figure(dividends.incomeTax),
      'Withheld,localtax',
      figure(dividends.localTax),
      'Received',
      figure(dividends.amount - dividends.incomeTax - dividends.localTax),
    ].join(''),
  )
  const bonus = await get<{ years: { year: number; dividends: number; tax: number }[] }>('/records/bonus')
  expect(bonus.years.find((each) => String(each.year) === thisYear)).toMatchObject({
    dividends: dividends.amount + paidOut(({ adjusted }) => total(adjusted)),
    tax: dividends.incomeTax + dividends.localTax,
  })

  // The money that a copy pool gave and took: units and worth at the NAV of the day, and its fees.
  const follows = (await get<Follow[]>('/copy/records')).toReversed()
  const { curve } = await get<{ curve: Nav[] }>(`/copy/pools/${pool.id}`)
  const repaid = checkPool(curve, follows, pool.endsOn)
  expect(follows.map(({ status }) => status)).toEqual(['ended', 'following'])

  // The groups of the income table: what the account gained and lost, from deals, taxes, loan and pool.
  const loan = await theLoan()
  const loanPaid = loanInterest(LENT, japan(loan.lentAt!), japan(loan.endedAt!))
  expect(loan).toMatchObject({ state: 'repaid', paidInterest: loanPaid })
  const moves = [...movesOf(deals, books, ownShares, lotOn), ...splitMoves(exchanges)]
  const all = (of: (move: (typeof moves)[number]) => number) =>
    moves.reduce((total, move) => total + of(move), 0)
  const group = (name: string) =>
    income
      .filter((row) => row['Group'] === name)
      .reduce((total, row) => total + Number(row['Change in your funds (yen)']), 0)
  expect({
    trades: group('Trading results'),
    fees: group('Commission, tax included'),
    interest: group('Interest and stock loan fees'),
    dividends: group('Dividends and adjustments'),
    pools: group('Pools'),
    tax: group('Tax'),
  }).toEqual({
    trades: all(({ trades: yen }) => yen),
    fees: all(({ fees }) => fees),
    interest: all(({ interest }) => interest) - loanPaid,
    dividends: total(payments.map(({ gross, adjusted }) => gross + total(adjusted))),
    pools: repaid - SUBSCRIBED[0]!,
    tax:
      0 - total([...withheldOn(settled), ...payments].map(({ income: national, local }) => national + local)),
  })
  const shown = await get<{ groups: { group: string; yen: number }[] }>(
    `/records/income?from=${plusDays(first, -1)}&to=${last}`,
  )
  expect(shown.groups.find(({ group: name }) => name === 'dividends')!.yen).toBe(
    group('Dividends and adjustments'),
  )

  // Each day's trade report: every deal of the day with all its figures, and their sums.
  const dates = [...new Set(deals.map(({ date }) => date))].sort()
  expect((await get<{ days: string[] }>('/records/statements')).days.toSorted()).toEqual(dates)
  const price = (tenths: number) => (tenths / 10).toLocaleString('en', { maximumFractionDigits: 1 })
  for (const date of dates) {
    const today = deals.filter((deal) => deal.date === date)
    const fills = today.filter(({ kind }) => kind === 'open' || kind === 'close')
    const report = await paper(`/records/trade-report?date=${date}`)
    for (const deal of today) {
      const figures = [
        figure(deal.quantity),
        price(deal.priceTenths),
        figure(deal.amount),
        ...(fills.includes(deal) ? [figure(deal.fee)] : []),
        figure(deal.charges),
      ].join('')
      expect(
        [
          report.includes(deal.order),
          report.includes(fills.includes(deal) ? `${deal.leverage}×${figures}` : figures),
        ],
        `${deal.order} of ${date}: ${figures}`,
      ).toEqual([true, true])
    }
    const turnover = (side: string) =>
      fills
        .filter((deal) => (deal.side === 'up') === ((deal.kind === 'open') === (side === 'bought')))
        .reduce((yen, { amount }) => yen + amount, 0)
    for (const yen of [turnover('bought'), turnover('sold'), fills.reduce((fees, { fee }) => fees + fee, 0)])
      expect(report, date).toContain(figure(yen))
    expect(report, date).toContain(
      `Totalinterest,lendingfee(yen)${figure(fills.reduce((yen, { charges }) => yen + charges, 0))}`,
    )
  }

  // A month's end: table, paper and ledger stand at one figure.
  const month = first.slice(0, 7)
  const end = plusDays(`${plusDays(`${month}-28`, 7).slice(0, 7)}-01`, -1)
  const monthEnd = end < last ? end : last
  const closing = account
    .filter((row) => row['Booked']! <= monthEnd)
    .reduce((total, row) => total + Number(row['Change in your funds (yen)']), 0)
  const ledger = await ledgerText()
  expect(0 - standsAt(ledger, `liabilities:members:${memberId}:`, monthEnd), 'the ledger').toBe(closing)
  const balance = await paper(`/records/balance-report?period=${month}`)
  expect(balance, 'the balance report').toContain(figure(closing))
  const inMonth = moves.filter(({ date }) => date <= monthEnd)
  expect(balance).toContain(
    `Tradingresults${figure(inMonth.reduce((total, { trades: yen }) => total + yen, 0))}`,
  )
  expect(balance).toContain(
    `Commission,taxincluded${figure(inMonth.reduce((total, { fees }) => total + fees, 0))}`,
  )
  // Pool units of that day, by its NAV, in paper and table; with them the paper adds up to the assets.
  const nav = curve.findLast(({ date }) => date <= monthEnd)
  const navDates = (flow: 'in' | 'out') => curve.filter((each) => each[flow] > 0).map(({ date }) => date)
  const following = follows.filter(
    (_, n) => (navDates('in')[n] ?? '9999') <= monthEnd && (navDates('out')[n] ?? '9999') > monthEnd,
  )
  const units = total(following.map((each) => each.units))
  // The month may end before the loan is repaid.
  const isOwed = japan(loan.lentAt!) <= monthEnd && japan(loan.endedAt!) > monthEnd
  const owedThen = isOwed ? LENT : 0
  const unitsWorth = nav
    ? total(following.map((each) => Math.floor((nav.equity * each.units) / nav.units)))
    : 0
  expect((await table('pools', first, monthEnd)).map((row) => Object.values(row).slice(0, 7))).toEqual(
    units === 0 || nav === undefined
      ? []
      : [
          [
            monthEnd,
            pool.id,
            expect.any(String),
            String(units),
            String(Math.round((nav.equity * 1_000_000) / nav.units) / 100),
            nav.date,
            String(unitsWorth),
          ],
        ],
  )
  if (units > 0)
    for (const text of [
      pool.id,
      figure(units),
      `Poolunits${figure(unitsWorth)}`,
      `Totalassetswithpoolunits${figure(closing + unitsWorth - owedThen)}`,
    ])
      expect(balance, 'pool units in the balance report').toContain(text)
  // In the shares of that day: a split since then changes nothing of it.
  const heldThen = new Map(
    [...heldAt(monthEnd, deals, books, ownShares, lotOn)].map(([number, quantity]) => [
      number,
      { quantity, priceTenths: lotOn(lotBy.get(number)!, monthEnd).priceTenths },
    ]),
  )
  expect(
    books
      .filter(({ number }) => balance.includes(number))
      .map(({ number }) => number)
      .toSorted(),
  ).toEqual([...heldThen.keys()].toSorted())
  for (const [number, { quantity, priceTenths }] of heldThen)
    expect(balance, number).toContain(`×${figure(quantity)}${price(priceTenths)}`)

  // Money in and out: by its own tables, among the member's entries, and in the groups of the account.
  const moneyIn = await table('deposits', first, last)
  expect(moneyIn.map((row) => [row['Amount (yen)'], row['Credited (yen)'], row['Status']])).toEqual([
    [String(PAID_IN), String(PAID_IN), 'Approved'],
  ])
  const moneyOut = await table('withdrawals', first, last)
  expect(moneyOut.map((row) => [row['Amount (yen)'], row['Status']])).toEqual([
    [String(TAKEN_OUT), 'Approved'],
  ])
  const inAndOut = account.filter((row) => row['Group'] === 'Deposits and withdrawals')
  expect(total(inAndOut.map((row) => Number(row['Change in your funds (yen)'])))).toBe(
    OPENING_DEPOSIT + PAID_IN - TAKEN_OUT,
  )

  // The result of the year adds up by flows and by issues, and its months to what the account realized.
  type Gains = { gain: number }[]
  const performance = await get<
    Record<'opening' | 'inflow' | 'outflow' | 'gain' | 'value', number> & {
      issues: Gains
      rest: { yen: number }[]
      months: { month: string; dividends: number; realized: number }[]
    }
  >('/records/performance?span=twelve')
  const { opening, inflow, outflow, gain, value } = performance
  expect([
    opening + inflow - outflow + gain,
    total(performance.months.map((month) => month.dividends)),
  ]).toEqual([value, total(payments.map(({ gross }) => gross))])
  const summary = await get<{ realizedProfit: number }>('/account')
  const newest = performance.months.at(-1)!.month.slice(0, 4)
  expect(
    total(performance.months.filter(({ month }) => month.startsWith(newest)).map(({ realized }) => realized)),
  ).toBe(summary.realizedProfit)
  expect(
    total([...performance.issues.map((each) => each.gain), ...performance.rest.map(({ yen }) => yen)]),
  ).toBe(gain)

  // The firm's data about the member is all of it.
  const { tables } = await get<{ tables: Record<string, unknown[]> }>('/records/own-data')
  expect([tables['lots']!.length, tables['share_fractions']!.length]).toEqual([
    books.length,
    exchanges.filter(({ oldParts }) => oldParts > 0).length,
  ])
  const unread = (await allPapers()).filter((path) => !read.has(path))
  expect(unread, 'a paper that the auditor has not read').toEqual([])
  await comparePapers()
})

/**
 * The pool's last day passes: everything is sold and paid out without a fee, and a dividend that comes later
 * is handed on.
 */
it('a pool pays at its end, and hands on what comes later', { timeout: 600_000 }, async () => {
  const { pool, ofPool, late } = planned
  const [{ payDate, perShareTenths }] = readActions(`\n${late}`) as [ReturnType<typeof readActions>[number]]
  const follow = async () => (await get<Follow[]>('/copy/records'))[0]!
  let date = pool.endsOn
  for (; (await follow()).status !== 'ended'; date = plusDays(date, 1)) {
    expect(date < plusDays(pool.endsOn, 9), 'the pool pays out within days').toBe(true)
    await jump(`${plusDays(date, 1)}T01:00:00.000Z`)
    await opensOn(ofPool, plusDays(date, 1))
  }
  const { curve } = await get<{ curve: Nav[] }>(`/copy/pools/${pool.id}`)
  const follows = (await get<Follow[]>('/copy/records')).toReversed()
  checkPool(curve, follows, pool.endsOn)

  const came = () => get<Entry[]>('/account/log?limit=9999')
  const before = (await came()).length
  await jump(`${plusDays(payDate, 1)}T01:00:00.000Z`)
  const gross = Math.floor((perShareTenths * 100) / 10)
  const { income, local } = taxOn(gross)
  const { units } = curve.at(-1)!
  const handed = Math.floor(((gross - income - local) * follows[1]!.units) / units)
  const profits = await waitFor(
    async () => (await came()).slice(0, -before).filter(({ kind }) => kind === 'pool-profit'),
    (entries) => entries.length > 0,
    60_000,
  )
  expect(profits.map(({ amount }) => amount)).toEqual([handed])
  const ledger = await ledgerText()
  expect(0 - standsAt(ledger, `liabilities:members:${memberId}:`, '9998')).toBe(
    total((await came()).map(({ amount }) => amount)),
  )
})

it.skipIf(findHledger() === undefined)(
  'each day was closed with what hledger makes of its entries',
  async () => {
    const { closings, compared } = await closingsByHledger(app)
    expect(closings.length).toBeGreaterThan(DAYS)
    expect(closings.filter((closing) => tiesOf(closing).off !== 0)).toEqual([])
    expect(compared.filter(({ report, hledger }) => String(report) !== String(hledger))).toEqual([])
  },
  120_000,
)

/** A loss of the year gives back what was withheld on its dividends, once, and the year's paper says so. */
it('a year is closed with what its loss gives back', { timeout: 600_000 }, async () => {
  const year = first.slice(0, 4)
  const newYear = `${Number(year) + 1}-01-01`
  if (app.context.clock.market() < Date.parse(`${newYear}T01:00:00.000Z`))
    await jump(`${newYear}T01:00:00.000Z`)
  const report = await waitFor(
    async () =>
      (await get<(YearRow & { final: boolean })[]>('/tax/reports')).find((row) => row.year === year)!,
    ({ final }) => final,
    60_000,
  )
  const { sales, dividends } = booked
  const refund = refundOf(sales, dividends)
  expect(report).toMatchObject({
    total: sales,
    dividends: { ...dividends, refundedIncomeTax: refund.income, refundedLocalTax: refund.local },
  })
  const { years } = await get<{
    years: { year: number; dividends: number; tax: number; refunded: number; net: number }[]
  }>(`/records/bonus?year=${year}`)
  const shown = years.find((each) => String(each.year) === year)!
  const [withheld, refunded] = [dividends.incomeTax + dividends.localTax, refund.income + refund.local]
  expect(shown).toMatchObject({ tax: withheld, refunded, net: shown.dividends - withheld + refunded })
  const log = await get<Entry[]>('/account/log?limit=9999')
  const back = (part: 'income' | 'local') =>
    total(
      log
        .filter(({ kind, at }) => kind.startsWith(`${part}-tax-`) && japan(at) === newYear)
        .map(({ amount }) => amount),
    )
  expect([back('income'), back('local')]).toEqual([refund.income, refund.local])
  expect(await paper(`/records/year-report?year=${year}`)).toContain(
    [
      'DividendsDividends',
      figure(dividends.amount),
      'Withheld,incometax',
      figure(dividends.incomeTax),
      'Withheld,localtax',
      figure(dividends.localTax),
      ...(refunded === 0
        ? []
        : ['Refunded,incometax', figure(refund.income), 'Refunded,localtax', figure(refund.local)]),
      'Received',
      figure(dividends.amount - withheld + refunded),
    ].join(''),
  )
})
