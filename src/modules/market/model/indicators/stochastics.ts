import { extremesOf } from './extremes.ts'
import type { Indicator } from './indicator.ts'
import { simpleAverage } from './sma.ts'

/**
 * Slow stochastics, 0 to 100: where the close stands between the lowest low and the highest high of `period`
 * bars, smoothed (%K), and the average of that (%D), as in TA-Lib (`STOCH`). Null while a bar that counts had
 * no span to stand in: high and low of its period were one price.
 */
export const stochastics: Indicator<{
  readonly period: number
  readonly smoothing: number
  readonly signal: number
}> = (bars, { period, smoothing, signal }) => {
  const raw = extremesOf(bars, period).map((of, index) =>
    of === null || of.highest === of.lowest
      ? null
      : (100 * (bars[index]!.close - of.lowest)) / (of.highest - of.lowest),
  )
  const k = simpleAverage(raw, smoothing)
  return [k, simpleAverage(k, signal)]
}
