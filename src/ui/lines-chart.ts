/** A line of figures over the same steps; null where there is none. */
export type Line = readonly (number | null)[]

/**
 * Lines in one box of this size: the points of each, and where a base runs. All of them share a scale, which
 * holds the base too. Pure.
 */
export function linesInBox(lines: readonly Line[], base: number, width: number, height: number) {
  const known = lines.flatMap((line) => line.filter((value) => value !== null))
  const [low, high] = [Math.min(base, ...known), Math.max(base, ...known)]
  const inset = 3
  const y = (value: number) =>
    high === low ? height / 2 : height - inset - ((value - low) / (high - low)) * (height - 2 * inset)
  const steps = Math.max(...lines.map((line) => line.length)) - 1
  const x = (step: number) => (steps <= 0 ? 0 : (step / steps) * width)
  return {
    low,
    high,
    baseY: round(y(base)),
    points: lines.map((line) =>
      line
        .flatMap((value, step) => (value === null ? [] : [`${round(x(step))},${round(y(value))}`]))
        .join(' '),
    ),
  }
}

const round = (value: number): number => Math.round(value * 10) / 10
