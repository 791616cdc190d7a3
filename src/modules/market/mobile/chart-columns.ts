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
 * each of the others alone, and each kind. By their numbers, in the order in which the first of each was
 * given.
 */
export function clustersOf(
  at: readonly { readonly y: number; readonly kind: string }[],
  near: number,
): number[][] {
  const groups: number[][] = []
  const last = new Map<string, number[]>()
  for (const index of at.map((_, n) => n).toSorted((a, b) => at[a]!.y - at[b]!.y)) {
    const { y, kind } = at[index]!
    const before = last.get(kind)
    if (before && y - at[before.at(-1)!]!.y < near) before.push(index)
    else {
      const group = [index]
      last.set(kind, group)
      groups.push(group)
    }
  }
  return groups
    .flatMap((group) =>
      group.length > MOST_TOGETHER ? [group.toSorted((a, b) => a - b)] : group.map((index) => [index]),
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

/** Bars in which holdings began, once a side: nine fills of one bar are one mark. */
export function markedBars<Bar extends { readonly at: string }, Side>(
  bars: readonly Bar[],
  fills: readonly { readonly at: string; readonly side: Side }[],
): { bar: Bar; side: Side }[] {
  const marked: { bar: Bar; side: Side }[] = []
  for (const { at, side } of fills) {
    const bar = bars.findLast((one) => one.at <= at)
    if (bar && !marked.some((one) => one.bar === bar && one.side === side)) marked.push({ bar, side })
  }
  return marked
}
