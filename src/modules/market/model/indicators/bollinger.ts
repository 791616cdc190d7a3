import { closesOf, type Indicator } from './indicator.ts'
import { simpleAverage } from './sma.ts'

/**
 * Bollinger bands: the average of the closes, and `deviations` standard deviations (of the population, TA-Lib
 * `BBANDS`) above and below it: upper, middle, lower.
 */
export const bollinger: Indicator<{ readonly period: number; readonly deviations: number }> = (
  bars,
  { period, deviations },
) => {
  const closes = closesOf(bars)
  const middle = simpleAverage(closes, period)
  // From the mean each time: a difference of sums of squares loses the digits of a quiet issue.
  const width = middle.map((mean, index) => {
    if (mean === null) return null
    let squares = 0
    for (let at = index - period + 1; at <= index; at++) squares += (closes[at]! - mean) ** 2
    return deviations * Math.sqrt(squares / period)
  })
  const band = (side: 1 | -1) =>
    middle.map((mean, index) => (mean === null ? null : mean + side * width[index]!))
  return [band(1), middle, band(-1)]
}
