/** The same things with the one at `from` standing at `to`; a place beyond an end is that end. */
export function movedTo<T>(things: readonly T[], from: number, to: number): T[] {
  const rest = things.toSpliced(from, 1)
  return rest.toSpliced(Math.min(Math.max(to, 0), rest.length), 0, things[from]!)
}

/**
 * Index for a row that was drawn by `dy` from its place: past the middle of each row that it has passed.
 * `heights` of all rows, in the same unit.
 */
export function placeAfter(heights: readonly number[], from: number, dy: number): number {
  let to = from
  if (dy > 0)
    for (let way = dy; to + 1 < heights.length && way > heights[to + 1]! / 2; way -= heights[to]!) to++
  else for (let way = -dy; to > 0 && way > heights[to - 1]! / 2; way -= heights[to]!) to--
  return to
}

/** Keys on a row's grip: the new place, or null for other keys. */
export function placeByKey(key: string, from: number, count: number): number | null {
  switch (key) {
    case 'ArrowUp':
      return Math.max(from - 1, 0)
    case 'ArrowDown':
      return Math.min(from + 1, count - 1)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
