import type { Trade } from '#modules/venue/server/ports.ts'

type Following<R> = {
  /** Rows of the trade's issue that it moves and that are not among those tried. */
  due: (trade: Trade, tried: ReadonlySet<string>) => readonly R[]
  idOf: (row: R) => string
  move: (rows: readonly R[], trade: Trade) => Promise<void>
  /** The look at a trade by all that waits for a price. */
  pass: (trade: Trade) => void
}

/**
 * Lets the stops that follow the price follow each trade before anything looks at the next one of its issue:
 * a trade back must meet the trigger where the trade before it has put it. Of the trades that come meanwhile
 * only the turning points are remembered; those between two of them move and reach nothing that these do not.
 */
export function followPrints<R>({ due, idOf, move, pass }: Following<R>): (trade: Trade) => void {
  const queues = new Map<string, Trade[]>()

  async function drain(code: string, queue: Trade[]): Promise<void> {
    for (let trade = queue[0]; trade !== undefined; trade = queue[0]) {
      const tried = new Set<string>()
      for (let rows = due(trade, tried); rows.length > 0; rows = due(trade, tried)) {
        for (const row of rows) tried.add(idOf(row))
        await move(rows, trade)
      }
      pass(trade)
      queue.shift()
    }
    queues.delete(code)
  }

  return (trade) => {
    const waiting = queues.get(trade.code)
    if (waiting !== undefined) {
      if (waiting.length > 2 && isBetween(waiting.at(-2)!, waiting.at(-1)!, trade)) waiting.pop()
      waiting.push(trade)
      return
    }
    if (due(trade, NONE).length === 0) return pass(trade)
    const queue = [trade]
    queues.set(trade.code, queue)
    void drain(trade.code, queue)
  }
}

const NONE: ReadonlySet<string> = new Set()
const isBetween = (one: Trade, between: Trade, other: Trade): boolean =>
  (between.priceTenths - one.priceTenths) * (other.priceTenths - between.priceTenths) >= 0
