import { useLiveQuote } from '#modules/market/mobile/public.ts'
import type { DayRowView } from '../contract.ts'

/**
 * The row’s prices, moving with the book, in yen. `hedging`: the far touch of a side, null where nobody is
 * there.
 */
export function useHedging(row: DayRowView): {
  last: number | null
  long: number | null
  short: number | null
  stale: boolean
} {
  const quote = useLiveQuote(row.code, undefined)
  if (quote === undefined)
    return { last: row.price, long: row.longPrice, short: row.shortPrice, stale: row.stale }
  return { last: quote.last ?? quote.previousClose, long: quote.ask, short: quote.bid, stale: quote.stale }
}
