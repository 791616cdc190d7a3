import type { PriceTenths } from '#kernel/price.ts'
import { MINUTE, SECOND, type Ms } from '#kernel/time.ts'
import type { BookSide } from './book.ts'

/**
 * Reason why an issue does not trade freely while its session is on (market rules 6 and 11). Plain data: it
 * stands in snapshots.
 */
export type TradingRestriction =
  /** A special quote: the next trade would be too far from `fromTenths`. Orders gather for an itayose. */
  | {
      readonly kind: 'special'
      readonly side: BookSide
      readonly priceTenths: PriceTenths
      readonly fromTenths: PriceTenths
      readonly until: Ms
    }
  /** A sequential trade quote: one order, or some within a minute, wanted to trade through two steps. */
  | {
      readonly kind: 'sequential'
      readonly side: BookSide
      readonly priceTenths: PriceTenths
      readonly until: Ms
    }
  | { readonly kind: 'halted'; readonly until: Ms }

/** The end of a stop by the firm: it has none of its own. */
export const NO_END: Ms = Number.MAX_SAFE_INTEGER

/** Special quotes are renewed in this rhythm (market rules 6). */
export const RENEWAL_MS: Ms = 3 * MINUTE
/**
 * They are not renewed in this last part of continuous trading. Open in the facts: it may count from the
 * closing auction instead (market rules 6).
 */
export const NOT_RENEWED_MS: Ms = 3 * MINUTE
/**
 * The time that a sequential trade quote stands, and within which trades count as one run (market rules 6).
 */
export const SEQUENCE_MS: Ms = 60 * SECOND
/**
 * The distance that a run may go, and the closing auction's price from the last one, in special quote steps
 * (market rules 5.3, 6).
 */
export const SEQUENCE_STEPS = 2
export const CLOSING_STEPS = 2
/**
 * At which closes the shares at an edge are allotted: of special execution (5.6) it is the day's alone, of
 * stop allocation no page says it (market rules 5.5, open).
 */
export const ALLOTS_AT_EDGE: Readonly<Record<'morning' | 'day', boolean>> = { morning: false, day: true }

/**
 * Orders that came in these steps count as simultaneous in the next auction (market rules 4): from, and
 * before.
 */
export type Together = readonly [from: number, before: number]
export const ALL: Together = [0, Number.MAX_SAFE_INTEGER]
export const NO_ONE: Together = [0, 0]
export const since = (step: number): Together => [step, Number.MAX_SAFE_INTEGER]
