import { addDays, dateJst, HOUR, MINUTE, timeJst, type DateJst, type Ms } from '#kernel/time.ts'
import type { Calendar } from './calendar.ts'

/**
 * `closed` takes nothing (a broker may keep orders for later), `pre-open` and `pre-closing` collect orders for an auction,
 * `lunch` is the exchange's break between its two sessions.
 */
export type Phase = 'closed' | 'pre-open' | 'continuous' | 'lunch' | 'pre-closing'
export type AuctionKind = 'opening-auction' | 'closing-auction'
export type ScheduleId = 'tse' | 'always-open'

/** A trading day as data. Times are milliseconds after midnight (Japan) of the trade date and may pass 24 h. */
export type Schedule = {
  readonly id: ScheduleId
  /** Without gaps, first to last; outside of them the market is closed. */
  readonly phases: readonly (readonly [phase: Phase, fromMsOfDay: number, toMsOfDay: number])[]
  /** In order of time. The first opens the day, the last closes it. */
  readonly auctions: readonly (readonly [kind: AuctionKind, atMsOfDay: number])[]
}

const clock = (hour: number, minute = 0) => hour * HOUR + minute * MINUTE

export const schedules: Readonly<Record<ScheduleId, Schedule>> = {
  /** Tokyo since 5 November 2024 (facts: market rules, section 1). */
  tse: {
    id: 'tse',
    phases: [
      ['pre-open', clock(8), clock(9)],
      ['continuous', clock(9), clock(11, 30)],
      ['lunch', clock(11, 30), clock(12, 5)],
      ['pre-open', clock(12, 5), clock(12, 30)],
      ['continuous', clock(12, 30), clock(15, 25)],
      ['pre-closing', clock(15, 25), clock(15, 30)],
    ],
    auctions: [
      ['opening-auction', clock(9)],
      ['closing-auction', clock(11, 30)],
      ['opening-auction', clock(12, 30)],
      ['closing-auction', clock(15, 30)],
    ],
  },
  /** The simulated market's default: day D runs from 06:00 of D to 05:55 of the next day (product decision 1). */
  'always-open': {
    id: 'always-open',
    phases: [
      ['pre-open', clock(5, 56), clock(6)],
      ['continuous', clock(6), clock(29, 50)],
      ['pre-closing', clock(29, 50), clock(29, 55)],
    ],
    auctions: [
      ['opening-auction', clock(6)],
      ['closing-auction', clock(29, 55)],
    ],
  },
}

const first = <T>(list: readonly T[]): T => list[0]!
const last = <T>(list: readonly T[]): T => list[list.length - 1]!

/** The opening auction of this trade date. */
export const openingAt = (schedule: Schedule, date: DateJst): Ms => timeJst(date, 0) + first(schedule.auctions)[1]
/** The closing auction of this trade date, after which the day is over. */
export const closingAt = (schedule: Schedule, date: DateJst): Ms => timeJst(date, 0) + last(schedule.auctions)[1]
/** When the exchange begins to take orders for this trade date. */
export const preOpenAt = (schedule: Schedule, date: DateJst): Ms => timeJst(date, 0) + first(schedule.phases)[1]
/** When pre-closing begins; the market's "15:25". */
export function preClosingAt(schedule: Schedule, date: DateJst): Ms {
  const phase = schedule.phases.find(([name]) => name === 'pre-closing')
  return timeJst(date, 0) + (phase ? phase[1] : last(schedule.auctions)[1])
}

export type PhaseNow = {
  readonly phase: Phase
  /** The trading day on now; while the market is closed, the next one (an order accepted now is for that day). */
  readonly tradeDate: DateJst
  readonly nextChangeAt: Ms
}

/** Where the market stands at this market time. A boundary belongs to the phase that begins there. */
export function phaseAt(schedule: Schedule, calendar: Calendar, marketTime: Ms): PhaseNow {
  const today = dateJst(marketTime)
  for (const date of [addDays(today, -1), today]) {
    if (!calendar.isTradingDay(date)) continue
    const sinceMidnight = marketTime - timeJst(date, 0)
    const phase = schedule.phases.find(([, from, to]) => sinceMidnight >= from && sinceMidnight < to)
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
  return calendar.isTradingDay(today) && marketTime >= openingAt(schedule, today) ? today : calendar.previous(today)
}

/** All auctions of this trade date in order of time. */
export const auctionsOf = (schedule: Schedule, date: DateJst): { kind: AuctionKind; at: Ms }[] =>
  schedule.auctions.map(([kind, at]) => ({ kind, at: timeJst(date, 0) + at }))

/** The spans of continuous trading of this trade date, in order of time. */
export const tradingSpans = (schedule: Schedule, date: DateJst): { from: Ms; to: Ms }[] =>
  schedule.phases
    .filter(([phase]) => phase === 'continuous')
    .map(([, from, to]) => ({ from: timeJst(date, 0) + from, to: timeJst(date, 0) + to }))

/** How long a day trades continuously, in milliseconds. */
export const tradingTime = (schedule: Schedule): number =>
  schedule.phases.reduce((sum, [phase, from, to]) => (phase === 'continuous' ? sum + to - from : sum), 0)
