import type { DateJst, Ms } from '#kernel/time.ts'
import type { Clock } from '#platform/clock.ts'
import { rebasedQuote } from '../model/rebased.ts'
import type { MarketFeed, Quote } from '#modules/venue/server/ports.ts'

/**
 * Silence of the feed for longer than this makes every quote stale (product decision 6). A quiet book is not
 * silence: heartbeats count.
 */
export const STALE_AFTER_MS = 3_000

export type Quotes = {
  get(code: string): Quote | null
  isStale(code: string): boolean
  /**
   * No message of any kind for too long, by a clock that nobody sets; or the exchange stands, which says so
   * itself.
   */
  isSilent(): boolean
  /**
   * Lots are in the shares of this ex-date now, `shares` for an old one: a quote of before stands in them
   * too, until the exchange's next.
   */
  rebase(code: string, exDate: DateJst, shares: number): void
}

/** The newest quote of every issue, and whether the feed is alive. Must be made before the venue starts. */
export function keepQuotes(feed: MarketFeed, clock: Pick<Clock, 'monotonic'>): Quotes {
  const latest = new Map<string, Quote>()
  let heardAt: Ms = -Infinity
  let stands = false
  const heard = () => void (heardAt = clock.monotonic())

  feed.onQuote((quote) => {
    heard()
    latest.set(quote.code, quote)
  })
  feed.onDepth(heard)
  feed.onTrades(heard)
  feed.onHeartbeat((at) => {
    heard()
    // The clock was put back behind what the exchange has lived: it is there, and nothing moves until that
    // time has come again.
    stands = feed.workedTo() - at > STALE_AFTER_MS
  })

  const get = (code: string) => latest.get(code) ?? feed.quote(code)
  const isSilent = () => stands || clock.monotonic() - heardAt > STALE_AFTER_MS
  return {
    get,
    isSilent,
    isStale: (code) => isSilent() || feed.isLate?.(code) === true || get(code) === null,
    rebase(code, exDate, shares) {
      const quote = get(code)
      if (quote && quote.tradeDate < exDate) latest.set(code, rebasedQuote(quote, shares))
    },
  }
}
