import { useLatest, useConnection } from '#client/topics.ts'
import { marketTopic, quoteTopic, type MarketView, type QuoteView } from '../contract.ts'

/** The newer of what was read and what the socket said. */
export const newestOf = <T extends QuoteView | undefined>(
  read: T,
  heard: QuoteView | undefined,
): T | QuoteView => (heard === undefined || (read !== undefined && read.at > heard.at) ? read : heard)

/**
 * The newest of what was read and what the socket said since. Without a line to the server every figure is
 * old.
 */
export function useLiveQuote(code: string | undefined, read: QuoteView): QuoteView
export function useLiveQuote(code: string | undefined, read: QuoteView | undefined): QuoteView | undefined
export function useLiveQuote(code: string | undefined, read: QuoteView | undefined): QuoteView | undefined {
  const heard = useLatest(quoteTopic, code === undefined ? null : { code })
  const { state } = useConnection()
  const isLost = state === 'lost' || state === 'elsewhere'
  const newest = newestOf(read, heard)
  return newest === undefined || newest.stale || !isLost ? newest : { ...newest, stale: true }
}

/**
 * The market's overview, once a second. Its words are the screen's own: the topic's are in one language for
 * all.
 */
export function useLiveMarket(read: MarketView): MarketView {
  return useLatest(marketTopic, {}) ?? read
}
