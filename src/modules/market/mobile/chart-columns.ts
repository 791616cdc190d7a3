/**
 * These heights, moved apart so that each has so much for itself and all stay between the ends; closer
 * together where there is not so much. In the order in which they were given.
 */
export function spreadOf(
  heights: readonly number[],
  tall: number,
  { top, bottom }: { top: number; bottom: number },
): number[] {
  const each = Math.min(tall, (bottom - top) / Math.max(heights.length, 1))
  const order = heights.map((_, index) => index).toSorted((a, b) => heights[a]! - heights[b]!)
  const placed = heights.map(() => 0)
  let least = top + each / 2
  for (const index of order) {
    placed[index] = Math.max(heights[index]!, least)
    least = placed[index] + each
  }
  let most = bottom - each / 2
  for (const index of order.toReversed()) {
    placed[index] = Math.min(placed[index]!, most)
    most = placed[index] - each
  }
  return placed
}

/** More lines of holdings than these would hide the bars; every fill has its mark. */
const LINED_PRICES = 3

/** Holdings at the first few prices: those that have a line. */
export function linedFills<T extends { readonly price: number }>(fills: readonly T[]): readonly T[] {
  const prices = [...new Set(fills.map(({ price }) => price))].slice(0, LINED_PRICES)
  return fills.filter(({ price }) => prices.includes(price))
}
