import type { Indicator } from './indicator.ts'

/**
 * Wilder's relative strength index, 0 to 100: the mean of `period` changes begins it, later ones weigh 1 ÷
 * period (TA-Lib `RSI`). Null while nothing has moved at all: of no gain and no loss there is no ratio.
 */
export const rsi: Indicator<{ readonly period: number }> = (bars, { period }) => {
  let gain = 0
  let loss = 0
  const series = bars.map((bar, index) => {
    if (index === 0) return null
    const change = bar.close - bars[index - 1]!.close
    const [up, down] = [Math.max(change, 0), Math.max(-change, 0)]
    if (index <= period) {
      gain += up / period
      loss += down / period
    } else {
      gain += (up - gain) / period
      loss += (down - loss) / period
    }
    return index < period || gain + loss === 0 ? null : (100 * gain) / (gain + loss)
  })
  return [series]
}
