import { describe, expect, test } from 'vitest'
import { Bug } from '#kernel/assert.ts'
import { draftFrom } from '#modules/ledger/model/drafting.ts'
import { aLot } from '#modules/portfolio/model/lot.fixture.ts'
import type { Lot } from '#modules/portfolio/model/lot.ts'
import { execNo } from '#modules/venue/model/exec-no.ts'
import {
  afterClosingEnded,
  afterLotChange,
  applyClosing,
  applyOpening,
  applyState,
  isNews,
  LOTS_BY_THEMSELVES,
  lotToJoin,
  reportFault,
  type Report,
} from './apply-execution.ts'
import { anOrder, money } from './order.fixture.ts'
import { holdYen, type Order } from './order.ts'

test('executions are numbered in the order in which they happen', () => {
  const inOrder = [
    '2024-08-01-1',
    '2026-11-19-0',
    '2026-11-19-7',
    '2026-11-19-43200000000',
    '2026-11-20-1',
    '2026-12-01-1',
    '2027-01-01-1',
  ]
  const numbers = inOrder.map(execNo)
  expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers)
  expect(new Set(numbers).size).toBe(numbers.length)
})

test.each(['', '7', '2026-11-19', '2026-11-19-x', '2026-11-19--1', '1999-01-01-1'])(
  '%j is no execution',
  (execId) => {
    expect(() => execNo(execId)).toThrow(Bug)
  },
)

const report = (patch: Partial<Report> = {}): Report => ({
  execNo: 2,
  execType: 'TRADE',
  lastQty: 0,
  lastPxTenths: 0,
  leavesQty: 0,
  priceTenths: null,
  venueSeq: 7,
  at: 2_000,
  tradeDate: '2026-11-19',
  reason: null,
  ...patch,
})
const draftOf = (order: Order) => draftFrom('a', money({ orderHold: holdYen(order), lotMargin: 10_000_000 }))
/** 100 of its 300 shares have traded at its limit. */
const half: Partial<Order> = {
  ordStatus: 'PARTIALLY_FILLED',
  filledQuantity: 100,
  filledYen: 330_000,
  marginYen: 330_000,
  feeYen: 181,
  lotsOpen: 1,
}
const market: Partial<Order> = { type: 'market', priceTenths: null, reserveTenths: 41_100 }
const closing: Partial<Order> = { purpose: 'close', side: 'down', reserveTenths: null, lotId: 'l' }
const weekly: Partial<Order> = { validUntil: '2026-11-20' }

test.each<[ordStatus: Order['ordStatus'], execNo: number, news: boolean]>([
  ['NEW', 2, true],
  ['NEW', 1, false],
  ['NEW', 0, false],
  ['PENDING_NEW', 2, true],
  ['PARTIALLY_FILLED', 2, true],
  ['HELD', 2, false],
  ['FILLED', 2, false],
  ['CANCELED', 2, false],
])('to an order that is %s after its first execution, the report %d is news: %s', (ordStatus, no, news) => {
  expect(isNews(anOrder({ ordStatus }), { execNo: no })).toBe(news)
})

test.each<[what: string, order: Partial<Order>, said: Partial<Report>, fault: string | null]>([
  ['a trade', {}, { lastQty: 100, lastPxTenths: 33_000 }, null],
  ['a trade of more than is open', half, { lastQty: 300, lastPxTenths: 33_000 }, 'REPORT_QUANTITY'],
  ['a trade of nothing', {}, { lastPxTenths: 33_000 }, 'REPORT_QUANTITY'],
  ['a trade of a part of a share', {}, { lastQty: 0.5, lastPxTenths: 33_000 }, 'REPORT_FORM'],
  ['a trade worse than the limit', {}, { lastQty: 100, lastPxTenths: 33_001 }, 'REPORT_PRICE'],
  ['a trade for nothing', market, { lastQty: 100, lastPxTenths: 0 }, 'REPORT_PRICE'],
  ['news of an order that is known', {}, { execType: 'NEW' }, 'REPORT_STATE'],
  [
    'a trade of one that waits for its price',
    { ordStatus: 'ARMED' },
    { lastQty: 100, lastPxTenths: 33_000 },
    'REPORT_STATE',
  ],
  ['a word that no venue says', {}, { execType: 'TRIGGERED' }, 'REPORT_FORM'],
  ['replaced by more', {}, { execType: 'REPLACED', leavesQty: 400 }, 'REPORT_QUANTITY'],
  ['replaced by nothing', {}, { execType: 'REPLACED', leavesQty: 0 }, 'REPORT_QUANTITY'],
  ['at no time', {}, { execType: 'CANCELED', at: Number.NaN }, 'REPORT_FORM'],
])('%s: %j', (_, order, said, fault) =>
  expect(reportFault(anOrder({ ordStatus: 'NEW', ...order }), report(said))).toBe(fault),
)

describe('what the venue says of an order', () => {
  const dayEnd = { execType: 'EXPIRED', reason: 'DAY_END' } as const
  const closed = { execType: 'REJECTED', reason: 'MARKET_CLOSED' } as const
  const asked = { amendPriceTenths: 32_900, amendQuantity: 200 }
  const over = { holdAvailableYen: 0, amendPriceTenths: null, amendQuantity: null }
  const cases: [what: string, order: Partial<Order>, said: Partial<Report>, after: Partial<Order>][] = [
    [
      'it has it',
      { ordStatus: 'PENDING_NEW' },
      { execType: 'NEW' },
      { ordStatus: 'NEW', status: 'pending', holdAvailableYen: 990_544 },
    ],
    [
      'it has replaced it: cheaper and fewer',
      asked,
      { execType: 'REPLACED', priceTenths: 32_900, leavesQty: 200 },
      {
        ordStatus: 'NEW',
        priceTenths: 32_900,
        quantity: 200,
        reserveTenths: 32_900,
        holdAvailableYen: 658_361,
        amendPriceTenths: null,
        amendQuantity: null,
      },
    ],
    [
      'replaced after a part: what has traded counts',
      half,
      { execType: 'REPLACED', priceTenths: 33_000, leavesQty: 100 },
      { ordStatus: 'PARTIALLY_FILLED', quantity: 200, holdAvailableYen: 330_182 },
    ],
    [
      'replaced without a price',
      {},
      { execType: 'REPLACED', leavesQty: 200 },
      { priceTenths: 33_000, quantity: 200, reserveTenths: 33_000 },
    ],
    [
      'replaced at market',
      market,
      { execType: 'REPLACED', leavesQty: 200 },
      { priceTenths: null, quantity: 200, reserveTenths: 41_100 },
    ],
    [
      'replaced: limit, then market',
      { condition: 'limit-then-market', reserveTenths: 41_100 },
      { execType: 'REPLACED', priceTenths: 32_900, leavesQty: 300 },
      { priceTenths: 32_900, reserveTenths: 41_100 },
    ],
    [
      'replaced: a short',
      { side: 'down', leverageTenths: 30, reserveTenths: 41_100 },
      { execType: 'REPLACED', priceTenths: 32_900, leavesQty: 300 },
      { priceTenths: 32_900, reserveTenths: 41_100 },
    ],
    [
      'replaced: one that closes a short',
      { ...closing, side: 'up' },
      { execType: 'REPLACED', priceTenths: 32_900, leavesQty: 300 },
      { priceTenths: 32_900, reserveTenths: null, holdAvailableYen: 0 },
    ],
    [
      'cancelled',
      asked,
      { execType: 'CANCELED', reason: 'REQUESTED' },
      { ...over, ordStatus: 'CANCELED', status: 'cancelled', reason: 'REQUESTED' },
    ],
    [
      'the day is over, and it was for this day',
      {},
      dayEnd,
      { ...over, ordStatus: 'EXPIRED', status: 'expired', reason: 'DAY_END' },
    ],
    [
      'the day is over, and it lives on',
      weekly,
      dayEnd,
      {
        ordStatus: 'HELD',
        status: 'pending',
        reason: null,
        priceTenths: 33_000,
        quantity: 300,
        holdAvailableYen: 990_544,
      },
    ],
    [
      'the day is over, and its member wants it back',
      { ...weekly, cancelAsked: true },
      dayEnd,
      { ...over, ordStatus: 'EXPIRED' },
    ],
    [
      'over for another reason',
      weekly,
      { execType: 'EXPIRED', reason: 'IOC_LAPSED' },
      { ...over, ordStatus: 'EXPIRED', reason: 'IOC_LAPSED' },
    ],
    [
      'cancelled at the end of the day',
      weekly,
      { execType: 'CANCELED', reason: 'DAY_END' },
      { ...over, ordStatus: 'CANCELED' },
    ],
    [
      'refused at the end of the day',
      weekly,
      { execType: 'REJECTED', reason: 'DAY_END' },
      { ...over, ordStatus: 'REJECTED', status: 'rejected' },
    ],
    [
      'it lives on with the price that was asked for',
      { ...weekly, amendPriceTenths: 32_900 },
      dayEnd,
      {
        ordStatus: 'HELD',
        priceTenths: 32_900,
        quantity: 300,
        reserveTenths: 32_900,
        amendPriceTenths: null,
      },
    ],
    [
      'it lives on with the quantity that was asked for',
      { ...weekly, ...half, amendQuantity: 200 },
      dayEnd,
      {
        ordStatus: 'HELD',
        priceTenths: 33_000,
        quantity: 200,
        amendQuantity: null,
        holdAvailableYen: 330_182,
      },
    ],
    [
      'asked to be no more than what has traded',
      { ...weekly, ...half, amendQuantity: 100 },
      dayEnd,
      { ...over, ordStatus: 'EXPIRED', status: 'holding' },
    ],
    ['it takes nothing now', {}, closed, { ordStatus: 'HELD', reason: null, holdAvailableYen: 990_544 }],
    [
      'it takes nothing now, and at once was asked',
      { timeInForce: 'ioc' },
      closed,
      { ...over, ordStatus: 'REJECTED', reason: 'MARKET_CLOSED' },
    ],
    [
      'it is refused for another reason',
      {},
      { execType: 'REJECTED', reason: 'OFF_TICK' },
      { ...over, ordStatus: 'REJECTED' },
    ],
    [
      'cancelled when it takes nothing',
      {},
      { execType: 'CANCELED', reason: 'MARKET_CLOSED' },
      { ...over, ordStatus: 'CANCELED' },
    ],
  ]
  test.each(cases)('%s', (_, patch, said, after) => {
    const order = anOrder(patch)
    const draft = draftOf(order)
    const next = applyState(draft, order, report(said))
    expect(next).toMatchObject({ venueSeq: 7, lastExecNo: 2, updatedAt: 2_000, ...after })
    expect([draft.balances.orderHold, draft.balances.available]).toEqual([
      holdYen(next),
      holdYen(order) - holdYen(next),
    ])
  })
})

describe('a fill that opens', () => {
  const deps = { lotId: 'l-2', seq: 12, n: 0, settlementDate: '2026-11-24' }
  const fill = (
    order: Order,
    lastQty: number,
    lastPxTenths: number,
    joins: Lot | null = null,
    patch: Partial<Report> = {},
  ) => {
    const draft = draftOf(order)
    return { draft, ...applyOpening(draft, order, report({ lastQty, lastPxTenths, ...patch }), deps, joins) }
  }

  test('in part and better than its limit: margin and fee are taken, what the rest needs stays held, the rest of it goes back', () => {
    const {
      draft,
      order,
      lot,
      added,
      fill: filled,
    } = fill(anOrder({ amendQuantity: 200 }), 100, 32_900, null, { receipt: 'ab' })
    expect(order).toMatchObject({
      ordStatus: 'PARTIALLY_FILLED',
      status: 'pending',
      filledQuantity: 100,
      filledYen: 329_000,
      marginYen: 329_000,
      feeYen: 180,
      holdAvailableYen: 660_363,
      lotsOpen: 1,
      amendQuantity: 200,
      venueSeq: 7,
      lastExecNo: 2,
      updatedAt: 2_000,
    })
    expect(draft.balances).toMatchObject({ available: 1_001, orderHold: 660_363, lotMargin: 10_329_000 })
    expect(draft.transfers.map(({ kind, yen, taxYen, lotId }) => [kind, yen, taxYen, lotId])).toEqual([
      ['lot-margin', 329_000, 0, 'l-2'],
      ['fee', 180, 16, 'l-2'],
      ['order-release', 1_001, 0, undefined],
    ])
    expect(lot).toBe(added)
    expect(lot).toMatchObject({
      id: 'l-2',
      number: 'L-20261119-000012',
      quantity: 100,
      openQuantity: 100,
      openPriceTenths: 32_900,
      marginYen: 329_000,
      openFeeYen: 180,
      status: 'holding',
    })
    expect(filled).toEqual({
      orderId: 'o',
      n: 2,
      lotId: 'l-2',
      at: 2_000,
      tradeDate: '2026-11-19',
      priceTenths: 32_900,
      quantity: 100,
      feeYen: 180,
      receipt: 'ab',
    })
  })

  test('available money is used first; what goes back goes back to unsettled', () => {
    const {
      draft,
      order,
      fill: filled,
    } = fill(anOrder({ holdAvailableYen: 300_000, holdUnsettledYen: 690_544 }), 100, 32_900)
    expect(order).toMatchObject({ holdAvailableYen: 0, holdUnsettledYen: 660_363 })
    expect(draft.balances).toMatchObject({ available: 0, unsettled: 1_001 })
    expect(filled.receipt).toBe(null)
  })

  test('the rest: nothing stays held, and it is too late to be amended', () => {
    const { draft, order } = fill(
      anOrder({ ...half, amendQuantity: 200, amendPriceTenths: 32_900 }),
      200,
      32_900,
    )
    expect(order).toMatchObject({
      ordStatus: 'FILLED',
      status: 'holding',
      filledQuantity: 300,
      filledYen: 988_000,
      marginYen: 988_000,
      feeYen: 543,
      holdAvailableYen: 0,
      lotsOpen: 2,
      amendPriceTenths: null,
      amendQuantity: null,
    })
    expect(draft.balances.orderHold).toBe(0)
  })

  test('one that joins a lot makes it larger, and no other lot', () => {
    const before = aLot({
      id: 'l-1',
      quantity: 100,
      openQuantity: 100,
      openPriceTenths: 33_000,
      marginYen: 330_000,
      openFeeYen: 181,
    })
    const { draft, order, lot, added, fill: filled } = fill(anOrder(half), 200, 33_000, before)
    expect(lot).toEqual({ ...before, quantity: 300, openQuantity: 300, marginYen: 990_000, openFeeYen: 544 })
    expect(added).toMatchObject({ quantity: 200, marginYen: 660_000, openFeeYen: 363 })
    expect([order.lotsOpen, filled.lotId, new Set(draft.transfers.map(({ lotId }) => lotId))]).toEqual([
      1,
      'l-1',
      new Set(['l-1']),
    ])
  })

  const short: Partial<Order> = { side: 'down', leverageTenths: 30, reserveTenths: 41_100 }
  test.each<[what: string, order: Partial<Order>, quantity: number, priceTenths: number]>([
    ['of nothing', {}, 0, 33_000],
    ['of more than is open', { ...half, holdAvailableYen: 5_000_000 }, 201, 33_000],
    ['above the limit of a buy', {}, 100, 33_010],
    ['below the limit of a sale', short, 100, 32_990],
    ['that nothing is held for', { holdAvailableYen: 100, holdUnsettledYen: 100 }, 100, 33_000],
  ])('a fill %s is a bug', (_, patch, quantity, priceTenths) => {
    const draft = draftFrom('a', money({ orderHold: 10_000_000 }))
    expect(() =>
      applyOpening(draft, anOrder(patch), report({ lastQty: quantity, lastPxTenths: priceTenths }), deps),
    ).toThrow(Bug)
  })
  test.each<[what: string, order: Partial<Order>, priceTenths: number]>([
    ['better than the limit of a sale', short, 33_010],
    ['at the limit of a sale', short, 33_000],
    ['at market', market, 41_100],
    ['after its limit, at market', { condition: 'limit-then-market', reserveTenths: 41_100 }, 34_000],
  ])('a fill %s is none', (_, patch, priceTenths) =>
    expect(fill(anOrder(patch), 300, priceTenths).order.ordStatus).toBe('FILLED'),
  )
})

describe('the lot that a fill joins', () => {
  const lot = aLot({ id: 'l-1', orderId: 'o', openPriceTenths: 33_000, tradeDate: '2026-11-19' })
  const joined = (held: Lot[], lotsOpen = LOTS_BY_THEMSELVES) =>
    lotToJoin(anOrder({ lotsOpen }), { lastPxTenths: 33_000, tradeDate: '2026-11-19' }, held)?.id ?? null

  test('from the twentieth on, the last one at its price', () => {
    expect([
      joined([lot], LOTS_BY_THEMSELVES - 1),
      joined([lot]),
      joined([lot, { ...lot, id: 'l-2' }]),
      joined([]),
    ]).toEqual([null, 'l-1', 'l-2', null])
  })
  test.each<[what: string, patch: Partial<Lot>]>([
    ['another order’s', { orderId: 'p' }],
    ['at another price', { openPriceTenths: 33_010 }],
    ['of another day', { tradeDate: '2026-11-18' }],
    ['closing', { status: 'closing' }],
    ['fired', { triggeredBy: 'stop-loss' }],
    ['closed in part', { openQuantity: 900 }],
  ])('not one that is %s', (_, patch) => expect(joined([{ ...lot, ...patch }])).toBe(null))
})

test('a fill that closes: fee of all that its order has traded, and profit upon profit', () => {
  const lot = aLot({ status: 'closing', closingQuantity: 1_000 })
  const order = anOrder({ ...closing, quantity: 1_000, priceTenths: 34_900 })
  const first = applyClosing(
    draftOf(order),
    order,
    lot,
    report({ lastQty: 400, lastPxTenths: 34_900 }),
    '2026-11-24',
  )
  expect(first.order).toMatchObject({
    ordStatus: 'PARTIALLY_FILLED',
    status: 'pending',
    filledQuantity: 400,
    filledYen: 1_396_000,
    feeYen: 767,
    profitYen: first.profitYen,
    holdAvailableYen: 0,
  })
  expect(first.fill).toMatchObject({ lotId: 'l', quantity: 400, feeYen: 767 })
  const second = applyClosing(
    draftOf(order),
    first.order,
    first.lot,
    report({ execNo: 3, lastQty: 600, lastPxTenths: 35_000 }),
    '2026-11-24',
  )
  expect(second.order).toMatchObject({
    ordStatus: 'FILLED',
    status: 'closed',
    filledYen: 3_496_000,
    feeYen: 1_100,
    profitYen: first.profitYen + second.profitYen,
  })
  expect(second.fill.feeYen).toBe(333)
  expect(second.lot.status).toBe('closed')
})

test.each<[what: string, order: Partial<Order>, lot: Partial<Lot>, triggeredBy: Lot['triggeredBy']]>([
  [
    'cancelled by its member while a stop-loss waits for it',
    { ordStatus: 'CANCELED' },
    { triggeredBy: 'stop-loss' },
    'stop-loss',
  ],
  [
    'a take-profit that was taken back',
    { ordStatus: 'CANCELED', origin: 'take-profit' },
    { triggeredBy: 'take-profit' },
    null,
  ],
  [
    'a take-profit that was taken back for one that was set as it was sent',
    { ordStatus: 'CANCELED', origin: 'take-profit' },
    { triggeredBy: 'take-profit', exitsAt: 1_000 },
    null,
  ],
  [
    'a take-profit that was taken back for one that has moved and fired',
    { ordStatus: 'CANCELED', origin: 'take-profit' },
    { triggeredBy: 'take-profit', exitsAt: 1_001 },
    'take-profit',
  ],
  [
    'a stop-loss at the end of its day',
    { ordStatus: 'EXPIRED', origin: 'stop-loss' },
    { triggeredBy: 'stop-loss' },
    null,
  ],
  ['a member’s at the end of the day', { ordStatus: 'EXPIRED' }, { triggeredBy: 'stop-loss' }, null],
])('what an order for closing leaves behind: %s', (_, order, lot, triggeredBy) => {
  const after = afterClosingEnded(
    anOrder({ ...closing, filledQuantity: 100, ...order }),
    aLot({ status: 'closing', closingQuantity: 300, ...lot }),
  )
  expect(after).toMatchObject({ triggeredBy, closingQuantity: 100, status: 'closing' })
})

test('an order follows its lots: how many are open and closing, and what they have made', () => {
  const opened = anOrder({ ordStatus: 'FILLED', filledQuantity: 300, status: 'holding', lotsOpen: 2 })
  const [holds, closes, closed] = (['holding', 'closing', 'closed'] as const).map((status) =>
    aLot({ status }),
  ) as [Lot, Lot, Lot]
  const one = afterLotChange(opened, holds, closes, null, 2_000)
  expect(one).toMatchObject({
    lotsOpen: 2,
    lotsClosing: 1,
    status: 'closing',
    profitYen: null,
    updatedAt: 2_000,
  })
  const back = afterLotChange(one, closes, holds, null, 3_000)
  expect(back).toMatchObject({ lotsOpen: 2, lotsClosing: 0, status: 'holding', updatedAt: 3_000 })
  const part = afterLotChange(one, closes, closes, -500, 3_000)
  expect(part).toMatchObject({ lotsOpen: 2, lotsClosing: 1, profitYen: -500 })
  const first = afterLotChange(part, closes, closed, 700, 4_000)
  expect(first).toMatchObject({ lotsOpen: 1, lotsClosing: 0, status: 'holding', profitYen: 200 })
  expect(
    afterLotChange(afterLotChange(first, holds, closes, null, 5_000), closes, closed, null, 6_000),
  ).toMatchObject({ lotsOpen: 0, lotsClosing: 0, status: 'closed', profitYen: 200 })
})
