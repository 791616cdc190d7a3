import { expect, test } from 'vitest'
import { draftFrom } from '#modules/ledger/model/drafting.ts'
import { FEE, NO_COMMISSION } from '#modules/margin/model/rates.ts'
import { aLot } from '#modules/portfolio/model/lot.fixture.ts'
import { closingOrder, openingOrder, type ClosingTerms, type Placing } from './new-order.ts'
import { anOrder, money, someFacts } from './order.fixture.ts'
import { placeOrderOf } from './order.ts'
import { decidePlaceOrder, type PlaceOrderFacts } from './place-order.ts'

const placing = (patch: Partial<Placing> = {}): Placing => ({
  orderId: 'o',
  memberId: 'a',
  seq: 1,
  at: 1_000,
  tradeDate: '2026-11-19',
  phase: 'continuous',
  fee: FEE,
  ...patch,
})
const dates = { first: '2026-11-19', last: '2026-12-10', weekEnd: '2026-11-20', until: '2026-11-30' }

function opened(
  ticket: Partial<Parameters<typeof placeOrderOf>[0]>,
  at: Partial<Placing> = {},
  facts: Partial<PlaceOrderFacts> = {},
) {
  const input = placeOrderOf({
    code: 'S214',
    side: 'up',
    type: 'limit',
    quantity: 300,
    price: 3_300,
    leverage: 1,
    ...ticket,
  })
  const decided = decidePlaceOrder(someFacts({ dates, ...facts }), input)
  if (!decided.ok) throw new Error(decided.rejection)
  const draft = draftFrom('a', money({ available: 600_000, unsettled: 10_000_000 }))
  return { order: openingOrder(draft, placing(at), input, decided.value, dates, 'order'), draft }
}

test('an order that opens holds its money, available money first, and keeps what was quoted', () => {
  const { order, draft } = opened({})
  expect(order).toEqual(
    anOrder({
      ordStatus: 'PENDING_NEW',
      venueSeq: null,
      lastExecNo: 0,
      holdAvailableYen: 600_000,
      holdUnsettledYen: 390_544,
    }),
  )
  expect(draft.balances).toMatchObject({ available: 0, unsettled: 9_609_456, orderHold: 990_544 })
  expect(draft.transfers.every(({ orderId, code }) => orderId === 'o' && code === 'S214')).toBe(true)
})

test.each<
  [
    what: string,
    ticket: Parameters<typeof opened>[0],
    phase: Placing['phase'],
    ordStatus: string,
    validUntil: string,
  ]
>([
  [
    'a stop waits for its price',
    { type: 'stop', price: undefined, triggerPrice: 3_500 },
    'continuous',
    'ARMED',
    '2026-11-19',
  ],
  [
    'a stop-limit too, also at night',
    { type: 'stop-limit', triggerPrice: 3_500 },
    'closed',
    'ARMED',
    '2026-11-19',
  ],
  ['what comes at night is held', {}, 'closed', 'HELD', '2026-11-19'],
  ['what comes at noon is held', {}, 'lunch', 'HELD', '2026-11-19'],
  ['what comes before the opening goes out', {}, 'pre-open', 'PENDING_NEW', '2026-11-19'],
  ['to the end of the week', { validity: 'week' }, 'continuous', 'PENDING_NEW', '2026-11-20'],
  ['to a date', { validity: 'date', validUntil: '2026-11-30' }, 'continuous', 'PENDING_NEW', '2026-11-30'],
])('%s', (_, ticket, phase, ordStatus, validUntil) =>
  expect(opened(ticket, { phase }).order).toMatchObject({ ordStatus, validUntil, status: 'pending' }),
)

test('orders of one command are counted', () => {
  expect([opened({}, { n: 0 }).order.number, opened({}, { n: 2 }).order.number]).toEqual([
    'O-20261119-000001',
    'O-20261119-000001-2',
  ])
})

const terms: ClosingTerms = {
  type: 'limit',
  priceTenths: 34_000,
  condition: 'none',
  timeInForce: 'day',
  validUntil: '2026-11-19',
  quantity: 400,
  origin: 'take-profit',
}
const EXPECTED = { priceTenths: 34_000, notionalYen: 1_360_000 }
test('an order that closes holds nothing and says what it is expected to cost', () => {
  const lot = aLot({ id: 'l-7', takeProfitTenths: 34_000, stopLossTenths: 30_000 })
  expect(closingOrder(placing(), lot, terms, EXPECTED)).toMatchObject({
    ...terms,
    ordStatus: 'PENDING_NEW',
    purpose: 'close',
    source: 'order',
    side: 'down',
    code: 'S214',
    leverageTenths: 25,
    lotId: 'l-7',
    triggerTenths: null,
    takeProfitTenths: null,
    stopLossTenths: null,
    reserveTenths: null,
    holdAvailableYen: 0,
    holdUnsettledYen: 0,
    quotedPriceTenths: 34_000,
    quotedNotionalYen: 1_360_000,
    quotedMarginYen: 0,
    quotedFeeYen: 748,
    feePpm: FEE.ratePpm,
  })
  expect(closingOrder(placing(), aLot({ side: 'down' }), terms, null)).toMatchObject({
    side: 'up',
    quotedPriceTenths: null,
    quotedNotionalYen: 0,
    quotedFeeYen: 0,
  })
})

test('what was opened in day trading is closed in it, without commission; a lot paid in full is of no such terms', () => {
  expect(closingOrder(placing(), aLot({ source: 'day-trade' }), terms, EXPECTED)).toMatchObject({
    source: 'day-trade',
    quotedFeeYen: 0,
    feePpm: NO_COMMISSION.ratePpm,
    feeMinYen: NO_COMMISSION.minYen,
    feeMaxYen: NO_COMMISSION.maxYen,
  })
  expect(
    closingOrder(placing(), aLot({ source: 'day-trade', leverageTenths: 10 }), terms, EXPECTED),
  ).toMatchObject({ source: 'order', quotedFeeYen: 748 })
})
