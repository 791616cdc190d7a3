import { closesOf, type Indicator, type Series } from './indicator.ts'

/**
 * Exponential average with weight 2 ÷ (period + 1), begun with the mean of the first `period` values (TA-Lib
 * `EMA`). Missing values in front are passed over; none is missing later.
 */
export function exponentialAverage(values: Series, period: number): (number | null)[] {
  const weight = 2 / (period + 1)
  let seen = 0
  let sum = 0
  let average = 0
  return values.map((value) => {
    if (value === null) return null
    seen++
    if (seen > period) return (average += weight * (value - average))
    sum += value
    if (seen < period) return null
    return (average = sum / period)
  })
}

/** The exponential moving average of the closes. */
export const ema: Indicator<{ readonly period: number }> = (bars, { period }) => [
  exponentialAverage(closesOf(bars), period),
]
