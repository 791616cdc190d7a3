import type { LotId, MemberId, OrderId } from '#kernel/id.ts'
import type { BasisPoints, Yen, PartsPerMillion } from '#kernel/money.ts'
import {
  tenthsOf,
  type PriceTenths,
  type Quantity,
  type PriceYen,
  type LeverageTenths,
} from '#kernel/price.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { Side } from '#modules/margin/model/charges.ts'
import type { FeeRule } from '#modules/margin/model/rates.ts'
import type { ClosingCause } from '#modules/portfolio/model/lot.ts'
import type { OrderStatus, OrdStatus } from './order-status.ts'

export const ORDER_TYPES = ['market', 'limit', 'stop', 'stop-limit'] as const
/**
 * A stop waits here for a trade at its trigger and goes out as a market order, a stop-limit as a limit order
 * (market rules 3).
 */
export type OrderType = (typeof ORDER_TYPES)[number]
export const CONDITIONS = ['none', 'at-open', 'at-close', 'limit-then-market'] as const
/**
 * At any time; in an opening auction alone; in a closing auction alone; at its limit, and at market in the
 * closing auction (不成).
 */
export type Condition = (typeof CONDITIONS)[number]
export const TIMES_IN_FORCE = ['day', 'ioc'] as const
export type TimeInForce = (typeof TIMES_IN_FORCE)[number]
export const VALIDITIES = ['day', 'week', 'date'] as const
/** This trade date; to the week's last trading day; to a date. */
export type Validity = (typeof VALIDITIES)[number]
/** By which terms it trades: those of every order, or those of day trading (一日信用), which its lots keep. */
export const ORDER_SOURCES = ['order', 'day-trade'] as const
export type OrderSource = (typeof ORDER_SOURCES)[number]
/** The sender of an order: the member, a price that was reached, or the rules of the margin account. */
export type Origin = 'member' | ClosingCause

/** The contents of a ticket: prices in tenths of a yen, leverage in tenths (2.5× is 25). */
export type PlaceOrder = {
  readonly code: string
  readonly side: Side
  readonly type: OrderType
  readonly quantity: Quantity
  readonly priceTenths: PriceTenths | null
  readonly triggerTenths: PriceTenths | null
  /** Distance at which the trigger follows the price; records from before there was one have none. */
  readonly trailTenths?: PriceTenths | null
  readonly trailBp?: BasisPoints | null
  readonly condition: Condition
  readonly timeInForce: TimeInForce
  readonly validity: Validity
  /** With validity `date` alone. */
  readonly validUntil: DateJst | null
  readonly leverageTenths: LeverageTenths
  readonly takeProfitTenths: PriceTenths | null
  readonly stopLossTenths: PriceTenths | null
  /** Distance at which the stop-loss follows the price once it is held; records of before have none. */
  readonly exitTrailTenths?: PriceTenths | null
  readonly exitTrailBp?: BasisPoints | null
}

/** The wire's ticket, yen as numbers, in the model's units. */
export const placeOrderOf = (wire: {
  code: string
  side: Side
  type: OrderType
  quantity: Quantity
  price?: number
  leverage: number
  takeProfit?: number
  stopLoss?: number
  triggerPrice?: number
  trailYen?: number
  trailBp?: BasisPoints
  exitTrailYen?: number
  exitTrailBp?: BasisPoints
  condition?: Condition
  timeInForce?: TimeInForce
  validity?: Validity
  validUntil?: DateJst
}): PlaceOrder => ({
  // In alphabetical order: the journal's canonical form needs no sorting then.
  code: wire.code,
  condition: wire.condition ?? 'none',
  ...(wire.exitTrailBp === undefined ? {} : { exitTrailBp: wire.exitTrailBp }),
  ...(wire.exitTrailYen === undefined ? {} : { exitTrailTenths: tenthsOf(wire.exitTrailYen) }),
  leverageTenths: Math.round(wire.leverage * 10),
  priceTenths: maybeTenths(wire.price),
  quantity: wire.quantity,
  side: wire.side,
  stopLossTenths: maybeTenths(wire.stopLoss),
  takeProfitTenths: maybeTenths(wire.takeProfit),
  timeInForce: wire.timeInForce ?? 'day',
  ...(wire.trailBp === undefined ? {} : { trailBp: wire.trailBp }),
  ...(wire.trailYen === undefined ? {} : { trailTenths: tenthsOf(wire.trailYen) }),
  triggerTenths: maybeTenths(wire.triggerPrice),
  type: wire.type,
  validUntil: wire.validUntil ?? null,
  validity: wire.validity ?? 'day',
})

export const maybeTenths = (priceYen: PriceYen | undefined): PriceTenths | null =>
  priceYen === undefined ? null : tenthsOf(priceYen)

/** The figures that the ticket showed when the member confirmed. */
export type Quoted = {
  readonly quotedPriceTenths: PriceTenths | null
  readonly quotedNotionalYen: Yen
  readonly quotedMarginYen: Yen
  readonly quotedFeeYen: Yen
  /** The commission of its day, which it keeps: parts per million, and yen. */
  readonly feePpm: PartsPerMillion
  readonly feeMinYen: Yen
  readonly feeMaxYen: Yen
}

/** The fee rule that an order was quoted. */
export const feeRuleOf = ({
  feePpm,
  feeMinYen,
  feeMaxYen,
}: Pick<Order, 'feePpm' | 'feeMinYen' | 'feeMaxYen'>): FeeRule => ({
  ratePpm: feePpm,
  minYen: feeMinYen,
  maxYen: feeMaxYen,
})

/** Exits that an opening order brings to what it opens, in tenths and in parts of the price; null: none. */
export type OrderExits = {
  readonly takeProfitTenths: PriceTenths | null
  readonly stopLossTenths: PriceTenths | null
  /** Distance at which that follows the price in the lots that it opens; null: it stays. */
  readonly exitTrailTenths: PriceTenths | null
  readonly exitTrailBp: BasisPoints | null
}

/** The parts of an order that have a type of their own. */
type Parts = Quoted & OrderExits

export type Order = Parts & {
  readonly id: OrderId
  readonly number: string
  readonly memberId: MemberId
  readonly code: string
  readonly purpose: 'open' | 'close'
  readonly source: OrderSource
  /** Direction of this order: `up` buys, `down` sells. Closing a long sells. */
  readonly side: Side
  readonly type: OrderType
  readonly quantity: Quantity
  readonly filledQuantity: Quantity
  /** Σ price × quantity of the fills. */
  readonly filledYen: Yen
  readonly priceTenths: PriceTenths | null
  /** Stops: the trade price that releases it. */
  readonly triggerTenths: PriceTenths | null
  /** Time since which its trigger stands: a trade from before does not reach it. */
  readonly triggerAt: Ms
  /** Distance at which the trigger follows the price, in tenths or in parts of the price; null: it stays. */
  readonly trailTenths: PriceTenths | null
  readonly trailBp: BasisPoints | null
  /** Of a stop-limit that trails: its limit less its trigger, which stays as it was chosen. */
  readonly trailLimitTenths: PriceTenths | null
  readonly condition: Condition
  readonly timeInForce: TimeInForce
  /** The last trading day on which it may trade. */
  readonly validUntil: DateJst
  /** Asked of the venue, and not answered yet: new limit, new quantity. */
  readonly amendPriceTenths: PriceTenths | null
  readonly amendQuantity: Quantity | null
  /** Exits that hold once the venue has taken the new price or quantity; null: they stay as they are. */
  readonly amendExits: OrderExits | null
  readonly leverageTenths: LeverageTenths
  /** Time at which its exits were amended: what it opened before keeps its own; null: never. */
  readonly exitsAt: Ms | null
  /** At which price money is held for it; null for closing orders, which hold none. */
  readonly reserveTenths: PriceTenths | null
  /** Held now, by where it came from: a release goes back there. */
  readonly holdAvailableYen: Yen
  readonly holdUnsettledYen: Yen
  /** Locked in the lots that it opened, at their opening. */
  readonly marginYen: Yen
  /** Charged so far, consumption tax included. */
  readonly feeYen: Yen
  /** Closing orders: the lot that they close. */
  readonly lotId: LotId | null
  /**
   * Closing orders of one request, which pay one commission over all that they trade: the id of the first of
   * them; null: an order by itself (decision 0144).
   */
  readonly feeGroup: OrderId | null
  /** Traded by the others of its group so far. */
  readonly feeGroupYen: Yen
  readonly origin: Origin
  readonly ordStatus: OrdStatus
  readonly status: OrderStatus
  readonly cancelAsked: boolean
  /** Reason why it ended without being filled, or why it is held. */
  readonly reason: string | null
  /**
   * Realized by what it closed (closing order) or by the closing of its lots (opening order); null: nothing
   * yet.
   */
  readonly profitYen: Yen | null
  /** Of the lots that it opened. */
  readonly lotsOpen: number
  readonly lotsClosing: number
  readonly venueSeq: number | null
  readonly lastExecNo: number
  readonly tradeDate: DateJst
  readonly placedAt: Ms
  readonly updatedAt: Ms
}

/**
 * The price that bounds its fills to the end; null: none, also for an order that becomes a market order at
 * the close.
 */
export const boundTenths = ({
  priceTenths,
  condition,
}: Pick<Order, 'priceTenths' | 'condition'>): PriceTenths | null =>
  condition === 'limit-then-market' ? null : priceTenths
export const holdYen = (order: Order): Yen => order.holdAvailableYen + order.holdUnsettledYen
export const restQuantity = (order: Order): Quantity => order.quantity - order.filledQuantity

/** A number for people: what, the day, the journal's number. `O-20261119-000482`. */
export const numberOf = (letter: 'O' | 'L' | 'R', tradeDate: DateJst, seq: number, n = 0): string =>
  `${letter}-${tradeDate.replaceAll('-', '')}-${String(seq).padStart(6, '0')}${n === 0 ? '' : `-${n}`}`

/** The beginning that the numbers of one request share: a closing of several lots has an order for each. */
export const requestOf = (number: string): string => number.split('-').slice(0, 3).join('-')

/**
 * Reasons why an order is taken back that its member did not cancel: a pool sells the issue for those who
 * leave; a take-profit or stop-loss closes a holding; a margin call, the loss-cut or the end of a day lot
 * does. None of these may meet another order of the same person.
 */
export const FIRM_REASONS = ['POOL_SALE', 'EXIT_FIRST', 'FORCED_FIRST'] as const
export type FirmReason = (typeof FIRM_REASONS)[number]
export const isFirmReason = (reason: string | null): reason is FirmReason =>
  FIRM_REASONS.some((each) => each === reason)

/**
 * Average price by the order alone (`averageOf`), for what a command answers and tells: exact for whole
 * trading units, less than a yen beside it for a few odd shares. null before the first fill.
 */
export const averageTenths = (order: Pick<Order, 'filledYen' | 'filledQuantity'>): PriceTenths | null =>
  order.filledQuantity === 0
    ? null
    : Math.floor((order.filledYen * 20 + order.filledQuantity) / (order.filledQuantity * 2))
