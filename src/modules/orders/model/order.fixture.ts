import { NO_MONEY, type Balances } from '#modules/ledger/model/accounts.ts'
import { FEE } from '#modules/margin/model/rates.ts'
import { NO_TRAIL } from '#modules/portfolio/model/trail.ts'
import { levelFacts } from './level-facts.ts'
import type { Order } from './order.ts'
import { MAX_OPEN_ORDERS, type PlaceOrderFacts } from './place-order.ts'
import { holdNeeded, type QuoteFacts } from './reserve.ts'

export const QUOTE: QuoteFacts = {
  lastTenths: 34_820,
  previousCloseTenths: 34_100,
  bidTenths: 34_810,
  askTenths: 34_830,
  upperLimitTenths: 41_100,
  lowerLimitTenths: 27_100,
  firstDay: false,
}
export const money = (yen: Partial<Balances>): Balances => ({ ...NO_MONEY, ...yen })

/** A member of the highest usual level with ten million yen, in the middle of a trading day. */
export const someFacts = (patch: Partial<PlaceOrderFacts> = {}): PlaceOrderFacts => ({
  tradingUnlocked: true,
  instrument: { unit: 100, tickTable: 'topix500', sharesOutstanding: 4_000_000 },
  phase: 'continuous',
  dates: null,
  quote: QUOTE,
  stale: false,
  openOrders: 0,
  ownOrders: [],
  sameFunds: null,
  limits: levelFacts('advanced'),
  maxOpenOrders: MAX_OPEN_ORDERS,
  openLots: 0,
  openingOrders: 0,
  shortToday: 0,
  balances: money({ available: 10_000_000 }),
  taxDueYen: 0,
  lots: [],
  priceOf: () => undefined,
  pendingNotionalYen: 0,
  isFrozen: false,
  callUnmet: false,
  fee: FEE,
  ...patch,
})

/**
 * To buy 300 shares at 3,300 yen, paid in full and reserved at its limit; at the venue, nothing filled. It
 * holds what its rest needs unless the patch says otherwise.
 */
export function anOrder(patch: Partial<Order> = {}): Order {
  const order: Order = {
    id: 'o',
    number: 'O-20261119-000001',
    memberId: 'a',
    code: 'S214',
    purpose: 'open',
    source: 'order',
    side: 'up',
    type: 'limit',
    quantity: 300,
    filledQuantity: 0,
    filledYen: 0,
    priceTenths: 33_000,
    triggerTenths: null,
    triggerAt: 1_000,
    ...NO_TRAIL,
    trailLimitTenths: null,
    condition: 'none',
    timeInForce: 'day',
    validUntil: '2026-11-19',
    amendPriceTenths: null,
    amendQuantity: null,
    amendExits: null,
    leverageTenths: 10,
    takeProfitTenths: null,
    stopLossTenths: null,
    exitTrailTenths: null,
    exitTrailBp: null,
    exitsAt: null,
    reserveTenths: 33_000,
    holdAvailableYen: 0,
    holdUnsettledYen: 0,
    marginYen: 0,
    feeYen: 0,
    lotId: null,
    feeGroup: null,
    feeGroupYen: 0,
    origin: 'member',
    ordStatus: 'NEW',
    status: 'pending',
    cancelAsked: false,
    reason: null,
    profitYen: null,
    lotsOpen: 0,
    lotsClosing: 0,
    venueSeq: 1,
    lastExecNo: 1,
    tradeDate: '2026-11-19',
    placedAt: 1_000,
    updatedAt: 1_000,
    quotedPriceTenths: 33_000,
    quotedNotionalYen: 990_000,
    quotedMarginYen: 990_000,
    quotedFeeYen: 544,
    feePpm: FEE.ratePpm,
    feeMinYen: FEE.minYen,
    feeMaxYen: FEE.maxYen,
    ...patch,
  }
  return { ...order, holdAvailableYen: holdNeeded(order), ...patch }
}
