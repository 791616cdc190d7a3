import { closesOf, type Indicator, type Series } from './indicator.ts'

/**
 * Mean of each value and the `period − 1` before it (TA-Lib `SMA`); null where one of them is missing. Goes
 * from one to the next by what enters and leaves.
 */
export function simpleAverage(values: Series, period: number): (number | null)[] {
  let sum = 0
  let missing = 0
  return values.map((value, index) => {
    const left = index < period ? 0 : values[index - period]!
    if (value === null) missing++
    if (left === null) missing--
    sum += (value ?? 0) - (left ?? 0)
    return index < period - 1 || missing > 0 ? null : sum / period
  })
}

/** The simple moving average of the closes. */
export const sma: Indicator<{ readonly period: number }> = (bars, { period }) => [
  simpleAverage(closesOf(bars), period),
]
