/** Of its value: less is no movement that fills the box. */
const LEAST_RANGE = 0.01

/** Points of a line in a box, oldest first; `base` is where the previous close runs. Pure. */
export function sparkPoints(
  values: readonly number[],
  base: number | undefined,
  width: number,
  height: number,
) {
  const all = base === undefined ? values : [...values, base]
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const inset = 2
  const middle = (low + high) / 2
  // A price that has not moved runs through the middle, one that has hardly moved near it.
  const range = Math.max(high - low, Math.abs(middle) * LEAST_RANGE) || 1
  const y = (value: number) => height / 2 - ((value - middle) / range) * (height - 2 * inset)
  const step = values.length > 1 ? width / (values.length - 1) : 0
  return {
    line: values.map((value, index) => `${round(index * step)},${round(y(value))}`).join(' '),
    baseY: base === undefined ? null : round(y(base)),
    lastY: round(y(values.at(-1) ?? 0)),
  }
}

const round = (value: number): number => Math.round(value * 10) / 10
