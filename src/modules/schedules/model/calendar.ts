import { no, type Refusal } from '#kernel/result.ts'
import { addDays, weekday, type DateJst } from '#kernel/time.ts'
import {
  changeable,
  everyDayCalendar,
  tseCalendar,
  type Calendar,
  type ChangedDays,
} from '#modules/instruments/model/calendar.ts'
import type { ScheduleId } from '#modules/instruments/model/schedule.ts'
import { isDay } from './schedule.ts'

/**
 * Days that are closed, and days that are open, against the calendar as it stood; `from` is the first of
 * them.
 */
export type CalendarTable = {
  readonly from: DateJst
  readonly closed: readonly DateJst[]
  readonly opened: readonly DateJst[]
}

/**
 * The most days of one table; the most closed days in a row, weekends among them, and of 30 days the most
 * that are closed against the release's calendar (decided here).
 */
export const CALENDAR_MOST = { days: 40, inARow: 10, of30: 5 } as const
const SPAN_DAYS = 30
/**
 * Days on which companies publish results stand so long before: whoever reckons with how far they are off can
 * reckon it again (docs/ai-model.md).
 */
export const RESULTS_STAND_DAYS = 30

/**
 * `market`: whose days are changed; null: those of a file, which are as they were. `settled`: the day on
 * which trades of today settle, and people answer: up to it the days stand. `named`: dates on which published
 * terms do something; `results`: those of the table that are near, and that results hang on.
 */
export type CalendarFacts = {
  readonly market: ScheduleId | null
  readonly settled: DateJst
  readonly named: readonly DateJst[]
  readonly results: readonly DateJst[]
}

/** Refusals of a calendar, in the order in which they are checked. */
export const CALENDAR_REJECTIONS = [
  'SCHEDULE_FORM',
  'SCHEDULE_ID',
  'CALENDAR_REPLAYED',
  'SCHEDULE_KNOWN',
  'DAY_TWICE',
  'DAY_TOO_EARLY',
  'DAY_UNCHANGED',
  'WEEKEND_OPENED',
  'DAY_NAMED',
  'CLOSED_IN_A_ROW',
  'CLOSED_OFTEN',
  'RESULTS_NEAR',
] as const

/** The id of the nth table whose first day this is, from 1. */
export const calendarId = (from: DateJst, n: number): string => `calendar-${from}-${n}`

const changesOf = ({ closed, opened }: CalendarTable): [date: DateJst, isOpen: boolean][] => [
  ...closed.map((date): [DateJst, boolean] => [date, false]),
  ...opened.map((date): [DateJst, boolean] => [date, true]),
]

/**
 * The days that differ from the release's calendar after these tables, oldest first: a day that is opened
 * again is what it was, and so is one that is closed again.
 */
export function standingDays(tables: readonly CalendarTable[]): ChangedDays {
  const days = new Map<DateJst, boolean>()
  for (const [date, isOpen] of tables.flatMap(changesOf)) {
    if (days.get(date) === !isOpen) days.delete(date)
    else days.set(date, isOpen)
  }
  return days
}

/** Tokyo's business days, and the market's where these are others: each with what stands against it. */
function calendarsWith(market: ScheduleId, days: ChangedDays): readonly Calendar[] {
  return (market === 'tse' ? [tseCalendar] : [tseCalendar, everyDayCalendar]).map((base) => {
    const calendar = changeable(base)
    calendar.change(days)
    return calendar
  })
}

export const isFormed = (
  body: Readonly<Record<string, unknown>>,
): body is CalendarTable & Readonly<Record<string, unknown>> => {
  const { from, closed, opened } = body
  if (
    Object.keys(body).toSorted().join() !== 'closed,from,opened' ||
    !Array.isArray(closed) ||
    !Array.isArray(opened)
  )
    return false
  const all: unknown[] = [...closed, ...opened]
  return all.length > 0 && all.length <= CALENDAR_MOST.days && all.every(isDay) && all.toSorted()[0] === from
}

/**
 * Reason why these days cannot be closed or opened. They lie beyond the settlement of what trades today, so
 * that nothing that has begun, was traded, or has a settlement date moves; they close neither the market nor
 * the bank for long (decision 0068).
 */
export function calendarProblem(
  id: string,
  body: Readonly<Record<string, unknown>>,
  { market, settled, named, results }: CalendarFacts,
  published: readonly CalendarTable[],
  isKnown: boolean,
): Refusal<(typeof CALENDAR_REJECTIONS)[number]> | null {
  if (!isFormed(body)) return no('SCHEDULE_FORM')
  if (
    !id.startsWith(`calendar-${body.from}-`) ||
    !/-[1-9]\d?$/.test(id) ||
    id.length > calendarId(body.from, 10).length
  )
    return no('SCHEDULE_ID')
  if (market === null) return no('CALENDAR_REPLAYED')
  if (isKnown) return no('SCHEDULE_KNOWN', { date: body.from })
  const changes = changesOf(body)
  const twice = changes.find(([date], index) => changes.findIndex(([other]) => other === date) < index)
  if (twice !== undefined) return no('DAY_TWICE', { date: twice[0] })
  if (body.from <= settled) return no('DAY_TOO_EARLY', { date: settled })

  const before = standingDays(published)
  const after = standingDays([...published, body])
  const [was, is] = [calendarsWith(market, before), calendarsWith(market, after)]
  const unchanged = changes.find(([date]) =>
    was.every((calendar, index) => calendar.isTradingDay(date) === is[index]!.isTradingDay(date)),
  )
  if (unchanged !== undefined) return no('DAY_UNCHANGED', { date: unchanged[0] })
  const weekend = body.opened.find((date) => after.get(date) === true && weekday(date) % 6 === 0)
  if (weekend !== undefined) return no('WEEKEND_OPENED', { date: weekend })
  const promised = body.closed.find((date) => named.includes(date))
  if (promised !== undefined) return no('DAY_NAMED', { date: promised })
  if (is.some((calendar) => body.closed.some((date) => closedAround(calendar, date) > CALENDAR_MOST.inARow)))
    return no('CLOSED_IN_A_ROW', { days: CALENDAR_MOST.inARow })
  if (body.closed.some((date) => closedWithin(after, date) > CALENDAR_MOST.of30))
    return no('CLOSED_OFTEN', { days: CALENDAR_MOST.of30, span: SPAN_DAYS })
  return results.length > 0 ? no('RESULTS_NEAR', { date: results[0]!, days: RESULTS_STAND_DAYS }) : null
}

/** The number of closed days in a row around this one, itself included. */
function closedAround(calendar: Calendar, date: DateJst): number {
  let days = 1
  for (const step of [-1, 1])
    for (
      let day = addDays(date, step);
      days <= CALENDAR_MOST.inARow && !calendar.isTradingDay(day);
      day = addDays(day, step)
    )
      days++
  return days
}

/** The most days that are closed against the release's calendar in any span that this day is in. */
function closedWithin(days: ChangedDays, date: DateJst): number {
  const closed = [...days].filter(([, isOpen]) => !isOpen).map(([day]) => day)
  return Math.max(
    ...closed
      .filter((first) => first <= date && addDays(first, SPAN_DAYS) > date)
      .map((first) => closed.filter((day) => day >= first && day < addDays(first, SPAN_DAYS)).length),
  )
}
