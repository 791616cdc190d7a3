import { MINUTE, type DateJst, type Ms } from '#kernel/time.ts'
import { closingAt, openingAt, type Schedule } from '#modules/instruments/model/schedule.ts'

/** The run of a replay's market time: from where, how fast, over which trading days. */
export type ReplayRun = {
  /** Market time when the monotonic clock said `startedAt`. */
  readonly from: Ms
  readonly startedAt: Ms
  /** Seconds of market time in one second. */
  readonly speed: number
  /** Trading days, oldest first. After the last one market time stands. */
  readonly dates: readonly DateJst[]
}

/**
 * A day is played from 5 minutes before its opening auction until 5 minutes after its close; nights are left
 * out.
 */
const BEFORE_MS = 5 * MINUTE
const AFTER_MS = 5 * MINUTE

export const dayBegins = (schedule: Schedule, date: DateJst): Ms => openingAt(schedule, date) - BEFORE_MS

/**
 * Market time as a function of the monotonic clock, which nobody can set: the same in every thread that asks.
 * Asked with times that do not go back.
 */
export function replayTime(schedule: Schedule, run: ReplayRun): (monotonicNow: Ms) => Ms {
  const days = run.dates.map((date) => ({
    from: dayBegins(schedule, date),
    to: closingAt(schedule, date) + AFTER_MS,
  }))
  let day = days.findIndex(({ to }) => run.from < to)
  if (day === -1) return () => run.from
  let marketAt = Math.max(run.from, days[day]!.from)
  let { startedAt } = run
  return (monotonicNow) => {
    for (;;) {
      const now = marketAt + (monotonicNow - startedAt) * run.speed
      const { to } = days[day]!
      if (now < to) return Math.floor(now)
      if (day === days.length - 1) return to
      startedAt += (to - marketAt) / run.speed
      marketAt = days[++day]!.from
    }
  }
}
