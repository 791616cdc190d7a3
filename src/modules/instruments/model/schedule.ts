import { addDays, dateJst, HOUR, MINUTE, timeJst, type DateJst, type Ms } from '#kernel/time.ts'
import type { Calendar } from './calendar.ts'

/**
 * `closed` takes nothing (a broker may keep orders for later), `pre-open` and `pre-closing` collect orders
 * for an auction, `lunch` is the exchange's break between its two sessions.
 */
export type Phase = 'closed' | 'pre-open' | 'continuous' | 'lunch' | 'pre-closing'
/** Orders find a counterpart now, if there is one. */
export const isTrading = (phase: Phase): boolean => phase === 'continuous' || phase === 'pre-closing'
export type AuctionKind = 'opening-auction' | 'closing-auction'
export type ScheduleId = 'tse' | 'always-open'

/**
 * A trading day as data. Times are milliseconds after midnight (Japan) of the trade date and may pass 24 h.
 */
export type Hours = {
  /** Without gaps, first to last; outside of them the market is closed. */
  readonly phases: readonly (readonly [phase: Phase, fromMsOfDay: number, toMsOfDay: number])[]
  /** In order of time. The first opens the day, the last closes it. */
  readonly auctions: readonly (readonly [kind: AuctionKind, atMsOfDay: number])[]
}

/**
 * The hours of every trading day: those of the release, but for the days whose own are published
 * (decision 0081).
 */
export type Schedule = {
  readonly id: ScheduleId
  /** The same object as long as the hours of this date are the same. */
  hoursOn(date: DateJst): Hours
}

/** Clock times of a trade date; after midnight they go on with 24:00. */
export type Session = [takesOrdersFrom: string, opens: string, closes: string]
/**
 * Published hours of the days from `from` to `until` (null: until others are published). Each session begins
 * with an opening auction and ends with a closing one; the last stops trading at `preClosing` and collects
 * orders for its own; where that is its end, it trades until its auction.
 */
export type HoursTable = {
  readonly from: DateJst
  readonly until: DateJst | null
  readonly sessions: readonly Session[]
  readonly preClosing: string
}
/**
 * `published`: all tables in the order in which they were signed; of a day that several name, the last holds.
 */
export type ChangeableSchedule = Schedule & { change(published: readonly HoursTable[]): void }

/** `9:00` is none: times are compared and signed as they are written. */
export const isClockTime = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-4]\d:[0-5]\d$/.test(value)
export const msOfClock = (time: string): number =>
  Number(time.slice(0, 2)) * HOUR + Number(time.slice(3)) * MINUTE

/** The parts of sessions: phases without gaps, and an auction at both ends of each. */
export function hoursOf({ sessions, preClosing }: Pick<HoursTable, 'sessions' | 'preClosing'>): Hours {
  const times = sessions.map((session) => session.map(msOfClock) as [number, number, number])
  return {
    phases: times.flatMap(([takesFrom, opens, closes], index): Hours['phases'] => {
      const next = times[index + 1]
      const begins = [['pre-open', takesFrom, opens]] as const
      const end = msOfClock(preClosing)
      return next === undefined
        ? [
            ...begins,
            ['continuous', opens, end],
            ...(end < closes ? [['pre-closing', end, closes] as const] : []),
          ]
        : [...begins, ['continuous', opens, closes], ['lunch', closes, next[0]]]
    }),
    auctions: times.flatMap(([, opens, closes]): Hours['auctions'] => [
      ['opening-auction', opens],
      ['closing-auction', closes],
    ]),
  }
}

/** The hours that come with the release, as a table would say them. */
export const RELEASED: Readonly<Record<ScheduleId, Pick<HoursTable, 'sessions' | 'preClosing'>>> = {
  /** Tokyo since 5 November 2024 (facts: market rules, section 1). */
  tse: {
    sessions: [
      ['08:00', '09:00', '11:30'],
      ['12:05', '12:30', '15:30'],
    ],
    preClosing: '15:25',
  },
  /**
   * The simulated market's default: day D runs from 06:00 of D to 05:55 of the next day (product decision 1).
   */
  'always-open': { sessions: [['05:56', '06:00', '29:55']], preClosing: '29:50' },
}

/**
 * The hours of each schedule since a trade date, oldest first: in Tokyo the morning ended at 11:00 until 18
 * November 2011 (JPX, history of the cash market), the day at 15:00, without pre-closing, until 4 November
 * 2024 (market rules 1).
 */
const SINCE: Readonly<Record<ScheduleId, readonly Pick<HoursTable, 'from' | 'sessions' | 'preClosing'>[]>> = {
  tse: [
    {
      from: '0000-01-01',
      sessions: [
        ['08:00', '09:00', '11:00'],
        ['12:05', '12:30', '15:00'],
      ],
      preClosing: '15:00',
    },
    {
      from: '2011-11-21',
      sessions: [
        ['08:00', '09:00', '11:30'],
        ['12:05', '12:30', '15:00'],
      ],
      preClosing: '15:00',
    },
    { from: '2024-11-05', ...RELEASED.tse },
  ],
  'always-open': [{ from: '0000-01-01', ...RELEASED['always-open'] }],
}

const released = (id: ScheduleId): Schedule => {
  const tables = SINCE[id].map(({ from, ...table }) => ({ from, hours: hoursOf(table) }))
  return { id, hoursOn: (date) => tables.findLast(({ from }) => from <= date)!.hours }
}
export const schedules: Readonly<Record<ScheduleId, Schedule>> = {
  tse: released('tse'),
  'always-open': released('always-open'),
}

/**
 * The hours of the release, until others are handed in: at the start, and whenever some are published
 * (modules/schedules).
 */
export function changeableSchedule(id: ScheduleId): ChangeableSchedule {
  let published: readonly (HoursTable & { readonly hours: Hours })[] = []
  return {
    id,
    hoursOn: (date) =>
      published.findLast(({ from, until }) => from <= date && (until === null || date <= until))?.hours ??
      schedules[id].hoursOn(date),
    change(tables) {
      published = tables.map((table) => ({
        ...table,
        hours: sameAs(RELEASED[id], table) ? schedules[id].hoursOn(SINCE[id].at(-1)!.from) : hoursOf(table),
      }))
    },
  }
}

/** True if two tables say the same hours. */
export const sameAs = (
  one: Pick<HoursTable, 'sessions' | 'preClosing'>,
  other: Pick<HoursTable, 'sessions' | 'preClosing'>,
): boolean =>
  one.preClosing === other.preClosing && JSON.stringify(one.sessions) === JSON.stringify(other.sessions)

const first = <T>(list: readonly T[]): T => list[0]!
const last = <T>(list: readonly T[]): T => list[list.length - 1]!

/** The opening auction of this trade date. */
export const openingAt = (schedule: Schedule, date: DateJst): Ms =>
  timeJst(date, 0) + first(schedule.hoursOn(date).auctions)[1]
/** The closing auction of this trade date, after which the day is over. */
export const closingAt = (schedule: Schedule, date: DateJst): Ms =>
  timeJst(date, 0) + last(schedule.hoursOn(date).auctions)[1]
/**
 * The time at which the release's hours close the day: what members were told by the clock stays there where
 * the day itself is shorter.
 */
export const usualClosingAt = (schedule: Schedule, date: DateJst): Ms =>
  closingAt(schedules[schedule.id], date)
/** The start of taking orders for this trade date. */
export const preOpenAt = (schedule: Schedule, date: DateJst): Ms =>
  timeJst(date, 0) + first(schedule.hoursOn(date).phases)[1]
/** On a day without pre-closing, what must be in the closing auction is sent so long before it. */
const BEFORE_CLOSING_MS = 5 * MINUTE

/** The start of pre-closing; the market's "15:25". */
export function preClosingAt(schedule: Schedule, date: DateJst): Ms {
  const [phase, from, to] = last(schedule.hoursOn(date).phases)
  return timeJst(date, 0) + (phase === 'pre-closing' ? from : to - BEFORE_CLOSING_MS)
}

export type PhaseNow = {
  readonly phase: Phase
  /**
   * The trading day on now; while the market is closed, the next one (an order accepted now is for that day).
   */
  readonly tradeDate: DateJst
  readonly nextChangeAt: Ms
}

/** Phase of the market at this market time. A boundary belongs to the phase that begins there. */
export function phaseAt(schedule: Schedule, calendar: Calendar, marketTime: Ms): PhaseNow {
  const today = dateJst(marketTime)
  for (const date of [addDays(today, -1), today]) {
    if (!calendar.isTradingDay(date)) continue
    const sinceMidnight = marketTime - timeJst(date, 0)
    const phase = schedule
      .hoursOn(date)
      .phases.find(([, from, to]) => sinceMidnight >= from && sinceMidnight < to)
    if (phase) return { phase: phase[0], tradeDate: date, nextChangeAt: timeJst(date, 0) + phase[2] }
  }
  const opensToday = calendar.isTradingDay(today) && marketTime < preOpenAt(schedule, today)
  const tradeDate = opensToday ? today : calendar.next(today)
  return { phase: 'closed', tradeDate, nextChangeAt: preOpenAt(schedule, tradeDate) }
}

/** The trading day on now, or the next one while the market is closed. */
export const tradeDateAt = (schedule: Schedule, calendar: Calendar, marketTime: Ms): DateJst =>
  phaseAt(schedule, calendar, marketTime).tradeDate

/** The newest trading day whose opening auction is past: the day that the last price belongs to. */
export function lastOpenedDate(schedule: Schedule, calendar: Calendar, marketTime: Ms): DateJst {
  const today = dateJst(marketTime)
  return calendar.isTradingDay(today) && marketTime >= openingAt(schedule, today)
    ? today
    : calendar.previous(today)
}

/** All auctions of this trade date in order of time. */
export const auctionsOf = (schedule: Schedule, date: DateJst): { kind: AuctionKind; at: Ms }[] =>
  schedule.hoursOn(date).auctions.map(([kind, at]) => ({ kind, at: timeJst(date, 0) + at }))

/** The spans of continuous trading of this trade date, in order of time. */
export const tradingSpans = (schedule: Schedule, date: DateJst): { from: Ms; to: Ms }[] =>
  schedule
    .hoursOn(date)
    .phases.filter(([phase]) => phase === 'continuous')
    .map(([, from, to]) => ({ from: timeJst(date, 0) + from, to: timeJst(date, 0) + to }))

/** The continuous trading time of a day, in milliseconds. */
export const tradingTime = (schedule: Schedule, date: DateJst): number =>
  schedule
    .hoursOn(date)
    .phases.reduce((sum, [phase, from, to]) => (phase === 'continuous' ? sum + to - from : sum), 0)
