import type { DateJst, Ms } from '#kernel/time.ts'
import type { Calendar } from '#modules/instruments/model/calendar.ts'
import type { Instrument } from '#modules/instruments/model/instrument.ts'
import type { Schedule } from '#modules/instruments/model/schedule.ts'
import type { Interval } from '../contract.ts'
import {
  aggregateDays,
  aggregateMinutes,
  MINUTES,
  periodStart,
  tradeDateOfTime,
  type DayBar,
  type DayInterval,
  type MinuteInterval,
  type SourcedBar,
} from '../model/interval.ts'
import type { PastBars } from './past.ts'
import type { Series } from './series.ts'

/**
 * A page of bars: the newest `limit` that begin before `before` (null: all), oldest first, the one under way
 * included.
 */
export type Page = { before: Ms | null; limit: number }

type Deps = {
  schedule: Schedule
  calendar: Calendar
  past: PastBars
  series: Series
  /** The trade date that is on. */
  date: () => DateJst
  /** The bar of the day that is on, from the quote; null before the first trade. */
  dayBar: (code: string) => DayBar | null
}

export type ReadBars = (instrument: Instrument, interval: Interval, page: Page) => Promise<SourcedBar[]>

const isMinutes = (interval: Interval): interval is MinuteInterval => interval in MINUTES
const DAYS_OF: Record<DayInterval, number> = { '1d': 1, '1w': 7, '1M': 31 }

/** Pages of bars of any interval. */
export function barReader({ schedule, calendar, past, series, date, dayBar }: Deps): ReadBars {
  async function days(
    instrument: Instrument,
    interval: DayInterval,
    { before, limit }: Page,
  ): Promise<SourcedBar[]> {
    const live = dayBar(instrument.code)
    const whole = await series.days(instrument)
    const all = live && live.tradeDate > (whole.at(-1)?.tradeDate ?? '') ? [...whole, live] : whole
    const until = before ?? Infinity
    const end = all.findLastIndex((day) => day.at < until) + 1
    let start = Math.max(end - limit * DAYS_OF[interval], 0)
    // Whole periods only: a month does not begin in its middle because the page does.
    const period = end > 0 ? periodStart(all[start]!.tradeDate, interval) : ''
    while (start > 0 && periodStart(all[start - 1]!.tradeDate, interval) === period) start--
    return aggregateDays(all.slice(start, end), interval).slice(-limit)
  }

  async function minutes(
    instrument: Instrument,
    interval: MinuteInterval,
    { before, limit }: Page,
  ): Promise<SourcedBar[]> {
    const until = before ?? Infinity
    const on = date()
    const asked = before === null ? on : tradeDateOfTime(schedule, before - 1)
    let day = asked > on ? on : asked
    if (!calendar.isTradingDay(day)) day = calendar.previous(day)
    const oldest = past.firstMinuteDate()
    const newestFirst: SourcedBar[][] = []
    for (let count = 0; count < limit && day >= oldest; day = calendar.previous(day)) {
      const all = aggregateMinutes(schedule, day, await series.minutes(instrument, day), MINUTES[interval])
      const bars = all.filter((bar) => bar.at < until)
      newestFirst.push(bars)
      count += bars.length
    }
    return newestFirst.reverse().flat().slice(-limit)
  }

  return (instrument, interval, page) =>
    isMinutes(interval) ? minutes(instrument, interval, page) : days(instrument, interval, page)
}
