import { useRead } from '#client/reads.ts'
import { useLatest } from '#client/topics.ts'
import { tenthsOf } from '#kernel/price.ts'
import { depthTopic, getDepth, type DepthView, type QuoteView } from '#modules/market/contract.ts'
import type { QuoteFacts } from '#modules/orders/model/reserve.ts'

/** The board of an issue, live; null: of none. Undefined until it has come. */
export function useDepth(code: string | null): DepthView | undefined {
  const read = useRead(getDepth, { params: { code: code ?? '' } }, { quiet: true, enabled: code !== null })
  return useLatest(depthTopic, code === null ? null : { code }) ?? read.data
}

/** Its levels for the rules, while orders trade as they come. */
export const boardOf = (quote: QuoteView, depth: DepthView | undefined): Pick<QuoteFacts, 'board'> => {
  if (depth === undefined || quote.state !== 'trading') return {}
  const levels = (side: DepthView['asks']) => side.map(([price, size]) => [tenthsOf(price), size] as const)
  return { board: { asks: levels(depth.asks), bids: levels(depth.bids) } }
}
