import type { Indicator } from './indicator.ts'
import { simpleAverage } from './sma.ts'

/** The simple moving average of the volumes. */
export const volumeAverage: Indicator<{ readonly period: number }> = (bars, { period }) => [
  simpleAverage(
    bars.map(({ volume }) => volume),
    period,
  ),
]
