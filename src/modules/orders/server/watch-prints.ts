import type { PriceTenths } from '#kernel/price.ts'
import type { Ms } from '#kernel/time.ts'
import type { Trade } from '#modules/venue/server/ports.ts'

/**
 * Of one issue and one direction at once, so that others are answered in between; the rest waits in the index
 * of prices.
 */
const AT_ONCE = 16

type Watched<R> = {
  /** The direction in which the price must move to reach the watched one. */
  direction: 'rises' | 'falls'
  /** The rows that wait for this price or a nearer one. */
  reached: (code: string, priceTenths: PriceTenths) => readonly R[]
  /** Time since which it waits: a trade from before does not reach it. */
  since: (row: R) => Ms
  /** Fires it. What still waits afterwards had its reason, and is left to the next trade. */
  fire: (row: R, trade: Trade) => Promise<void>
}

/**
 * Takes every trade and fires all that it reaches. The index is the queue: trades that come while some are
 * being fired are remembered only as far as they say more than a later one, so that ten thousand stops in a
 * falling market cost what they cost in a quiet one.
 */
export function watchPrints<R extends { readonly id: string }>({
  direction,
  reached,
  since,
  fire,
}: Watched<R>): (trade: Trade) => void {
  const queues = new Map<string, Trade[]>()
  const reachesAll = (later: Trade, earlier: Trade) =>
    direction === 'rises'
      ? later.priceTenths >= earlier.priceTenths
      : later.priceTenths <= earlier.priceTenths

  async function drain(code: string, queue: Trade[]): Promise<void> {
    let trade: Trade | undefined
    const tried = new Set<string>()
    while (queue.length > 0) {
      if (trade !== queue[0]) tried.clear()
      const now = (trade = queue[0]!)
      const due = reached(code, now.priceTenths)
        .filter((row) => since(row) < now.at && !tried.has(row.id))
        .slice(0, AT_ONCE)
      if (due.length === 0) queue.shift()
      for (const row of due) tried.add(row.id)
      await Promise.all(due.map((row) => fire(row, now)))
    }
    queues.delete(code)
  }

  return (trade) => {
    const waiting = queues.get(trade.code)
    if (waiting === undefined) {
      if (reached(trade.code, trade.priceTenths).length === 0) return
      const queue = [trade]
      queues.set(trade.code, queue)
      void drain(trade.code, queue)
      return
    }
    while (waiting.length > 0 && reachesAll(trade, waiting.at(-1)!)) waiting.pop()
    waiting.push(trade)
  }
}
