import type { Ms } from '#kernel/time.ts'
import type { Depth, MarketFeed, Trade } from '#modules/venue/server/ports.ts'

const TRADES_KEPT = 100
/** A heartbeat comes each second: a board that has not come by the second one is empty. */
const BEATS_WAITED = 2

export type Boards = {
  /** The board now. One that nobody watched yet takes a moment to come: waits for it, but not for long. */
  depth(code: string, now: Ms): Promise<Depth>
  /** Newest first. */
  trades(code: string): Trade[]
}

/** Boards and the tape of newest trades. */
export function keepBoards(feed: MarketFeed): Boards {
  const tape = new Map<string, Trade[]>()
  const waiting = new Map<string, ((depth: Depth | null) => void)[]>()
  let beats = 0

  feed.onTrades((batch) => {
    for (const trade of batch) {
      let kept = tape.get(trade.code)
      if (!kept) tape.set(trade.code, (kept = []))
      kept.push(trade)
      if (kept.length > 2 * TRADES_KEPT) kept.splice(0, TRADES_KEPT)
    }
  })
  feed.onDepth((depth) => {
    for (const answer of waiting.get(depth.code) ?? []) answer(depth)
    waiting.delete(depth.code)
  })
  feed.onHeartbeat(() => {
    if (waiting.size === 0 || ++beats < BEATS_WAITED) return
    beats = 0
    for (const answers of waiting.values()) for (const answer of answers) answer(null)
    waiting.clear()
  })

  return {
    async depth(code, now) {
      const known = feed.depth(code)
      if (known) return known
      const come = await new Promise<Depth | null>((resolve) =>
        waiting.set(code, [...(waiting.get(code) ?? []), resolve]),
      )
      return (
        come ?? { code, bids: [], asks: [], over: 0, under: 0, marketBuyQty: 0, marketSellQty: 0, at: now }
      )
    },
    trades: (code) => (tape.get(code) ?? []).slice(-TRADES_KEPT).reverse(),
  }
}
