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

/** So many stand beside each other; more of them are one, until it is opened. */
const MOST_TOGETHER = 2

/**
 * Those of these heights that stand nearer than `near`, one behind the other, where they are more than a few;
 * each of the others alone. By their numbers, in the order in which the first of each was given.
 */
export function crowdsOf(heights: readonly number[], near: number): number[][] {
  const groups: number[][] = []
  for (const index of heights.map((_, at) => at).toSorted((a, b) => heights[a]! - heights[b]!)) {
    const last = groups.at(-1)
    if (last && heights[index]! - heights[last.at(-1)!]! < near) last.push(index)
    else groups.push([index])
  }
  return groups
    .flatMap((group) =>
      group.length > MOST_TOGETHER ? [group.toSorted((a, b) => a - b)] : group.map((at) => [at]),
    )
    .toSorted((a, b) => a[0]! - b[0]!)
}

/** More lines of holdings than these would hide the bars; every fill has its mark. */
const LINED_PRICES = 3

/** Holdings at the first few prices: those that have a line. */
export function linedFills<T extends { readonly price: number }>(fills: readonly T[]): readonly T[] {
  const prices = [...new Set(fills.map(({ price }) => price))].slice(0, LINED_PRICES)
  return fills.filter(({ price }) => prices.includes(price))
}
