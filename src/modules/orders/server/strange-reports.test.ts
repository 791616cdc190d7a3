import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { standIn } from '#kernel/stand-in.fixture.ts'
import { defineCommand, done, type Command, type DomainEvent } from '#platform/engine/command.ts'
import type { Engine } from '#platform/engine/engine.ts'
import { reexecute } from '#platform/engine/reexecute.ts'
import { allAccounts } from '#modules/ledger/server/accounts.fixture.ts'
import type { MessageRow } from '#modules/inbox/server/tables.ts'
import { execNo } from '#modules/venue/model/exec-no.ts'
import type { ExecutionReport } from '#modules/venue/server/ports.ts'
import type { Fill } from '../model/apply-execution.ts'
import { isWorking } from '../model/order-life.ts'
import { holdYen, type Order } from '../model/order.ts'
import { MOST_LISTED, nameFrom, reportIn, type VenueException } from '../model/venue-exception.ts'
import { CODE, MEMBER, MONEY_TABLES, moneyDesk, type MoneyDesk, TODAY } from './money.fixture.ts'
import { reportDecisions, type ReportDecision } from './decide-report.ts'
import { cancelRefused } from './events.ts'
import { orders } from './tables.ts'
import { venueExecutions, type VenueExecution } from './venue-executions.ts'
import { linkVenue } from './venue-link.ts'
import { isDisputed, restReportsCommand, venueExceptions } from './venue-exceptions.ts'

const rowsOf = <R>(desk: MoneyDesk, name: string): R[] =>
  [...desk.kept.rows].filter(([key]) => key.startsWith(`${name} `)).map(([, row]) => row as R)

const executionsOf = (desk: MoneyDesk): string[] =>
  rowsOf<VenueExecution>(desk, 'venue_executions').map(
    ({ orderId, execId, execType }) => `${orderId}\n${execId}\n${execType}`,
  )

/** A desk whose reports come in through the link, as a venue says them. */
function linked(inOrder = false) {
  const desk = moneyDesk({ depositYen: 100_000_000 })
  let say: (report: ExecutionReport) => void = () => {}
  const failures: unknown[] = []
  const cancelled: string[] = []
  const link = linkVenue(
    standIn<Parameters<typeof linkVenue>[0]>({
      engine: () =>
        standIn<Engine>({
          read: desk.tables,
          submit: async (command: Command, input: unknown) => {
            try {
              return desk.submit(command, input, null)
            } catch (thrown) {
              failures.push(thrown)
              throw thrown
            }
          },
        }),
      venue: {
        name: 'stranger',
        cancel: (id: string) => void cancelled.push(id),
        onReport: (listener: typeof say) => (say = listener),
        ...(inOrder ? { inOrder: true } : {}),
      },
      feed: { onTrades: () => {} },
      heard: async (executions: readonly { orderId: string; n: number }[]) => {
        const ids = new Set(executions.map(({ orderId }) => orderId))
        const all = rowsOf<Order>(desk, 'orders').filter(({ id }) => ids.has(id))
        return {
          fills: new Set(rowsOf<Fill>(desk, 'fills').map(({ orderId, n }) => `${orderId} ${n}`)),
          executions: new Set(executionsOf(desk)),
          listed: new Set(
            rowsOf<VenueException>(desk, 'venue_exceptions').map(
              ({ orderId, execId }) => `${orderId}\n${execId}`,
            ),
          ),
          orders: new Map(all.map((order) => [order.id, order])),
        }
      },
      apply: desk.commands.apply,
      list: desk.commands.list,
      market: desk.deps.market,
      wall: () => desk.market.at,
      log: { warn: ({ err }: { err: unknown }) => void failures.push(err), error: () => {} },
    }),
  )
  return {
    desk,
    /** Orders that the venue was asked to cancel. */
    cancelled,
    look: link.scan.look,
    hear: (event: DomainEvent) => {
      for (const { on, handle } of link.listeners) if (on === event.type) handle(event)
    },
    /** Anything; what it leads to has been done when this resolves. */
    async say(report: unknown): Promise<void> {
      say(report as ExecutionReport)
      for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
      expect(failures).toEqual([])
    },
    exceptions: () => desk.tables.of(venueExceptions).all(),
    order: (id: string) => rowsOf<Order>(desk, 'orders').find((order) => order.id === id)!,
    told: () => rowsOf<{ kind: string }>(desk, 'messages').map(({ kind }) => kind),
  }
}

const decisions = (desk: MoneyDesk) =>
  reportDecisions(
    desk.deps,
    { products: new Map(), managed: { reports: null } },
    () => crypto.randomUUID(),
    async () => [],
  )

/** The command of the last signature. */
function decideAs(desk: MoneyDesk, row: string, decision: ReportDecision): void {
  const { decide, captureInputs, refuse } = decisions(desk)
  expect(refuse(desk.tables, row, decision)).toBeNull()
  const command = defineCommand({
    type: 'test.decide',
    captureInputs: () => captureInputs(desk.tables, row),
    run: (tables, input: { at: number; tradeDate: string }, inputs, { seq, at: wall }) =>
      done(null, decide(tables, row, decision, { seq, wall, ...input }, inputs)),
  })
  desk.submit(command, { at: desk.market.at, tradeDate: TODAY }, null)
}

const said = (orderId: string, n: number, patch: object = {}) => ({
  execId: `${TODAY}-${n}`,
  orderId,
  code: CODE,
  execType: 'TRADE',
  ordStatus: 'PARTIALLY_FILLED',
  lastQty: 0,
  lastPxTenths: 0,
  cumQty: 0,
  leavesQty: 0,
  venueSeq: n,
  at: 1_000 + n,
  tradeDate: TODAY,
  ...patch,
})
const trade = (lastQty: number, lastPxTenths: number) => ({ lastQty, lastPxTenths })

/** Invariants whatever a venue says: the ledger is 0, and every share that traded is booked or listed. */
function check(desk: MoneyDesk): void {
  expect(allAccounts(desk.tables).reduce((sum, { balanceYen }) => sum + balanceYen, 0)).toBe(0)
  const fills = rowsOf<Fill>(desk, 'fills')
  let held = 0
  for (const order of rowsOf<Order>(desk, 'orders')) {
    const filled = fills.filter(({ orderId }) => orderId === order.id)
    expect(order.filledQuantity).toBe(filled.reduce((sum, { quantity }) => sum + quantity, 0))
    expect(order.filledQuantity).toBeLessThanOrEqual(order.quantity)
    if (!isWorking(order.ordStatus)) expect(holdYen(order)).toBe(0)
    held += holdYen(order)
  }
  expect(desk.balances().orderHold).toBe(held)
}

describe('a report that is not true of its order', () => {
  const placed = async () => {
    const link = linked()
    const placing = link.desk.place({ type: 'limit', price: 3_400, quantity: 300 })
    const id = (placing as { answer: { id: string } }).answer.id
    await link.say(said(id, 10, { execType: 'NEW' }))
    return { ...link, id }
  }
  test.each<[what: string, report: object, fault: string]>([
    ['a fill worse than its limit', trade(100, 34_001), 'REPORT_PRICE'],
    ['an overfill', trade(400, 34_000), 'REPORT_QUANTITY'],
    ['a price of two decimals', trade(33, 29_999.5), 'REPORT_FORM'],
    ['a price beyond all', trade(100, Number.MAX_SAFE_INTEGER), 'REPORT_PRICE'],
    ['a bust', { execType: 'TRADE_CANCEL', refExecId: `${TODAY}-10`, ...trade(100, 34_000) }, 'REPORT_BUST'],
    [
      'a correction',
      { execType: 'TRADE_CORRECT', refExecId: `${TODAY}-10`, ...trade(100, 33_990) },
      'REPORT_CORRECTION',
    ],
    ['a bust of nothing', { execType: 'TRADE_CANCEL', ...trade(100, 34_000) }, 'REPORT_FORM'],
    ['a status report', { execType: 'STATUS' }, 'REPORT_FORM'],
    ['a quantity that was restated upwards', { execType: 'REPLACED', leavesQty: 500 }, 'REPORT_QUANTITY'],
    [
      'a dearer price that nobody asked for',
      { execType: 'REPLACED', leavesQty: 300, priceTenths: 35_000 },
      'REPORT_PRICE',
    ],
    ['an ExecID that is none', { execId: 'E\u0000', ...trade(100, 34_000) }, 'REPORT_FORM'],
    ['a day far ahead', { tradeDate: '9999-12-31', ...trade(100, 34_000) }, 'REPORT_FORM'],
    ['a day that is none', { tradeDate: '2026-99-99', ...trade(100, 34_000) }, 'REPORT_FORM'],
  ])('%s is listed, and its order disputed', async (_, report, fault) => {
    const { desk, say, id, exceptions, told } = await placed()
    const before = desk.balances()
    await say(said(id, 11, report))
    await say(said(id, 11, report))
    expect(exceptions()).toMatchObject([{ orderId: id, memberId: MEMBER, fault, status: 'open' }])
    expect(isDisputed(desk.tables, id)).toBe(true)
    expect([desk.balances(), told()]).toEqual([before, ['orderDisputed']])
    // The end, which would free the money, waits for people; a right trade is booked.
    await say(said(id, 12, trade(100, 34_000)))
    await say(said(id, 13, { execType: 'CANCELED', reason: 'REQUESTED' }))
    expect(desk.tables.of(orders).get(id)).toMatchObject({
      ordStatus: 'PARTIALLY_FILLED',
      filledQuantity: 100,
    })
    expect(desk.balances().orderHold).toBeGreaterThan(0)
    expect(exceptions().map((row) => row.fault)).toEqual([fault, 'REPORT_WAITS'])
    check(desk)
  })

  test('a trade that comes out of turn is booked once, where the venue may say so', async () => {
    const { say, id, order, exceptions, desk } = await placed()
    await say(said(id, 12, trade(100, 33_900)))
    await say(said(id, 11, trade(100, 34_000)))
    await say(said(id, 11, trade(100, 34_000)))
    expect(order(id)).toMatchObject({ filledQuantity: 200, lastExecNo: 3 })
    expect(exceptions()).toEqual([])
    check(desk)
  })

  test('names are opaque text: each is applied once, in whatever order, and fills have numbers of our own', async () => {
    const { say, id, order, exceptions, desk } = await placed()
    for (const execId of ['E5', '9f/b 2', 'E5', 'e5'])
      await say(said(id, 0, { execId, ...trade(100, 34_000) }))
    expect(order(id)).toMatchObject({ ordStatus: 'FILLED', filledQuantity: 300 })
    expect(rowsOf<Fill>(desk, 'fills').map(({ n }) => n)).toEqual([2, 3, 4])
    // Over: the rows know it, and a new one is listed.
    expect(desk.tables.of(venueExecutions).all()).toEqual([])
    for (const execId of ['E5', 'E6', 'E6']) await say(said(id, 0, { execId, ...trade(100, 34_000) }))
    expect(exceptions()).toMatchObject([{ execId: 'E6', fault: 'REPORT_LATE' }])
    check(desk)
  })

  test('other shares under the ExecID of a trade are listed, and an amendment is not applied again', async () => {
    const { say, id, order, exceptions, desk } = await placed()
    await say(said(id, 11, trade(100, 34_000)))
    await say(said(id, 11, trade(200, 34_000)))
    expect(exceptions()).toMatchObject([{ execId: `${TODAY}-11`, fault: 'REPORT_QUANTITY' }])
    expect(order(id)).toMatchObject({ filledQuantity: 100 })
    check(desk)
    const other = await placed()
    for (const [n, leavesQty] of [
      [11, 200],
      [12, 100],
      [11, 200],
    ] as const)
      await other.say(said(other.id, n, { execType: 'REPLACED', leavesQty, priceTenths: 34_000 }))
    expect(other.order(other.id)).toMatchObject({ quantity: 100 })
    check(other.desk)
  })

  test('a venue that says more than people can read is counted beyond the limit', async () => {
    const { say, id, exceptions } = await placed()
    for (let n = 11; n < 11 + MOST_LISTED + 5; n++) await say(said(id, n, trade(400, 34_000)))
    expect([exceptions().length, exceptions().at(-1)!.more]).toEqual([MOST_LISTED, 5])
  })

  test('what was set aside is not applied when it is said again, and leaves memory at the next start', async () => {
    const { desk, say, id, exceptions, order } = await placed()
    await say(said(id, 11, trade(400, 34_000)))
    decideAs(desk, exceptions()[0]!.id, 'set-aside')
    await say(said(id, 11, trade(400, 34_000)))
    expect(exceptions()).toMatchObject([{ status: 'set-aside' }])
    desk.submit(restReportsCommand, null, null)
    expect(exceptions()).toHaveLength(1)
    await say(said(id, 12, { execType: 'CANCELED' }))
    desk.submit(restReportsCommand, null, null)
    expect([exceptions(), order(id).ordStatus]).toEqual([[], 'CANCELED'])
    // The rows know it still.
    await say(said(id, 11, trade(400, 34_000)))
    expect(exceptions()).toEqual([])
  })

  test('a trade under the ExecID of another kind of report is not taken for its repeat', async () => {
    const { say, id, order } = await placed()
    await say(said(id, 10, trade(100, 34_000)))
    expect(order(id)).toMatchObject({ filledQuantity: 100 })
  })

  test('a trade after the end, or of an order that nobody knows, is listed', async () => {
    const { say, id, exceptions, desk, told } = await placed()
    await say(said(id, 11, { execType: 'CANCELED' }))
    await say(said(id, 12, trade(100, 34_000)))
    await say(said(id, 9, trade(100, 34_000)))
    await say(said('nobody', 13, trade(100, 34_000)))
    expect(exceptions()).toMatchObject([
      { orderId: id, memberId: MEMBER, fault: 'REPORT_LATE', execId: `${TODAY}-12` },
      { orderId: id, memberId: MEMBER, fault: 'REPORT_LATE', execId: `${TODAY}-9` },
      { orderId: 'nobody', memberId: null, fault: 'REPORT_UNKNOWN' },
    ])
    expect(told()).toEqual(['orderCancelled', 'orderDisputed'])
    check(desk)
  })

  test('a trade of the day before, of an order that waits here, is booked by people to the yen', async () => {
    const { desk, say, exceptions, order } = linked()
    const placing = desk.place({ type: 'limit', price: 3_400, quantity: 300, validity: 'week' })
    const { id } = (placing as { answer: { id: string } }).answer
    await say(said(id, 10, { execType: 'NEW' }))
    await say(said(id, 11, { execType: 'EXPIRED', reason: 'DAY_END' }))
    expect(order(id)).toMatchObject({ ordStatus: 'HELD' })
    await say(said(id, 12, trade(100, 33_000)))
    expect(exceptions()).toMatchObject([{ fault: 'REPORT_LATE', status: 'open' }])
    const hold = desk.balances().orderHold
    // Cancelled meanwhile: it goes nowhere, and keeps its money until the decision.
    expect(desk.cancel(id).ok).toBe(true)
    expect([order(id).ordStatus, desk.balances().orderHold]).toEqual(['HELD', hold])
    decideAs(desk, exceptions()[0]!.id, 'booked')
    expect(exceptions()).toMatchObject([{ status: 'booked' }])
    expect(order(id)).toMatchObject({ ordStatus: 'HELD', filledQuantity: 100, filledYen: 330_000 })
    expect(desk.balances().lotMargin).toBe(330_000)
    check(desk)
    expect(desk.look()).toBe(1)
    expect(order(id)).toMatchObject({ ordStatus: 'CANCELED', status: 'holding' })
    check(desk)
  })

  test('a trade that comes with the end of its order in one command is listed too', async () => {
    const { desk, id, exceptions } = await placed()
    const end = desk.report(id, { execNo: execNo(`${TODAY}-11`), execType: 'CANCELED' })
    const late = desk.report(id, { execNo: execNo(`${TODAY}-12`), execType: 'TRADE', ...trade(100, 34_000) })
    desk.apply(id, [end, late])
    expect(exceptions()).toMatchObject([{ fault: 'REPORT_LATE', orderId: id }])
  })

  test('in a journal of before is dropped, as it was then', async () => {
    const { desk, id, exceptions } = await placed()
    const late = desk.report(id, { execNo: execNo(`${TODAY}-12`), execType: 'TRADE', ...trade(400, 34_000) })
    const { apply } = desk.commands
    const before: Command = {
      ...apply,
      captureInputs: () => ({ ids: [], settlementDate: TODAY, says: true }),
    }
    desk.submit(before, { orderId: id, reports: [late] }, null)
    expect(exceptions()).toEqual([])
  })
})

describe('an answer that ends nothing', () => {
  const atWork = async (ticket: Parameters<MoneyDesk['place']>[0] = {}) => {
    const link = linked()
    const placed = link.desk.place({ type: 'limit', price: 3_400, quantity: 300, ...ticket })
    const { id } = (placed as { answer: { id: string } }).answer
    await link.say(said(id, 10, { execType: 'NEW' }))
    return { ...link, id, last: () => rowsOf<MessageRow>(link.desk, 'messages').at(-1) }
  }

  test('a refused cancel is told with its reason, holds its money, and can be asked for again', async () => {
    const { desk, id, say, order, last } = await atWork()
    const { orderHold } = desk.balances()
    expect([desk.cancel(id).ok, desk.cancel(id)]).toMatchObject([true, { rejection: 'CANCEL_UNDER_WAY' }])
    await say(said(id, 11, { execType: 'CANCEL_REJECTED', reason: 'TOO_LATE' }))
    expect(order(id)).toMatchObject({ ordStatus: 'NEW', cancelAsked: false, reason: null })
    expect(last()).toMatchObject({ kind: 'cancelRejected', args: { reason: 'TOO_LATE' } })
    expect(desk.balances().orderHold).toBe(orderHold)
    // Nobody has asked: nobody is told.
    await say(said(id, 12, { execType: 'CANCEL_REJECTED', reason: 'anything' }))
    expect(rowsOf(desk, 'messages')).toHaveLength(1)
    expect(desk.cancel(id).ok).toBe(true)
    await say(said(id, 13, { execType: 'CANCELED', reason: 'REQUESTED' }))
    expect([order(id).ordStatus, desk.balances().orderHold]).toEqual(['CANCELED', 0])
    check(desk)
  })

  test('a refused amendment gives back what was held for it, and can be asked for again', async () => {
    const { desk, id, say, order, told } = await atWork()
    const { orderHold } = desk.balances()
    expect(desk.amend(id, { price: 3_450, exits: { takeProfit: 3_600 } }).ok).toBe(true)
    expect(desk.balances().orderHold).toBeGreaterThan(orderHold)
    expect(desk.amend(id, { price: 3_440 })).toMatchObject({ rejection: 'AMEND_UNDER_WAY' })
    await say(said(id, 11, { execType: 'AMEND_REJECTED', reason: 'S.O.S.', leavesQty: 300 }))
    expect(order(id)).toMatchObject({ priceTenths: 34_000, amendPriceTenths: null, takeProfitTenths: null })
    expect([desk.balances().orderHold, told()]).toEqual([orderHold, ['amendRejected']])
    expect(desk.amend(id, { price: 3_440 }).ok).toBe(true)
    await say(said(id, 12, { execType: 'REPLACED', leavesQty: 300, priceTenths: 34_400 }))
    expect([order(id).priceTenths, told().at(-1)]).toEqual([34_400, 'orderAmended'])
    check(desk)
  })

  test('a change that the venue makes by itself is told; one that costs more than is held is listed', async () => {
    const { desk, id, say, order, last, exceptions } = await atWork()
    await say(said(id, 11, { execType: 'RESTATED', leavesQty: 200, priceTenths: 33_900, reason: 'REPRICED' }))
    expect(order(id)).toMatchObject({ quantity: 200, priceTenths: 33_900 })
    expect(last()).toMatchObject({ kind: 'orderRestated', args: { quantity: 200, reason: 'REPRICED' } })
    await say(said(id, 12, { execType: 'REPLACED', leavesQty: 100, priceTenths: 33_900 }))
    expect([order(id).quantity, rowsOf(desk, 'messages').length]).toEqual([100, 2])
    // An amendment that is under way keeps its money.
    desk.amend(id, { price: 3_500 })
    await say(said(id, 13, { execType: 'RESTATED', leavesQty: 100, priceTenths: 33_800 }))
    expect(order(id)).toMatchObject({ priceTenths: 33_800, amendPriceTenths: 35_000 })
    await say(said(id, 14, { execType: 'REPLACED', leavesQty: 100, priceTenths: 35_000 }))
    expect(order(id)).toMatchObject({ priceTenths: 35_000, amendPriceTenths: null })
    expect(exceptions()).toEqual([])
    await say(said(id, 15, { execType: 'RESTATED', leavesQty: 100, priceTenths: 40_000 }))
    expect(exceptions()).toMatchObject([{ fault: 'REPORT_PRICE' }])
    check(desk)
  })

  test('what the firm has to take back is asked for again', async () => {
    const link = linked()
    const { desk, say, order } = link
    const buy = desk.place({ type: 'limit', price: 3_400, quantity: 100 })
    const { id } = (buy as { answer: { id: string } }).answer
    await say(said(id, 10, { execType: 'NEW' }))
    desk.submit(desk.commands.cancel, { orderId: id, reason: 'FORCED_FIRST' }, MEMBER)
    await say(said(id, 11, { execType: 'CANCEL_REJECTED' }))
    expect(order(id)).toMatchObject({ cancelAsked: true, reason: 'FORCED_FIRST' })
    expect(rowsOf(desk, 'messages')).toEqual([])
    link.hear(cancelRefused(order(id)))
    link.look()
    expect(link.cancelled).toEqual([])
    desk.market.at += 30_000
    link.look()
    link.look()
    expect(link.cancelled).toEqual([id])
  })
})

/** One thing that a venue says: nearly right, mostly. */
const anything = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('TRADE') },
  { weight: 2, arbitrary: fc.constantFrom('NEW', 'REPLACED', 'CANCELED', 'EXPIRED', 'REJECTED') },
  { weight: 2, arbitrary: fc.constantFrom('CANCEL_REJECTED', 'AMEND_REJECTED', 'RESTATED') },
  { weight: 1, arbitrary: fc.constantFrom('member cancels', 'member amends') },
  { weight: 1, arbitrary: fc.constantFrom('STATUS', 'TRADE_CANCEL', 'TRADE_CORRECT', '', null) },
)
const SAYING = fc.record({
  which: fc.nat(5),
  n: fc.oneof(fc.integer({ min: 0, max: 60 }), fc.constantFrom<unknown>('E5', '', -1, 1.5, null)),
  execType: anything,
  lastQty: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom<unknown>(100, 200) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<unknown>(0, -100, 33, 0.5, 1_000_000_000, null, '100', undefined),
    },
  ),
  lastPxTenths: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom<unknown>(34_000, 33_990, 34_500) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<unknown>(0, 1, 29_999.5, 41_110, 2 ** 53 - 1, Number.NaN, -1, null, {}),
    },
  ),
  leavesQty: fc.constantFrom<unknown>(0, 100, 200, 300, 500, -1, null),
  priceTenths: fc.constantFrom<unknown>(undefined, null, 34_000, 33_900, 50_000, 0, 0.5),
  reason: fc.constantFrom<unknown>(
    undefined,
    'REQUESTED',
    'DAY_END',
    'MARKET_CLOSED',
    'S.O.S. ✆\u0000',
    {},
    7,
  ),
  tradeDate: fc.oneof(
    { weight: 9, arbitrary: fc.constant<unknown>(TODAY) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>('2026-02-30', '', null, '9999-12-31', '0001-01-01') },
  ),
  at: fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 0, max: 2_000_000_000_000 }) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(-1, Number.NaN, 1e300, '1', null) },
  ),
  receipt: fc.constantFrom<unknown>(undefined, 'ab', 'no digest', 5),
})
type Saying = typeof SAYING extends fc.Arbitrary<infer Value> ? Value : never
const LONG = process.env['TEST_LONG'] === '1'

test('whatever a venue says, in whatever order: nothing throws, the ledger is 0, every share is booked or listed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(SAYING, { maxLength: 24 }), fc.boolean(), async (sayings, inOrder) => {
      const { desk, say, exceptions } = linked(inOrder)
      desk.market.last.set('S215', 34_000)
      const ids = [
        desk.place({ type: 'limit', price: 3_400, quantity: 300 }),
        desk.place({ type: 'market', quantity: 200, leverage: 2 }),
        desk.place({ code: 'S215', type: 'limit', side: 'down', price: 3_450, quantity: 200, leverage: 2 }),
      ].map((placed) => (placed as { answer: { id: string } }).answer.id)
      const names = [...ids, ids[0]!, 'nobody', 'nobody\u0000']
      const traded: [orderId: string, execId: unknown][] = []
      for (const { which, n, ...saying } of sayings) {
        const wish = names[which]!
        if (saying.execType === 'member cancels') desk.cancel(wish)
        if (saying.execType === 'member amends') desk.amend(wish, { price: n === 7 ? 3_450 : 3_390 })
        const execId = typeof n === 'number' ? `${TODAY}-${n}` : n
        const report = { ...said(wish, 0), ...saying, execId, refExecId: `${TODAY}-1` }
        if (isTrade(saying)) traded.push([names[which]!, report.execId])
        await say(report)
        check(desk)
      }
      const applied = new Set(executionsOf(desk))
      for (const [name, execId] of traded) {
        const orderId = nameFrom(name)
        const listed = exceptions().filter((row) => row.orderId === orderId)
        const isListed = listed.some((row) => execId === '' || execId === null || row.execId === execId)
        const isKnown = inOrder || isListed || applied.has(`${orderId}\n${String(execId)}\nTRADE`)
        expect(isKnown, `${orderId} ${String(execId)} is lost`).toBe(true)
      }
      const unapplied = ['REPORT_FORM', 'REPORT_BUST', 'REPORT_CORRECTION']
      for (const row of exceptions()) expect(reportIn(row) === null).toBe(unapplied.includes(row.fault))
      const again = reexecute(MONEY_TABLES, Object.values(desk.commands), desk.records)
      expect(again).toBeDefined()
    }),
    { numRuns: LONG ? 100_000 : 300 },
  )
}, 900_000)

/** Rightly said: a trade of shares at a price, of an order of ours, on its day. */
const isTrade = ({
  execType,
  lastQty,
  lastPxTenths,
  tradeDate,
  at,
  leavesQty,
  priceTenths,
}: Omit<Saying, 'which' | 'n'>) =>
  execType === 'TRADE' &&
  [lastQty, lastPxTenths, leavesQty].every(
    (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  ) &&
  tradeDate === TODAY &&
  typeof at === 'number' &&
  at >= 0 &&
  at < 1e15 &&
  (priceTenths === undefined || priceTenths === null || Number.isSafeInteger(priceTenths))
