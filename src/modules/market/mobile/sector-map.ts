import type { BasisPoints } from '#kernel/money.ts'

export type Cell = { readonly id: string; readonly changeBp: BasisPoints; readonly weight: number }
export type MapRow = { readonly cells: readonly Cell[]; readonly weight: number }

/** No cell is drawn smaller than this part of its row: its words must fit. */
const LEAST_SHARE = 0.2
const CELLS_A_ROW = 4

/**
 * Cells in rows of about four, the largest first. `weight` of a cell is its part of the row, and adds up to
 * 1.
 */
export function mapRows(cells: readonly Cell[]): MapRow[] {
  const sorted = [...cells].sort((a, b) => b.weight - a.weight)
  const count = Math.max(1, Math.round(sorted.length / CELLS_A_ROW))
  const rows: MapRow[] = []
  for (let row = 0, from = 0; row < count; row++) {
    const size = Math.floor((sorted.length - from) / (count - row))
    const part = sorted.slice(from, from + size)
    from += size
    const shares = withLeast(part.map((cell) => cell.weight))
    const weight = part.reduce((total, cell) => total + cell.weight, 0)
    rows.push({
      cells: part.map(({ id, changeBp }, index) => ({ id, changeBp, weight: shares[index]! })),
      weight,
    })
  }
  return rows
}

/** Parts of a whole, none below the least: the small are widened, the large give way in proportion. */
function withLeast(weights: readonly number[]): number[] {
  const least = Math.min(LEAST_SHARE, 1 / weights.length)
  const raised = new Set<number>()
  for (;;) {
    const free = 1 - raised.size * least
    const sum = weights.reduce((total, weight, index) => (raised.has(index) ? total : total + weight), 0)
    const shares = weights.map((weight, index) =>
      raised.has(index) || sum === 0 ? least : (weight / sum) * free,
    )
    const small = shares.findIndex((share, index) => share < least && !raised.has(index))
    if (small < 0) return shares
    raised.add(small)
  }
}

/** One of seven colours: −3 … 3. Steps at 0.1, 0.5 and 1.5 %. */
export function heatOf(changeBp: BasisPoints): -3 | -2 | -1 | 0 | 1 | 2 | 3 {
  const size = Math.abs(changeBp)
  const step = size < 10 ? 0 : size < 50 ? 1 : size < 150 ? 2 : 3
  return (changeBp < 0 && step > 0 ? -step : step) as -3 | -2 | -1 | 0 | 1 | 2 | 3
}
