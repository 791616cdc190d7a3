import { beforeAll, expect, it } from 'vitest'
import { LIMITS } from '#platform/limits.ts'
import { pdfText } from '#platform/pdf-text.fixture.ts'
import {
  dealOf,
  feeOf,
  heldAt,
  heldFor,
  loanInterest,
  movesOf,
  plusDays,
  poolFees,
  readCsv,
  resultsOf,
  standsAt,
  withheldOn,
  type Deal,
  type Lot,
  type Nav,
} from './auditor.fixture.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { waitFor } from './wait-for.fixture.ts'
import { verify } from './verified.fixture.ts'

/**
 * Days of a member's trading through the API, then every paper held against books that an auditor makes of
 * them: trade reports, balance report, yearly report (by the text of the PDF), the tables as CSV, the ledger
 * as hledger reads it. Shares, leveraged longs and shorts, both deliveries, block sales and offerings, a
 * loan, a copy pool. A week in the short form, a month in the long one.
 */
const DAYS = process.env['TEST_LONG'] === undefined ? 5 : 28
const ID_NUMBER = '301234567893'
const [LENT, SUBSCRIBED] = [500_000, 300_000]
let app: TestApp
let token: string
let memberId: string
beforeAll(async () => {
  app = await startTestApp({
    limits: {
      ...LIMITS,
      files: { ...LIMITS.files, perMember: [{ max: 10_000, withinMs: 60_000 }], exportsPerMember: [] },
    },
  })
  const member = await app.enrol('090-7373-0001')
  ;[token, memberId] = [member.token, member.userId]
  await verify(app, token, { idNumber: ID_NUMBER })
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

const get = async <T>(path: string): Promise<T> =>
  (await app.call('GET', `/api${path}${path.includes('?') ? '&' : '?'}lang=en`, { token })).data
const post = async (path: string, body: object) => {
  const answer = await app.call('POST', `/api${path}`, { token, body })
  expect([path, answer.code, answer.data]).toEqual([path, 1, answer.data])
}
const content = async (path: string) => Buffer.from((await get<{ content: string }>(path)).content, 'base64')
const table = async (name: string, from: string, to: string) =>
  readCsv((await content(`/records/tables/${name}?from=${from}&to=${to}`)).toString())
const paper = async (path: string) => pdfText(await content(path)).replaceAll(' ', '')
const figure = (yen: number) => yen.toLocaleString('en').replace('-', '\u2212')
const japan = (at: string) => new Date(Date.parse(at) + 9 * 3_600_000).toISOString().slice(0, 10)
const lots = () => get<LotRow[]>('/lots?status=all&limit=500')
const settle = () =>
  waitFor(
    () => get<Order[]>('/orders?status=pending'),
    (found) => found.length === 0,
    60_000,
  )
const jump = async (at: string) =>
  expect((await app.call('POST', '/api/dev/clock', { body: { at } })).code).toBe(1)

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
  }
}

/** Besides: what is offered is applied for, a loan is taken and repaid, a pool followed and left. */
async function useProducts(day: number): Promise<void> {
  const { draws } = await get<{ draws: { id: string; status: string }[] }>('/draws')
  for (const { id } of draws.filter(({ status }) => status === 'open')) {
    // Not yet open, or applied for already: refused. That something was got is asked at the end.
    await app.call('POST', '/api/applications', { token, body: { drawId: id, units: 1, r: 'a5'.repeat(16) } })
  }
  for (const { id, status } of await get<{ id: string; status: string }[]>('/ipo/applications'))
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
    const [pool] = await waitFor(
      () => get<{ id: string; status: string }[]>('/copy/pools'),
      (pools) => pools[0]?.status === 'open',
      60_000,
    )
    await post('/copy/subscriptions', { pool: pool!.id, amount: SUBSCRIBED })
  }
  if (day === 3) {
    const { id } = await theLoan()
    await post(`/loans/${id}/repay`, { amount: null })
    await post('/copy/redemptions', { record: (await get<Follow[]>('/copy/records'))[0]!.id })
  }
}
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
  const { id } = (await app.call('GET', '/api/console/exports', options)).data.exports[0]
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

it('every paper says what an auditor’s own books say', { timeout: DAYS * 60_000 }, async () => {
  const first = app.modules.market.phase().tradeDate
  const last = plusDays(first, DAYS + 4)
  const acting = new Set(
    (await get<{ actions: { code: string }[] }>(`/actions?from=${first}&to=${last}`)).actions.map(
      ({ code }) => code,
    ),
  )
  const codes = (await app.affordable(60)).filter((code) => !acting.has(code)).slice(0, 3)
  for (let day = 0; day < DAYS; day++) {
    await trade(day, codes)
    await useProducts(day)
    await jump(`${plusDays(first, day + 1)}T01:00:00.000Z`)
    await waitFor(
      async () =>
        (
          await get<{ quote: { tradeDate: string; ask: number | null; bid: number | null } }>(
            `/stocks/${codes[0]}`,
          )
        ).quote,
      ({ tradeDate, ask, bid }) => tradeDate > plusDays(first, day) && ask !== null && bid !== null,
      60_000,
    )
  }
  await jump(`${last}T01:00:00.000Z`)
  await waitFor(
    () => get<{ unsettled: number }>('/account'),
    ({ unsettled }) => unsettled === 0,
    60_000,
  )

  const [trades, orderRows, account, income, rows, orders] = await Promise.all([
    table('trades', first, last),
    table('orders', first, last),
    table('account', plusDays(first, -1), last),
    table('income', plusDays(first, -1), last),
    lots(),
    get<Order[]>('/orders?limit=500'),
  ])
  const leverageOf = new Map(orderRows.map((row) => [row['Order number']!, Number(row['Leverage'])]))
  const closings = new Map(
    orders
      .filter(({ purpose, filledQuantity }) => purpose === 'close' && filledQuantity > 0)
      .map(({ lotId, number }) => [lotId, number]),
  )
  const books = rows.map((lot): Lot => ({
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
  const deals = trades.map((row) => dealOf(row, leverageOf))
  for (const done of ['open up', 'open down', 'close up', 'close down', 'take up', 'give down', 'allot up'])
    expect(
      deals.map(({ kind, side }) => `${kind} ${side}`),
      'what was tried',
    ).toContain(done)
  // The shares that were given against a short are the only ones of that issue that no order closed.
  const inputsOf = (deal: Deal): Lot =>
    books.find(
      (lot) =>
        lot.code === deal.code &&
        lot.side === 'up' &&
        lot.leverage === 1 &&
        lot.closedBy === null &&
        lot.openedOn === deal.date,
    )!
  const lotBy = new Map(books.map((lot) => [lot.number, lot]))
  for (const { kind, order, side, amount, charges, date } of deals) {
    const isDelivery = kind === 'take' || kind === 'give'
    expect([order, charges]).toEqual([
      order,
      isDelivery ? heldFor(side, amount, lotBy.get(order)!.openedOn, date) : 0,
    ])
  }

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
  // Tax: what each settlement day took or gave back.
  const settled = resultsOf(deals, books)
  const log = await get<{ kind: string; at: string; amount: number }[]>('/account/log')
  const moved = (date: string, part: 'income' | 'local') =>
    log
      .filter(({ kind, at }) => kind.startsWith(`${part}-tax-`) && japan(at) === date)
      .reduce((sum, { amount }) => sum - amount, 0)
  for (const { date, income, local } of withheldOn(settled))
    expect([date, moved(date, 'income'), moved(date, 'local')]).toEqual([date, income, local])

  // The year, as data and as a paper.
  const sum = (of: (day: (typeof settled)[number]) => number) =>
    settled
      .filter(({ date }) => date.startsWith(first.slice(0, 4)))
      .reduce((total, day) => total + of(day), 0)
  const year = (
    await get<{ year: string; cash: object; margin: object; total: number }[]>('/tax/reports')
  ).find((each) => each.year === first.slice(0, 4))!
  const own = {
    cash: sum((day) => day.cash),
    cashProceeds: sum((day) => day.cashProceeds),
    margin: sum((day) => day.margin),
    marginProceeds: sum((day) => day.marginProceeds),
  }
  expect(year).toMatchObject({
    cash: { proceeds: own.cashProceeds, gain: own.cash },
    margin: { proceeds: own.marginProceeds, gain: own.margin },
    total: own.cash + own.margin,
  })
  const yearPaper = await paper(`/records/year-report?year=${year.year}`)
  for (const yen of [own.cashProceeds, own.cash, own.marginProceeds, own.margin, own.cash + own.margin])
    expect(yearPaper).toContain(figure(yen))

  // What a copy pool gave and took: units and worth at the NAV of the day, and its fees.
  const [follow] = await get<Follow[]>('/copy/records')
  const { curve } = await get<{ curve: Nav[] }>(`/copy/pools/${follow!.pool}`)
  const came = curve.find((nav) => nav.in > 0)!
  const went = curve.find((nav) => nav.out > 0)!
  expect(follow).toMatchObject({
    status: 'ended',
    buy: SUBSCRIBED,
    units: Math.floor((SUBSCRIBED * (came.units - follow!.units)) / (came.equity - SUBSCRIBED)),
  })
  const repaid = Math.floor(((went.equity + went.out) * follow!.units) / (went.units + follow!.units))
  expect([came.in, went.out, follow!.paid]).toEqual([SUBSCRIBED, repaid, repaid])
  expect(curve.slice(1).map(({ fees }) => fees)).toEqual(
    poolFees(curve, new Map([[came.date, follow!.units]]), new Map([[went.date, follow!.units]])),
  )

  // The groups of the income table: what the account gained and lost, from deals, taxes, loan and pool.
  const loan = await theLoan()
  const loanPaid = loanInterest(LENT, japan(loan.lentAt!), japan(loan.endedAt!))
  expect(loan).toMatchObject({ state: 'repaid', paidInterest: loanPaid })
  const moves = movesOf(deals, books, inputsOf)
  const all = (of: (move: (typeof moves)[number]) => number) =>
    moves.reduce((total, move) => total + of(move), 0)
  const group = (name: string) =>
    income
      .filter((row) => row['Group'] === name)
      .reduce((total, row) => total + Number(row['Change of your money (yen)']), 0)
  expect({
    trades: group('Trading results'),
    fees: group('Commission, tax included'),
    interest: group('Interest and stock loan fees'),
    pools: group('Pools'),
    tax: group('Tax'),
  }).toEqual({
    trades: all(({ trades: yen }) => yen),
    fees: all(({ fees }) => fees),
    interest: all(({ interest }) => interest) - loanPaid,
    pools: repaid - SUBSCRIBED,
    tax: 0 - withheldOn(settled).reduce((total, { income: national, local }) => total + national + local, 0),
  })

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
        figure(fills.includes(deal) ? deal.fee : deal.charges),
      ].join('')
      expect(
        [
          report.includes(deal.order),
          report.includes(fills.includes(deal) ? `${deal.leverage}×${figures}` : figures),
        ],
        `${deal.order} of ${date}: ${figures}`,
      ).toEqual([true, true])
    }
    const total = (side: string) =>
      fills
        .filter((deal) => (deal.side === 'up') === ((deal.kind === 'open') === (side === 'bought')))
        .reduce((yen, { amount }) => yen + amount, 0)
    for (const yen of [total('bought'), total('sold'), fills.reduce((fees, { fee }) => fees + fee, 0)])
      expect(report, date).toContain(figure(yen))
  }

  // A month's end: table, paper and ledger stand at one figure.
  const month = first.slice(0, 7)
  const end = plusDays(`${plusDays(`${month}-28`, 7).slice(0, 7)}-01`, -1)
  const monthEnd = end < last ? end : last
  const closing = account
    .filter((row) => row['Booked']! <= monthEnd)
    .reduce((total, row) => total + Number(row['Change of your money (yen)']), 0)
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
  const heldThen = heldAt(monthEnd, deals, books, inputsOf)
  expect(
    books
      .filter(({ number }) => balance.includes(number))
      .map(({ number }) => number)
      .toSorted(),
  ).toEqual([...heldThen.keys()].toSorted())
  for (const [number, quantity] of heldThen)
    expect(balance, number).toContain(`×${figure(quantity)}${price(lotBy.get(number)!.priceTenths)}`)
})
