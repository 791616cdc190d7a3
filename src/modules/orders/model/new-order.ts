import type { MemberId, OrderId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import type { PriceTenths } from '#kernel/price.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { Draft } from '#modules/ledger/model/drafting.ts'
import { feeOfFill, feeRuleFor, isDayTrade } from '#modules/margin/model/charges.ts'
import type { FeeRule } from '#modules/margin/model/rates.ts'
import type { TickTable } from '#modules/instruments/model/instrument.ts'
import type { Phase } from '#modules/instruments/model/schedule.ts'
import { roundToTick } from '#modules/instruments/model/tick.ts'
import type { Lot } from '#modules/portfolio/model/lot.ts'
import { isTrailing, NO_TRAIL, type Trail } from '#modules/portfolio/model/trail.ts'
import { closingSide } from './close-lot.ts'
import { hold } from './holds.ts'
import { numberOf, type Order, type OrderSource, type PlaceOrder } from './order.ts'
import type { Placement } from './place-order.ts'
import type { Expected } from './reserve.ts'
import { isStop, lastDayOf, takesOrders, type ValidityDates } from './terms.ts'

/** Reason why an order is held while the venue cannot be reached. */
export const VENUE_AWAY = 'VENUE_AWAY'

/** The facts that only the moment of placing knows. */
export type Placing = {
  readonly orderId: OrderId
  readonly memberId: MemberId
  readonly seq: number
  /** Counts the orders of one command from 0. */
  readonly n?: number
  readonly at: Ms
  readonly tradeDate: DateJst
  readonly phase: Phase
  /** The venue cannot be reached: that is why it is held. */
  readonly away?: true | undefined
  /** The commission of the order: the one in force on that trade date, none in day trading. */
  readonly fee: FeeRule
  /** One commission over several closing orders: the first of them, and what those before came to. */
  readonly group?: FeeGroup
}
export type FeeGroup = { readonly id: OrderId; readonly quotedYen: Yen }

/** The fields in which the two kinds of orders differ. */
type Own = Pick<
  Order,
  | 'code'
  | 'condition'
  | 'exitTrailBp'
  | 'exitTrailTenths'
  | 'feeGroup'
  | 'holdAvailableYen'
  | 'holdUnsettledYen'
  | 'leverageTenths'
  | 'lotId'
  | 'origin'
  | 'priceTenths'
  | 'purpose'
  | 'quantity'
  | 'quotedFeeYen'
  | 'quotedMarginYen'
  | 'quotedNotionalYen'
  | 'quotedPriceTenths'
  | 'reserveTenths'
  | 'side'
  | 'source'
  | 'stopLossTenths'
  | 'takeProfitTenths'
  | 'timeInForce'
  | 'trailBp'
  | 'trailTenths'
  | 'triggerTenths'
  | 'type'
  | 'validUntil'
>

/** The limit of a stop that trails, less its trigger; null: it goes out at market, or stays where it is. */
export const limitGap = (stop: Trail & Pick<Order, 'priceTenths' | 'triggerTenths'>): PriceTenths | null =>
  isTrailing(stop) && stop.priceTenths !== null && stop.triggerTenths !== null
    ? stop.priceTenths - stop.triggerTenths
    : null

/** The limit of a stop whose trigger has moved. */
export const limitBeside = (
  { priceTenths, trailLimitTenths }: Pick<Order, 'priceTenths' | 'trailLimitTenths'>,
  triggerTenths: PriceTenths,
  tickTable: TickTable,
): PriceTenths | null =>
  trailLimitTenths === null
    ? priceTenths
    : roundToTick(Math.max(triggerTenths + trailLimitTenths, 1), tickTable, 'nearest')

/**
 * A stop waits for its price; an order that the venue does not take now is held; everything else goes out.
 * Written out, because putting forty members together from several objects takes ten times as long.
 */
const placed = (
  { orderId, memberId, seq, n, at, tradeDate, phase, away, fee }: Placing,
  own: Own,
): Order => ({
  id: orderId,
  memberId,
  number: numberOf('O', tradeDate, seq, n),
  code: own.code,
  purpose: own.purpose,
  source: own.source,
  side: own.side,
  origin: own.origin,
  lotId: own.lotId,
  type: own.type,
  quantity: own.quantity,
  priceTenths: own.priceTenths,
  triggerTenths: own.triggerTenths,
  triggerAt: at,
  trailTenths: own.trailTenths,
  trailBp: own.trailBp,
  trailLimitTenths: limitGap(own),
  condition: own.condition,
  timeInForce: own.timeInForce,
  validUntil: own.validUntil,
  leverageTenths: own.leverageTenths,
  takeProfitTenths: own.takeProfitTenths,
  stopLossTenths: own.stopLossTenths,
  exitTrailTenths: own.exitTrailTenths,
  exitTrailBp: own.exitTrailBp,
  exitsAt: null,
  reserveTenths: own.reserveTenths,
  holdAvailableYen: own.holdAvailableYen,
  holdUnsettledYen: own.holdUnsettledYen,
  quotedPriceTenths: own.quotedPriceTenths,
  quotedNotionalYen: own.quotedNotionalYen,
  quotedMarginYen: own.quotedMarginYen,
  quotedFeeYen: own.quotedFeeYen,
  filledQuantity: 0,
  filledYen: 0,
  marginYen: 0,
  feeYen: 0,
  feeGroup: own.feeGroup,
  feeGroupYen: 0,
  ordStatus: isStop(own) ? 'ARMED' : takesOrders(phase) ? 'PENDING_NEW' : 'HELD',
  status: 'pending',
  cancelAsked: false,
  amendPriceTenths: null,
  amendQuantity: null,
  amendExits: null,
  feePpm: fee.ratePpm,
  feeMinYen: fee.minYen,
  feeMaxYen: fee.maxYen,
  reason: away === true && !isStop(own) ? VENUE_AWAY : null,
  profitYen: null,
  lotsOpen: 0,
  lotsClosing: 0,
  venueSeq: null,
  lastExecNo: 0,
  tradeDate,
  placedAt: at,
  updatedAt: at,
})

/** An accepted opening order. Its money is held in the draft, available money first. */
export function openingOrder(
  draft: Draft,
  placing: Placing,
  input: PlaceOrder,
  placement: Placement,
  dates: ValidityDates | null,
  source: OrderSource,
): Order {
  const {
    code,
    condition,
    exitTrailBp = null,
    exitTrailTenths = null,
    leverageTenths,
    priceTenths,
    quantity,
    side,
    stopLossTenths,
    takeProfitTenths,
    timeInForce,
    trailBp = null,
    trailTenths = null,
    triggerTenths,
    type,
  } = input
  const { reserve, estimate } = placement
  const { holdAvailableYen, holdUnsettledYen } = hold(
    draft,
    { id: placing.orderId, code, holdAvailableYen: 0, holdUnsettledYen: 0 },
    reserve.holdYen,
  )
  return placed(placing, {
    code,
    condition,
    exitTrailBp,
    exitTrailTenths,
    feeGroup: null,
    holdAvailableYen,
    holdUnsettledYen,
    leverageTenths,
    lotId: null,
    origin: 'member',
    priceTenths,
    purpose: 'open',
    quantity,
    quotedFeeYen: estimate.fee.totalYen,
    quotedMarginYen: estimate.marginYen,
    quotedNotionalYen: estimate.notionalYen,
    quotedPriceTenths: placement.estimateTenths,
    reserveTenths: placement.reserveTenths,
    side,
    source,
    stopLossTenths,
    takeProfitTenths,
    timeInForce,
    trailBp,
    trailTenths,
    triggerTenths,
    type,
    validUntil: lastDayOf(input, placing.tradeDate, dates),
  })
}

export type ClosingTerms = Pick<
  Order,
  'type' | 'priceTenths' | 'condition' | 'timeInForce' | 'validUntil' | 'quantity' | 'origin'
>

/**
 * A closing order holds no money: fee and charges come out of what it frees. `expected` is what was seen
 * when it was sent.
 */
export function closingOrder(
  asked: Placing,
  lot: Lot,
  terms: ClosingTerms,
  expected: Expected | null,
): Order {
  const placing = { ...asked, fee: feeRuleFor(lot, asked.fee) }
  const notionalYen: Yen = expected?.notionalYen ?? 0
  return placed(placing, {
    ...terms,
    feeGroup: isDayTrade(lot) ? null : (placing.group?.id ?? null),
    triggerTenths: null,
    ...NO_TRAIL,
    code: lot.code,
    purpose: 'close',
    source: isDayTrade(lot) ? 'day-trade' : 'order',
    side: closingSide(lot.side),
    leverageTenths: lot.leverageTenths,
    takeProfitTenths: null,
    stopLossTenths: null,
    exitTrailTenths: null,
    exitTrailBp: null,
    reserveTenths: null,
    holdAvailableYen: 0,
    holdUnsettledYen: 0,
    lotId: lot.id,
    quotedPriceTenths: expected?.priceTenths ?? null,
    quotedNotionalYen: notionalYen,
    quotedMarginYen: 0,
    quotedFeeYen: feeOfFill(placing.group?.quotedYen ?? 0, notionalYen, placing.fee).totalYen,
  })
}
