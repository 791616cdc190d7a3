/**
 * Position of the keyboard on a chart: on its summary (null), on a part of it (a day of minutes, a month of
 * days, a year of weeks), or on a bar.
 */
export type Walk =
  | null
  | { readonly level: 'part'; readonly part: number }
  | { readonly level: 'bar'; readonly at: string }

type Bar = { readonly at: string }
/** Bars of one part of the chart, by their numbers, the end not included. */
export type Part = { readonly from: number; readonly to: number }

/** Runs of bars with the same name of their part. */
export function partsOf<B extends Bar>(bars: readonly B[], nameOf: (bar: B) => string): Part[] {
  const parts: { from: number; to: number }[] = []
  let name: string | null = null
  for (const [index, bar] of bars.entries()) {
    const own = nameOf(bar)
    if (own === name) parts.at(-1)!.to = index + 1
    else parts.push({ from: index, to: index + 1 })
    name = own
  }
  return parts
}

/** The bar on which it stands, the last one of a part; -1 on the summary. */
export const barOf = (walk: Walk, bars: readonly Bar[], parts: readonly Part[]): number =>
  walk === null
    ? -1
    : walk.level === 'bar'
      ? bars.findIndex(({ at }) => at === walk.at)
      : (parts[walk.part]?.to ?? 0) - 1

/**
 * After a key: arrows to the side go from bar to bar or from part to part, down goes into parts and then into
 * bars, up back out, Home and End to the first and last, Escape to the summary. undefined: another key.
 */
export function walked(
  walk: Walk,
  key: string,
  bars: readonly Bar[],
  parts: readonly Part[],
): Walk | undefined {
  const onBar = (index: number): Walk => ({ level: 'bar', at: bars[clamp(index, bars.length)]!.at })
  const onPart = (index: number): Walk => ({ level: 'part', part: clamp(index, parts.length) })
  const at = barOf(walk, bars, parts)
  const step = STEPS[key]
  if (key === 'Escape') return walk === null ? undefined : null
  if (walk?.level === 'part') {
    if (step !== undefined) return onPart(step(walk.part, parts.length))
    if (key === 'ArrowDown') return onBar(parts[walk.part]?.from ?? 0)
    return key === 'ArrowUp' ? null : undefined
  }
  if (step !== undefined) return onBar(step(walk === null ? bars.length : at, bars.length))
  if (key === 'ArrowDown') return walk === null ? onPart(parts.length - 1) : walk
  if (key === 'ArrowUp' && walk !== null)
    return onPart(parts.findIndex(({ from, to }) => at >= from && at < to))
  return undefined
}

const clamp = (index: number, count: number) => Math.min(Math.max(index, 0), count - 1)
const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: (_, count) => count - 1,
}
