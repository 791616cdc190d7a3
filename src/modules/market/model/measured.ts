/**
 * One line of a table of statistics: what was measured, and the range that a realistic market keeps (facts:
 * market statistics; where the facts give a figure without a range, about a fifth to either side of it).
 */
export type Measured = {
  readonly section: number
  readonly quantity: string
  readonly value: number
  readonly low: number
  readonly high: number
}

export const isInside = (line: Measured): boolean => line.value >= line.low && line.value <= line.high

export const line = (
  section: number,
  quantity: string,
  value: number,
  low: number,
  high: number,
): Measured => ({ section, quantity, value, low, high })
/** A part to either side of what was measured on the real market. */
export const around = (
  section: number,
  quantity: string,
  value: number,
  measured: number,
  part = 0.2,
): Measured =>
  line(
    section,
    quantity,
    value,
    Math.min(measured * (1 - part), measured * (1 + part)),
    Math.max(measured * (1 - part), measured * (1 + part)),
  )

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
export const square = (value: number): number => value * value

/** `kurtosis`: beyond the normal distribution's. */
export function moments(values: readonly number[]): { sd: number; skew: number; kurtosis: number } {
  const centre = mean(values)
  let [second, third, fourth] = [0, 0, 0]
  for (const value of values) {
    const off = value - centre
    second += off * off
    third += off ** 3
    fourth += off ** 4
  }
  const variance = second / values.length
  return {
    sd: Math.sqrt(variance),
    skew: third / values.length / variance ** 1.5,
    kurtosis: fourth / values.length / square(variance) - 3,
  }
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const below = sorted[Math.floor(at)]!
  return below + (sorted[Math.ceil(at)]! - below) * (at - Math.floor(at))
}
export const median = (values: readonly number[]): number => quantile(values, 0.5)

export function correlation(a: readonly number[], b: readonly number[]): number {
  const [centreA, centreB] = [mean(a), mean(b)]
  let [ab, aa, bb] = [0, 0, 0]
  for (let index = 0; index < a.length; index++) {
    const [offA, offB] = [a[index]! - centreA, b[index]! - centreB]
    ab += offA * offB
    aa += offA * offA
    bb += offB * offB
  }
  return aa === 0 || bb === 0 ? 0 : ab / Math.sqrt(aa * bb)
}
export const lagged = (values: readonly number[], lag: number): number =>
  correlation(values.slice(0, -lag), values.slice(lag))
