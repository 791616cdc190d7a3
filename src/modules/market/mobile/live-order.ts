import type { QuoteView, StockRow } from '../contract.ts'
import type { ListedBy } from './listed-by.ts'

/** The figures that a list moves with between two reads; by the others it stays as it was read. */
const LIVE: Partial<Record<ListedBy, (quote: QuoteView) => number | null>> = {
  gainers: ({ changeBp }) => changeBp,
  losers: ({ changeBp }) => (changeBp === null ? null : -changeBp),
  turnover: ({ turnover }) => turnover,
  volume: ({ volume }) => volume,
}
export const isLiveOrder = (by: ListedBy): boolean => by in LIVE

/**
 * Rows in the order of the figures that they show, the highest first; of equal ones, and of those that have
 * not traded, the order as it was read.
 */
export function inLiveOrder(
  rows: readonly StockRow[],
  by: ListedBy,
  shown: (row: StockRow) => QuoteView,
): readonly StockRow[] {
  const figure = LIVE[by]
  if (figure === undefined) return rows
  const scores = new Map(
    rows.map((row) => {
      const quote = shown(row)
      return [row, quote.last === null ? null : figure(quote)]
    }),
  )
  return rows.toSorted((a, b) => {
    const [x, y] = [scores.get(a) ?? -Infinity, scores.get(b) ?? -Infinity]
    return x === y ? 0 : y - x
  })
}
