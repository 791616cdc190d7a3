import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { Ms } from '#kernel/time.ts'
import type { Phase } from '#rooms/instruments/model/schedule.ts'
import type { BookSide } from './book.ts'
import type { FirstDay, IssuePlan } from './day-plan.ts'
import type { Hold, Together } from './hold.ts'
import type { Condition, Side, TimeInForce } from './terms.ts'

/** What decided over a fill, as it stood when it was decided: the ground of a receipt (security-and-trust 5.4). */

/** What happened: an order came, an auction was looked for around a price, or the auction of a close was held. */
export type MarketEvent =
  | { readonly kind: 'order'; readonly side: BookSide; readonly priceTenths: PriceTenths | null; readonly quantity: Quantity; readonly rests: boolean; readonly tag: number }
  | { readonly kind: 'seek'; readonly fromTenths: PriceTenths }
  | { readonly kind: 'close'; readonly isLast: boolean; readonly lastOpening: number }

/** What an issue's rules say on this day. */
export type MarketRules = Pick<IssuePlan, 'code' | 'unit' | 'tickTable' | 'isReplay'> & { readonly firstDay: FirstDay | null }

/** What the next event depends on, beside the orders in the book. */
export type MarketState = {
  readonly limits: IssuePlan['limits']
  readonly baseTenths: PriceTenths
  readonly referenceTenths: PriceTenths
  readonly lastTenths: PriceTenths | null
  readonly openTenths: PriceTenths | null
  readonly run: { readonly fromTenths: PriceTenths; readonly at: Ms } | null
  readonly hold: Hold | null
  readonly together: Together
  readonly isGathering: boolean
  readonly isUnopened: boolean
}

/** `orders`: side, price (0: a market order), shares and tag of each, in their priority. */
export type Seen = {
  readonly at: Ms
  readonly event: MarketEvent
  readonly rules: MarketRules
  readonly state: MarketState
  readonly orders: readonly number[]
  /** Of an auction: firm, step in the book and step given of each of these orders, which decide who gets what. */
  readonly entries: readonly number[] | null
  /** How often the book had changed on this day, and when it last had. */
  readonly changes: number
  readonly changedAt: Ms
}

/** What one order got in one event. `quantity` is the whole order's, `leavesQty` what was open before. */
export type Decision = {
  readonly seen: Seen
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
