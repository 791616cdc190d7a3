/**
 * For each of these heights the column in which something so tall stands free of the others: 0 where nothing
 * is near, and the next one where something is.
 */
export function columnsOf(heights: readonly number[], tall: number): number[] {
  const columns = heights.map(() => 0)
  const ends: number[] = []
  const order = heights.map((_, index) => index).toSorted((a, b) => heights[a]! - heights[b]!)
  for (const index of order) {
    const free = ends.findIndex((end) => heights[index]! >= end)
    const column = free < 0 ? ends.length : free
    ends[column] = heights[index]! + tall
    columns[index] = column
  }
  return columns
}
