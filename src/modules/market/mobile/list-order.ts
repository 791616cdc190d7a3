import type { QuoteView, StockRow } from '../contract.ts'
import type { ListedBy } from './listed-by.ts'

/** The figures by which a list is put in order as it is read; by the others it stays as the server has it. */
const LIVE: Partial<Record<ListedBy, (quote: QuoteView) => number | null>> = {
  gainers: ({ changeBp }) => changeBp,
  losers: ({ changeBp }) => (changeBp === null ? null : -changeBp),
  turnover: ({ turnover }) => turnover,
  volume: ({ volume }) => volume,
}
/** True where a quote decides over the order; by other figures nothing has to be heard in between. */
export const isLiveOrder = (by: ListedBy): boolean => by in LIVE

/**
 * Rows in the order of the figures that they show, the highest first; of equal ones, and of those that have
 * not traded, the order as it was read.
 */
export function inOrder(
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

/** The order in which a list stands, and the newest quote (ISO) that it is of; null: of none. */
export type ListOrder = { readonly codes: readonly string[]; readonly at: string | null }

/** The order by the figures that are known now. */
export function orderOf(
  rows: readonly StockRow[],
  by: ListedBy,
  shown: (row: StockRow) => QuoteView,
): ListOrder {
  const at = rows.map((row) => shown(row).at).reduce((a, b) => (a > b ? a : b), '')
  return { codes: inOrder(rows, by, shown).map(({ code }) => code), at: at === '' ? null : at }
}

/** Rows in an order that was made before; those that it does not know follow it, as they are read. */
export function keptIn(rows: readonly StockRow[], { codes }: ListOrder): readonly StockRow[] {
  const places = new Map(codes.map((code, index) => [code, index]))
  const placeOf = ({ code }: StockRow) => places.get(code) ?? codes.length
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b))
}
