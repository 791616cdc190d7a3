import type { Ms } from '#kernel/time.ts'
import { addDays, MINUTE } from '#kernel/time.ts'
import { everyDayCalendar, tseCalendar } from '#modules/instruments/model/calendar.ts'
import { openingAt, type Schedule } from '#modules/instruments/model/schedule.ts'
import {
  bucketStart,
  MINUTES,
  periodStart,
  sessionsOf,
  tradeDateOfTime,
  type DayInterval,
  type MinuteInterval,
} from './interval.ts'

/**
 * Beginnings of the `count` bars after the one at `last`, as far as the calendar of the exchange can say: a
 * day that is closed against it moves those after it.
 */
export function nextBars(
  schedule: Schedule,
  interval: MinuteInterval | DayInterval,
  last: Ms,
  count: number,
): Ms[] {
  const calendar = schedule.id === 'always-open' ? everyDayCalendar : tseCalendar
  const starts: Ms[] = []
  let date = tradeDateOfTime(schedule, last)
  if (interval in MINUTES) {
    const minutes = MINUTES[interval as MinuteInterval]
    for (; starts.length < count; date = calendar.next(date)) {
      const sessions = sessionsOf(schedule, date)
      const steps = sessions.flatMap(({ from, to }) =>
        Array.from(
          { length: Math.floor((to - from) / (minutes * MINUTE)) + 1 },
          (_, step) => from + step * minutes * MINUTE,
        ),
      )
      starts.push(...steps.filter((at) => at > last && bucketStart(sessions, at, minutes) === at))
    }
    return starts.slice(0, count)
  }
  let period = periodStart(date, interval as DayInterval)
  while (starts.length < count) {
    period = periodStart(addDays(period, STEPS[interval as DayInterval]), interval as DayInterval)
    const day = calendar.isTradingDay(period) ? period : calendar.next(period)
    // A day, or in spring a whole week, can be closed.
    if (periodStart(day, interval as DayInterval) === period) starts.push(openingAt(schedule, day))
  }
  return starts
}

/** Days from the first of a period into the next one. */
const STEPS = { '1d': 1, '1w': 7, '1M': 31 } as const
