/** A part of a chart's width, both ends from 0 to 1. */
export type Band = { readonly from: number; readonly to: number }

/** Runs of points that are off, as parts of the width; a point reaches half-way to its neighbours. */
export function bandsOf(isOff: readonly boolean[]): Band[] {
  const last = isOff.length - 1
  const bands: Band[] = []
  for (const [at, off] of isOff.entries()) {
    if (!off || last === 0) continue
    const to = Math.min(at + 0.5, last) / last
    const before = isOff[at - 1] === true ? bands.pop() : undefined
    bands.push({ from: before?.from ?? Math.max(at - 0.5, 0) / last, to })
  }
  return bands
}
