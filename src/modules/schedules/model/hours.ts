import { no, type Refusal } from '#kernel/result.ts'
import { addDays, MINUTE, type DateJst } from '#kernel/time.ts'
import {
  hoursOf,
  isClockTime,
  msOfClock,
  RELEASED,
  sameAs,
  type HoursTable,
  type ScheduleId,
  type Session,
} from '#modules/instruments/model/schedule.ts'
import { isDay } from './schedule.ts'

export type { HoursTable, Session } from '#modules/instruments/model/schedule.ts'

/**
 * Decided here. `session`: the least minutes of continuous trading of each session, so that a halt for news
 * ends inside of it; `day`: of all together.
 */
export const HOURS_LEAST = { session: 60, day: 120 } as const
/** Most tables that may begin in one month. */
export const MOST_A_MONTH = 4
const GRID = 5 * MINUTE

/**
 * `market`: whose hours; null: those of a file, which are as they were. `isOpen`: whether `from` is a trading
 * day. `settled`: the day on which trades of today settle, and people answer: up to it the hours stand.
 * `named`: dates on which published terms do something.
 */
export type HoursFacts = {
  readonly market: ScheduleId | null
  readonly isOpen: boolean
  readonly settled: DateJst
  readonly named: readonly DateJst[]
}

/** Refusals of hours, in the order in which they are checked. */
export const HOURS_REJECTIONS = [
  'SCHEDULE_FORM',
  'SCHEDULE_ID',
  'CALENDAR_REPLAYED',
  'SCHEDULE_KNOWN',
  'FROM_CLOSED',
  'DAY_TOO_EARLY',
  'UNTIL_BEFORE',
  'TIME_GRID',
  'TIME_ORDER',
  'HOURS_OUTSIDE',
  'SESSION_SHORT',
  'DAY_SHORT',
  'HOURS_UNCHANGED',
  'DAY_NAMED',
  'HOURS_OFTEN',
] as const

/** The id of the nth table whose first day this is, from 1. */
export const hoursId = (from: DateJst, n: number): string => `hours-${from}-${n}`

const isSession = (value: unknown): value is Session =>
  Array.isArray(value) && value.length === 3 && value.every(isClockTime)

export const isFormed = (
  body: Readonly<Record<string, unknown>>,
): body is HoursTable & Readonly<Record<string, unknown>> => {
  const { from, until, sessions, preClosing } = body
  return (
    Object.keys(body).toSorted().join() === 'from,preClosing,sessions,until' &&
    isDay(from) &&
    (until === null || isDay(until)) &&
    Array.isArray(sessions) &&
    sessions.length > 0 &&
    sessions.length <= 2 &&
    sessions.every(isSession) &&
    isClockTime(preClosing)
  )
}

/** All times of a day in their order. */
const timesOf = ({ sessions, preClosing }: HoursTable): string[] => {
  const last = sessions.at(-1)!
  return [...sessions.slice(0, -1).flat(), last[0], last[1], preClosing, last[2]]
}

/** The hours of a day: those of the last table that names it, null where the release's hold. */
export const hoursOn = <Table extends HoursTable>(published: readonly Table[], date: DateJst): Table | null =>
  published.findLast(({ from, until }) => from <= date && (until === null || date <= until)) ?? null

/**
 * From which day on which hours hold, over the days of a table; hours that are published twice for one day
 * are those of the last.
 */
export function stretches<Table extends HoursTable>(
  published: readonly Table[],
  first: DateJst,
  last: DateJst,
): { from: DateJst; to: DateJst; table: Table }[] {
  const begins = [
    first,
    ...published.flatMap(({ from, until }) => (until === null ? [from] : [from, addDays(until, 1)])),
  ].filter((date) => date >= first && date <= last)
  const days = [...new Set(begins)].toSorted()
  const found: { from: DateJst; to: DateJst; table: Table }[] = []
  for (const [index, from] of days.entries()) {
    const table = hoursOn(published, from)
    const to = days[index + 1] === undefined ? last : addDays(days[index + 1]!, -1)
    if (table === null) continue
    const before = found.at(-1)
    if (before !== undefined && before.table === table && addDays(before.to, 1) === from)
      found[found.length - 1] = { ...before, to }
    else found.push({ from, to, table })
  }
  return found
}

/**
 * Reason why a day cannot have these hours. They lie beyond the settlement of what trades today, and inside
 * the release's: trading only in minutes that the release trades in, of which alone it is known how they
 * trade, so that days never touch each other (decision 0081).
 */
export function hoursProblem(
  id: string,
  body: Readonly<Record<string, unknown>>,
  { market, isOpen, settled, named }: HoursFacts,
  published: readonly HoursTable[],
  isKnown: boolean,
): Refusal<(typeof HOURS_REJECTIONS)[number]> | null {
  if (!isFormed(body)) return no('SCHEDULE_FORM')
  const { from, until } = body
  if (!id.startsWith(`hours-${from}-`) || !/-[1-9]\d?$/.test(id) || id.length > hoursId(from, 10).length)
    return no('SCHEDULE_ID')
  if (market === null) return no('CALENDAR_REPLAYED')
  if (isKnown) return no('SCHEDULE_KNOWN', { date: from })
  if (!isOpen) return no('FROM_CLOSED', { date: from })
  if (from <= settled) return no('DAY_TOO_EARLY', { date: settled })
  if (until !== null && until < from) return no('UNTIL_BEFORE')
  return timesProblem(market, body) ?? daysProblem(market, body, named, published)
}

function timesProblem(
  market: ScheduleId,
  body: HoursTable,
): Refusal<(typeof HOURS_REJECTIONS)[number]> | null {
  const release = RELEASED[market]
  const times = timesOf(body)
  const known = timesOf({ ...body, ...release })
  const off = times.find((time) => msOfClock(time) % GRID !== 0 && !known.includes(time))
  if (off !== undefined) return no('TIME_GRID', { time: off })
  const turned = times.find((time, index) => index > 0 && time <= times[index - 1]!)
  if (turned !== undefined) return no('TIME_ORDER', { time: turned })
  const trades = (hours: ReturnType<typeof hoursOf>) =>
    hours.phases.filter(([phase]) => phase === 'continuous')
  const [spans, released] = [trades(hoursOf(body)), trades(hoursOf(release))]
  const isInside =
    spans.length <= released.length &&
    times[0]! >= known[0]! &&
    times.at(-1)! <= known.at(-1)! &&
    spans.every(([, begins, ends]) => released.some(([, from, to]) => begins >= from && ends <= to))
  if (!isInside) return no('HOURS_OUTSIDE')
  const lengths = spans.map(([, begins, ends]) => (ends - begins) / MINUTE)
  if (lengths.some((length) => length < HOURS_LEAST.session))
    return no('SESSION_SHORT', { minutes: HOURS_LEAST.session })
  return lengths.reduce((sum, length) => sum + length, 0) < HOURS_LEAST.day
    ? no('DAY_SHORT', { minutes: HOURS_LEAST.day })
    : null
}

function daysProblem(
  market: ScheduleId,
  body: HoursTable,
  named: readonly DateJst[],
  published: readonly HoursTable[],
): Refusal<(typeof HOURS_REJECTIONS)[number]> | null {
  const { from, until } = body
  const last = until ?? '9999-12-31'
  const begins = [
    from,
    ...published.map((table) => table.from),
    ...published.flatMap((table) => (table.until === null ? [] : [addDays(table.until, 1)])),
  ]
  if (
    begins
      .filter((date) => date >= from && date <= last)
      .every((date) => sameAs(hoursOn(published, date) ?? RELEASED[market], body))
  )
    return no('HOURS_UNCHANGED')
  const promised = named.filter((date) => date >= from && date <= last).toSorted()
  if (promised[0] !== undefined) return no('DAY_NAMED', { date: promised[0] })
  return published.filter((table) => table.from.slice(0, 7) === from.slice(0, 7)).length >= MOST_A_MONTH
    ? no('HOURS_OFTEN', { tables: MOST_A_MONTH })
    : null
}

/** 9:00 for 09:00; a time after midnight in the words of `nextDay`. */
export function clockWords(time: string, nextDay: (time: string) => string): string {
  const hour = Number(time.slice(0, 2))
  const shown = `${hour % 24}${time.slice(2)}`
  return hour < 24 ? shown : nextDay(shown)
}
