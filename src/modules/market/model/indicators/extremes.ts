import type { IndicatorBar } from './indicator.ts'

export type Extremes = { readonly highest: number; readonly lowest: number }

/** Highest high and lowest low of each bar and the `period − 1` before it; null before there are so many. */
export const extremesOf = (bars: readonly IndicatorBar[], period: number): (Extremes | null)[] =>
  bars.map((_, index) => {
    if (index < period - 1) return null
    let highest = -Infinity
    let lowest = Infinity
    for (let at = index - period + 1; at <= index; at++) {
      highest = Math.max(highest, bars[at]!.high)
      lowest = Math.min(lowest, bars[at]!.low)
    }
    return { highest, lowest }
  })
