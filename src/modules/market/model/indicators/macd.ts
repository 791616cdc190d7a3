import { exponentialAverage } from './ema.ts'
import { closesOf, type Indicator } from './indicator.ts'

/**
 * MACD: the fast exponential average less the slow one, its own average (the signal), and how far it is from
 * that. Both averages begin with the same bar, as in TA-Lib (`MACD`); the shorter period is the fast one.
 */
export const macd: Indicator<{ readonly fast: number; readonly slow: number; readonly signal: number }> = (
  bars,
  settings,
) => {
  const [fast, slow] = [Math.min(settings.fast, settings.slow), Math.max(settings.fast, settings.slow)]
  const closes = closesOf(bars)
  const slowly = exponentialAverage(closes, slow)
  const quickly = exponentialAverage(
    closes.map((close, index) => (index < slow - fast ? null : close)),
    fast,
  )
  const line = slowly.map((value, index) => (value === null ? null : quickly[index]! - value))
  const signal = exponentialAverage(line, settings.signal)
  return [line, signal, line.map((value, index) => (signal[index] === null ? null : value! - signal[index]!))]
}
