import { beforeAll, expect, it } from 'vitest'
import { dateJst } from '#kernel/time.ts'
import { LIMITS } from '#platform/limits.ts'
import { pdfText } from '#platform/pdf-text.fixture.ts'
import type { MarginView } from '#modules/margin-calls/contract.ts'
import type { OrderView } from '#modules/orders/contract.ts'
import type { AccountView, LotView } from '#modules/portfolio/contract.ts'
import type { TaxView } from '#modules/tax/contract.ts'
import type { BonusView, IncomeView, PerformanceView } from '#modules/records/contract.ts'
import { atConsole } from './manual-review.fixture.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { waitFor } from './wait-for.fixture.ts'

/**
 * One figure of a member stands on several pages and papers: whoever shows it shows the same, or calls it by
 * another name. The member holds shares, a long and a short on margin, has closed a part of one and all of
 * another, and waits with an order.
 */
let app: TestApp
let token: string
let userId: string
/** Before anything was bought. */
let start: AccountView
const get = async <T>(path: string): Promise<T> => (await app.call('GET', `/api${path}`, { token })).data
const sum = <Row>(rows: readonly Row[], yenOf: (row: Row) => number | null) =>
  rows.reduce((total, row) => total + (yenOf(row) ?? 0), 0)

beforeAll(async () => {
  app = await startTestApp({
    limits: {
      ...LIMITS,
      files: { ...LIMITS.files, perMember: [{ max: 1_000, withinMs: 60_000 }], exportsPerMember: [] },
    },
  })
  const { mobile, password } = app.modules.identity.demo!.members[0]!
  const entered = await app.call('POST', '/api/auth/login', { body: { account: mobile, password } })
  ;({ token, userId } = entered.data)
  const post = async (path: string, body: unknown) => {
    const answer = await app.call('POST', `/api${path}`, { token, body })
    expect(answer.msg).toBe('成功しました')
  }
  const [cash, long, short] = await app.affordable(3)
  start = await get<AccountView>('/account')
  for (const [code, side, leverage] of [
    [cash, 'up', 1],
    [long, 'up', 2],
    [short, 'down', 2],
  ] as const)
    await post('/orders', { code, side, type: 'market', quantity: 300, leverage })
  const lotsOf = async (code: string | undefined) =>
    (await get<LotView[]>('/lots?status=open')).filter((lot) => lot.code === code)
  const held = (code: string | undefined, quantity: number) =>
    waitFor(
      () => lotsOf(code),
      (lots) => sum(lots, ({ openQuantity }) => openQuantity) === quantity,
    )
  for (const code of [cash, long, short]) await held(code, 300)
  // Bought again, most often at another price: shares paid in full have one cost.
  await post('/orders', { code: cash, side: 'up', type: 'market', quantity: 100, leverage: 1 })
  await held(cash, 400)
  for (const { id } of await lotsOf(long)) await post(`/lots/${id}/close`, { type: 'market' })
  await post(`/lots/${(await lotsOf(cash)).find(({ openQuantity }) => openQuantity > 100)!.id}/close`, {
    type: 'market',
    quantity: 100,
  })
  await Promise.all([held(long, 0), held(cash, 300)])
  const { quote } = await get<{ quote: { lowerLimit: number } }>(`/stocks/${long}`)
  await post('/orders', {
    code: long,
    side: 'up',
    type: 'limit',
    quantity: 100,
    price: quote.lowerLimit,
    leverage: 1,
  })
}, 90_000)

const year = () => dateJst(app.context.clock.market()).slice(0, 4)

it('what was realized this year is one figure: account, positions, orders, income log, months, tables, console', async () => {
  const [account, lots, settled, orders, income, bonus, performance, tax, table, console] = await Promise.all(
    [
      get<AccountView>('/account'),
      get<LotView[]>('/lots?status=all'),
      get<LotView[]>('/lots?status=realized'),
      get<OrderView[]>('/orders'),
      get<IncomeView>(`/records/income?from=${year()}-01-01`),
      get<BonusView>('/records/bonus'),
      get<PerformanceView>('/records/performance'),
      get<TaxView>('/tax'),
      get<{ content: string }>('/records/tables/orders?lang=en'),
      atConsole(app, 'demo-reviewer-1').then((desk) => desk.get(`/members/${userId}/holdings`)),
    ],
  )
  const rows = Buffer.from(table.content, 'base64')
    .toString()
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
  const column = rows[0]!.findIndex((name) => name.startsWith('Result'))
  expect(column).toBeGreaterThan(0)
  // Nothing has settled yet, so that nothing is taxed: realized and before tax are the same.
  const realized = account.realizedProfit
  // The list of what was settled has the lot of which a part was sold, and none of which nothing was.
  expect(new Set(settled.map(({ openQuantity, quantity }) => openQuantity < quantity))).toEqual(
    new Set([true]),
  )
  expect(settled.some(({ status }) => status !== 'closed')).toBe(true)
  expect({
    today: account.realizedToday,
    lots: sum(lots, ({ realizedProfit }) => realizedProfit),
    settled: sum(settled, ({ realizedProfit }) => realizedProfit),
    closing: sum(orders, ({ purpose, profit }) => (purpose === 'close' ? profit : 0)),
    opening: sum(orders, ({ purpose, profit }) => (purpose === 'open' ? profit : 0)),
    income: income.year?.realized,
    months: sum(
      performance.months.filter(({ month }) => month.startsWith(year())),
      (month) => month.realized,
    ),
    tax: sum(tax.coming, ({ gain }) => gain),
    table: sum(rows.slice(1), (cells) => Number(cells[column])),
    console: sum(console.rows as { result: number }[], ({ result }) => result),
  }).toEqual({
    today: realized,
    lots: realized,
    settled: realized,
    closing: realized,
    opening: realized,
    income: realized,
    months: realized,
    tax: realized,
    table: realized,
    console: realized,
  })
  // Fees of what is held are paid, and realized with its closing: the one difference, and it is said.
  const openFees = sum(lots, ({ openFee, openQuantity, quantity }) =>
    openQuantity === 0 ? 0 : openFee - Math.floor((openFee * (quantity - openQuantity)) / quantity),
  )
  expect(openFees).toBeGreaterThan(0)
  expect(income.year).toEqual({ realized, openFees: income.total - realized, rest: 0 })
  expect([bonus.income.total, (await get<IncomeView>('/records/income')).year]).toEqual([income.total, null])
})

it('today is the change of total assets, whatever was bought and sold', async () => {
  const now = await get<AccountView>('/account')
  expect(start.todayChange).toBe(0)
  expect(now.todayChange).toBe(now.totalAssets - start.totalAssets)
})

it('the result of a sale is one: order, lot, notice, tax, and what the row says that it cost', async () => {
  const [orders, lots, tax, { messages }] = await Promise.all([
    get<OrderView[]>('/orders'),
    get<LotView[]>('/lots?status=realized'),
    get<TaxView>('/tax'),
    get<{ messages: { kind: string; orderId: string | null; text: string }[] }>('/messages'),
  ])
  const sale = orders.find(({ purpose, leverage }) => purpose === 'close' && leverage === 1)!
  const lot = lots.find(({ id }) => id === sale.lotId)!
  const noted = tax.coming.flatMap(({ results }) => results).find(({ orderId }) => orderId === sale.id)!
  const proceeds = sale.fills.reduce((total, { price, quantity }) => total + price * quantity, 0)
  expect(lot.averageCost).toBe(tax.costs.find(({ code }) => code === sale.code)!.unitCost)
  expect([sale.profit, lot.realizedProfit, lot.soldCost]).toEqual([noted.gain, noted.gain, lot.averageCost])
  expect(noted.gain).toBe(Math.round(proceeds) - sale.fee - 100 * lot.averageCost!)
  const { text } = messages.find(({ kind, orderId }) => kind === 'lotClosed' && orderId === sale.id)!
  expect(text.replace('−', '-').replaceAll(',', '')).toContain(`実現損益 ${noted.gain}円`)
})

it('the fills of an order add up to what it shows as traded, and to its fee', async () => {
  const orders = await get<OrderView[]>('/orders')
  const traded = orders.filter(({ filledQuantity }) => filledQuantity > 0)
  expect(traded.length).toBe(6)
  for (const { id } of traded) {
    const order = await get<OrderView>(`/orders/${id}`)
    expect(sum(order.fills, ({ quantity }) => quantity)).toBe(order.filledQuantity)
    expect(sum(order.fills, ({ fee }) => fee)).toBe(order.fee)
  }
})

it('what is held is worth, costs and may be spent the same on every page', async () => {
  type Seen = {
    account: AccountView
    lots: LotView[]
    margin: MarginView
    copy: { free: number }
    leaving: { withdrawable: number }
  }
  // Prices move while the pages are read: they are held against each other where they did not.
  const { account, lots, margin, copy, leaving } = await waitFor(
    async (): Promise<(Seen & { after: AccountView }) | null> => {
      const account = await get<AccountView>('/account')
      const [lots, margin, copy, leaving] = await Promise.all([
        get<LotView[]>('/lots?status=open'),
        get<MarginView>('/margin'),
        get<{ free: number }>('/copy/money'),
        get<{ withdrawable: number }>(`/index/withdrawal?user_id=${userId}`),
      ])
      return { account, lots, margin, copy, leaving, after: await get<AccountView>('/account') }
    },
    (seen) => seen !== null && seen.account.floatingProfit === seen.after.floatingProfit,
  ).then((seen) => seen!)
  const leveraged = ({ leverage, side }: LotView) => leverage > 1 || side === 'down'
  expect({
    floating: sum(lots, ({ floatingProfit }) => floatingProfit),
    value: sum(lots, ({ marketValue }) => marketValue),
    accrued: sum(lots, ({ accrued }) => accrued),
    margins: sum(lots, ({ margin: held }) => held),
    notional: sum(lots.filter(leveraged), ({ notional }) => notional),
  }).toEqual({
    floating: account.floatingProfit,
    value: account.marketValue,
    accrued: account.accruedCharges,
    margins: account.lotMargin,
    notional: account.openNotional,
  })
  expect(margin).toMatchObject({
    available: account.available,
    unsettled: account.unsettled,
    orderHold: account.orderHold,
    loan: account.loan,
    held: account.marginHeld,
    notional: account.openNotional,
    ratioBp: account.marginRatioBp,
  })
  expect(account.orderHold).toBeGreaterThan(0)
  // A pool takes only what could be paid out too.
  expect(copy.free).toBe(leaving.withdrawable)
  expect(account.buyingPower).toBe(account.available + account.unsettled - account.taxDue)
})

it('the balance report adds up, with a loan', { timeout: 90_000 }, async () => {
  type Financing = { prefill: object; loans: { state: string; amount: number }[] }
  const { prefill } = await get<Financing>('/loans')
  const asked = {
    ...prefill,
    address: '東京都千代田区1-1',
    contact: '0312345678',
    email: 'mihon@example.com',
  }
  const sent = await app.call('POST', '/api/loans', { token, body: { ...asked, amount: 500_000 } })
  expect(sent.msg).toBe('成功しました')
  await waitFor(
    () => get<Financing>('/loans'),
    ({ loans }) => loans[0]?.state === 'open',
    60_000,
  )
  const account = await get<AccountView>('/account')
  const own = sum(
    [
      account.available,
      account.unsettled,
      account.orderHold,
      account.lotMargin,
      account.withdrawalHold,
      account.subscriptionHold,
      account.dividendHold,
      account.paidShares,
    ],
    (yen) => yen,
  )
  const month = dateJst(app.context.clock.market()).slice(0, 7)
  const paper = await get<{ content: string }>(`/records/balance-report?period=${month}&lang=en`)
  const text = pdfText(Buffer.from(paper.content, 'base64')).replaceAll(' ', '')
  const row = (label: string, closing: number) => {
    const figure = closing.toLocaleString('en').replace('-', '\u2212')
    return `${label}0${figure}${figure}`
  }
  expect(account.loan).toBe(500_000)
  expect(text).toContain(row('Totalownfunds', own))
  expect(text).toContain(row('Loanprincipal', -500_000))
  expect(text).toContain(row('Ownfundslessdebts', own - 500_000))
})
