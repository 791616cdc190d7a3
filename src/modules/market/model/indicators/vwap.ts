import { openingAt, type Schedule } from '#modules/instruments/model/schedule.ts'
import { tradeDateOfTime } from '../interval.ts'
import type { Indicator } from './indicator.ts'

/**
 * Price by volume since the day's opening, by the mean of high, low and close of each bar; it begins anew
 * with each trading day, which may pass midnight. A day has none before its first trade, nor where its
 * opening lies before the first bar: what it traded until then is not known.
 */
export const vwap: Indicator<{ readonly schedule: Schedule }> = (bars, { schedule }) => {
  let day = ''
  let isWhole = false
  let money = 0
  let shares = 0
  const series = bars.map((bar, index) => {
    const at = Date.parse(bar.at)
    const date = tradeDateOfTime(schedule, at)
    if (date !== day) {
      day = date
      isWhole = index > 0 || at <= openingAt(schedule, date)
      money = 0
      shares = 0
    }
    money += ((bar.high + bar.low + bar.close) / 3) * bar.volume
    shares += bar.volume
    return isWhole && shares > 0 ? money / shares : null
  })
  return [series]
}
