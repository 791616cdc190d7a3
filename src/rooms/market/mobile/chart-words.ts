import { later } from '#client/later.ts'
import { useFormat, useLang } from '#client/texts.ts'
import type { Interval } from '../contract.ts'
import type { ChartWords } from './price-chart.ts'

export const isDailyInterval = (interval: Interval): interval is '1d' | '1w' | '1M' => interval === '1d' || interval === '1w' || interval === '1M'

/** What stands on the axes of a chart, in the chosen language and Japan's time. */
export function useChartWords(interval: Interval): ChartWords {
  const f = useFormat()
  const lang = useLang()
  const made = (options: Intl.DateTimeFormatOptions) => later(() => new Intl.DateTimeFormat(lang, { timeZone: 'Asia/Tokyo', ...options }))
  const isDaily = isDailyInterval(interval)
  const month = made({ month: 'short' })
  const year = made({ year: 'numeric' })
  const dayOnly = made({ day: 'numeric' })
  const day = made({ month: 'numeric', day: 'numeric' })
  return {
    price: (yen) => f.price(Math.round(yen * 10) / 10),
    time: (at) => (isDaily ? f.day(new Date(at).toISOString()) : `${day().format(at)} ${f.clock(at)}`),
    // Each tick says the largest thing that has changed since the one before.
    tick: (at, changed) => {
      switch (changed) {
        case 'year': return year().format(at)
        case 'month': return month().format(at)
        case 'day': return isDaily ? dayOnly().format(at) : day().format(at)
        case 'time': return f.clock(at)
      }
    },
  }
}
