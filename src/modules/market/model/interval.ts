import type { DateJst, Ms } from '#kernel/time.ts'
import { addDays, dateJst, DAY, MINUTE, timeJst, weekday } from '#kernel/time.ts'
import type { Schedule } from '#modules/instruments/model/schedule.ts'
import type { Bar } from '#modules/instruments/model/bar.ts'

/** Source of a bar's figures: the contract's words. */
export type BarSource = 'model' | 'traded' | 'real' | 'interpolated'
export type SourcedBar = Bar & { readonly source: BarSource }
/** A bar of one whole trading day. */
export type DayBar = SourcedBar & { readonly tradeDate: DateJst }

export const MINUTES = {
  '1m': 1,
  '3m': 3,
  '5m': 5,
  '7m': 7,
  '15m': 15,
  '30m': 30,
  '45m': 45,
  '60m': 60,
} as const
export type MinuteInterval = keyof typeof MINUTES
export type DayInterval = '1d' | '1w' | '1M'

type Session = { readonly from: Ms; readonly to: Ms }

/** The sessions of a trading day, each from its opening auction to its closing auction. */
export function sessionsOf(schedule: Schedule, date: DateJst): Session[] {
  const midnight = timeJst(date, 0)
  const sessions: Session[] = []
  const { auctions } = schedule.hoursOn(date)
  for (const [index, [kind, at]] of auctions.entries()) {
    const closing = auctions[index + 1]
    if (kind === 'opening-auction' && closing)
      sessions.push({ from: midnight + at, to: midnight + closing[1] })
  }
  return sessions
}

/**
 * The trade date that a time belongs to; a day that passes midnight ends with its closing auction's minute.
 */
export function tradeDateOfTime(schedule: Schedule, at: Ms): DateJst {
  const today = dateJst(at)
  const yesterday = addDays(today, -1)
  const [, end] = schedule.hoursOn(yesterday).auctions.at(-1)!
  return end >= DAY && at < timeJst(yesterday, 0) + end + MINUTE ? yesterday : today
}

/**
 * The start of the bar that a time falls into. Bars are counted from the opening of the session, so that 45
 * minutes are 9:00, 9:45, 10:30, 11:15 and 12:30 again. The closing auction belongs to the last bar of its
 * session, not to one of its own, from two minutes on; minute bars keep it apart.
 */
export function bucketStart(sessions: readonly Session[], at: Ms, minutes: number): Ms {
  let session = sessions[0]!
  for (const candidate of sessions) if (at >= candidate.from) session = candidate
  const width = minutes * MINUTE
  const steps = Math.max(Math.floor((at - session.from) / width), 0)
  const lastStep = minutes === 1 ? Infinity : Math.ceil((session.to - session.from) / width) - 1
  return session.from + Math.min(steps, lastStep) * width
}

/** A bar is as good as its weakest part: what holds a piece of model is the model's. */
const WEAKEST: readonly BarSource[] = ['model', 'interpolated', 'traded', 'real']
const weaker = (a: BarSource, b: BarSource): BarSource =>
  a === b || WEAKEST.indexOf(a) < WEAKEST.indexOf(b) ? a : b

/** Two bars as one; `later` follows `earlier`. */
export function joined(earlier: SourcedBar, later: SourcedBar): SourcedBar {
  return {
    at: earlier.at,
    openTenths: earlier.openTenths,
    highTenths: Math.max(earlier.highTenths, later.highTenths),
    lowTenths: Math.min(earlier.lowTenths, later.lowTenths),
    closeTenths: later.closeTenths,
    volume: earlier.volume + later.volume,
    source: weaker(earlier.source, later.source),
  }
}

/**
 * A day's bars, oldest first, as one that begins at `at`; null when there are none. Without a bar for each
 * step: a day has 1,400.
 */
export function wholeOf(bars: readonly SourcedBar[], at: Ms): SourcedBar | null {
  const [first] = bars
  if (first === undefined) return null
  let { highTenths, lowTenths, source } = first
  let volume = 0
  for (const bar of bars) {
    highTenths = Math.max(highTenths, bar.highTenths)
    lowTenths = Math.min(lowTenths, bar.lowTenths)
    volume += bar.volume
    source = weaker(source, bar.source)
  }
  return {
    at,
    openTenths: first.openTenths,
    highTenths,
    lowTenths,
    closeTenths: bars.at(-1)!.closeTenths,
    volume,
    source,
  }
}

function grouped<T extends SourcedBar>(bars: readonly T[], startOf: (bar: T) => Ms): SourcedBar[] {
  const groups: SourcedBar[] = []
  for (const bar of bars) {
    const at = startOf(bar)
    const last = groups.at(-1)
    if (last?.at === at) groups[groups.length - 1] = joined(last, bar)
    else groups.push({ ...bar, at })
  }
  return groups
}

/** Bars of `minutes` from one trading day's minute bars, both oldest first. */
export function aggregateMinutes(
  schedule: Schedule,
  date: DateJst,
  bars: readonly SourcedBar[],
  minutes: number,
): SourcedBar[] {
  const sessions = sessionsOf(schedule, date)
  return grouped(bars, (bar) => bucketStart(sessions, bar.at, minutes))
}

/** The first day of the week (Monday) or month that a trade date belongs to. */
export function periodStart(date: DateJst, interval: DayInterval): DateJst {
  if (interval === '1d') return date
  if (interval === '1M') return `${date.slice(0, 7)}-01`
  return addDays(date, -((weekday(date) + 6) % 7))
}

/** Weeks or months from daily bars. A period's bar begins where its first trading day does. */
export function aggregateDays(days: readonly DayBar[], interval: DayInterval): SourcedBar[] {
  let period = ''
  let at = 0
  return grouped(days, (day) => {
    const start = periodStart(day.tradeDate, interval)
    if (start !== period) {
      period = start
      at = day.at
    }
    return at
  })
}
