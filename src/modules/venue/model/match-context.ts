import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { Ms } from '#kernel/time.ts'
import type { Phase } from '#modules/instruments/model/schedule.ts'
import type { BookSide } from './book.ts'
import type { FirstDay, IssuePlan } from './day-plan.ts'
import type { TradingRestriction, Together } from './trading-restriction.ts'
import type { Condition, Side, TimeInForce } from './terms.ts'

/**
 * The facts that decided over a fill, as they stood when it was decided: the ground of a receipt
 * (security-and-trust 5.4).
 */

/** An order came, or its odd lot is looked at after a trade of the issue. */
export type OrderEvent = {
  readonly kind: 'order' | 'odd-lot'
  readonly side: BookSide
  readonly priceTenths: PriceTenths | null
  readonly quantity: Quantity
  readonly rests: boolean
  readonly tag: number
}
/**
 * The event that happened: to an order, or an auction was looked for around a price, or the auction of a
 * close was held.
 */
export type MarketEvent =
  | OrderEvent
  | { readonly kind: 'seek'; readonly fromTenths: PriceTenths }
  | { readonly kind: 'close'; readonly isLast: boolean; readonly lastOpening: number }

/** The same without whose order it is. */
export type SceneEvent = Omit<OrderEvent, 'tag'> | Exclude<MarketEvent, OrderEvent>

export const isOrderEvent = <T extends { readonly kind: MarketEvent['kind'] }>(
  event: T,
): event is Extract<T, { readonly rests: boolean }> => event.kind === 'order' || event.kind === 'odd-lot'

/** The rules of an issue on this day. */
export type MarketRules = Pick<IssuePlan, 'code' | 'unit' | 'tickTable' | 'isReplay'> & {
  readonly firstDay: FirstDay | null
}

/** The state that the next event depends on, beside the orders in the book. */
export type MarketState = {
  readonly limits: IssuePlan['limits']
  readonly baseTenths: PriceTenths
  readonly referenceTenths: PriceTenths
  readonly lastTenths: PriceTenths | null
  readonly openTenths: PriceTenths | null
  readonly run: { readonly fromTenths: PriceTenths; readonly at: Ms } | null
  readonly hold: TradingRestriction | null
  readonly together: Together
  readonly isGathering: boolean
  readonly isUnopened: boolean
}

/** `orders`: side, price (0: a market order), shares and tag of each, in their priority. */
export type MatchContext = {
  readonly at: Ms
  readonly event: MarketEvent
  readonly rules: MarketRules
  readonly state: MarketState
  readonly orders: readonly number[]
  /**
   * Of an auction: firm, step in the book and step given of each of these orders, which decide who gets what.
   */
  readonly entries: readonly number[] | null
  /** The number of changes of the book so far on this day, and the time of the last. */
  readonly changes: number
  readonly changedAt: Ms
}

/**
 * The result of one order in one event. `quantity` is the whole order's, `leavesQty` what of it could trade
 * in this event: its whole trading units, or its odd lot.
 */
export type Decision = {
  readonly seen: MatchContext
  readonly phase: Phase
  readonly order: {
    readonly venueSeq: number
    readonly side: Side
    readonly timeInForce: TimeInForce
    readonly condition: Condition
    readonly priceTenths: PriceTenths | null
    readonly quantity: Quantity
    readonly leavesQty: Quantity
    readonly receivedAt: Ms
  }
  readonly tag: number
  readonly fills: [priceTenths: PriceTenths, quantity: Quantity][]
}
