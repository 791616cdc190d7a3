import { useFormat } from '#client/texts.ts'
import type { Interval } from '../contract.ts'
import type { ChartWords } from './price-chart.ts'

export const isDailyInterval = (interval: Interval): interval is '1d' | '1w' | '1M' =>
  interval === '1d' || interval === '1w' || interval === '1M'

/** The words on the axes of a chart, in the chosen language and Japan's time. */
export function useChartWords(interval: Interval): ChartWords {
  const f = useFormat()
  const isDaily = isDailyInterval(interval)
  return {
    price: (price) => f.price(Math.round(price * 10) / 10),
    percent: (percent) => f.signedPercent(Math.round(percent * 100)),
    time: (at) => (isDaily ? f.day(at) : `${f.monthDay(at)} ${f.clock(at)}`),
    // Each tick says the largest thing that has changed since the one before.
    tick: (at, changed) => {
      switch (changed) {
        case 'year':
          return f.year(at)
        case 'month':
          return f.month(at)
        case 'day':
          return isDaily ? f.dayOfMonth(at) : f.monthDay(at)
        case 'time':
          return f.clock(at)
      }
    },
  }
}
