import type { Yen } from '#kernel/money.ts'
import type { Instrument } from '#modules/instruments/model/instrument.ts'

/**
 * An issue's day as the world's model draws it. Returns are logarithmic, the own part included; the market's
 * part is its beta's.
 */
export type DrawnDay = {
  readonly overnightReturn: number
  readonly intradayReturn: number
  readonly marketIntradayReturn: number
  /** Standard deviation from the opening to the close. */
  readonly volatility: number
  readonly turnoverYen: Yen
  /**
   * The event that the company publishes on this day, and the log return that it adds to the day: 60 % of it
   * overnight, the rest in the session.
   */
  readonly event: { readonly kind: 'results' | 'news' | 'takeover'; readonly logReturn: number } | null
}

/**
 * Of the market factor's path inside a day (facts, market statistics 4: 0.95 % a day, of which 62 % of the
 * variance by day).
 */
export const MARKET_PATH_SD = 0.0075

/**
 * The issue's own part of a drawn day from the opening to the close: where it ends, and its standard
 * deviation.
 */
export const ownPart = (
  { beta }: Pick<Instrument, 'beta'>,
  { intradayReturn, marketIntradayReturn, volatility }: DrawnDay,
) => ({
  end: intradayReturn - beta * marketIntradayReturn,
  sd: Math.sqrt(Math.max(volatility ** 2 - (beta * MARKET_PATH_SD) ** 2, (volatility / 2) ** 2)),
})
