import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { SECOND, type DateJst, type Ms } from '#kernel/time.ts'
import type { SystemClock } from '#platform/clock.ts'
import { every } from '#platform/every.ts'
import { guarded } from '#platform/guarded.ts'
import type { Log } from '#platform/log.ts'
import { Misconfigured } from '#platform/misconfigured.ts'
import { fileCalendar, type Calendar } from '#modules/instruments/model/calendar.ts'
import type { CorporateActions } from '#modules/instruments/model/corporate-actions.ts'
import { schedules, tradeDateAt } from '#modules/instruments/model/schedule.ts'
import { planOf } from '../model/day-plan.ts'
import type { ReplayedIssue } from '../model/replay-issues.ts'
import { planReplayDay } from '../model/replay-plan.ts'
import { dayBegins, replayTime } from '../model/replay-time.ts'
import { openExchange, type Exchange } from './exchange-thread.ts'
import type { WorkerSettings } from './exchange-worker.ts'
import type { LogMarks } from './log-marks.ts'
import type { MarketClock } from './ports.ts'

export type ReplayWorld = {
  /** DATA_DIR/venue. */
  readonly directory: string
  /** Never opened: its calendar is all that is wanted. */
  readonly isStill?: boolean
  /** The trading days of the file. */
  readonly dates: readonly DateJst[]
  /** In the order in which they come to the market. */
  readonly issues: readonly ReplayedIssue[]
  readonly actions: Pick<CorporateActions, 'basePrice'>
  readonly from: DateJst
  readonly speed: number
  /**
   * Resolves when holders have been through the ex-dates of this day, which is to open at market time `at`:
   * not before does it trade. Asked when the day is planned, which may be before it has come, and when it
   * opens.
   */
  beforeDay(tradeDate: DateJst, at: Ms): Promise<void>
  readonly clock: Pick<SystemClock, 'monotonic' | 'shared'>
  readonly log: Log
  /** The marks of how far the exchange had written when the server was last at work. */
  readonly marks: LogMarks
}

export type ReplayExchange = Exchange & {
  readonly clock: MarketClock
  /** Trading days are the dates of the file; outside of it, Tokyo's. */
  readonly calendar: Calendar
}

/**
 * The clock file says a little more than has been played, so that market time never goes back over a kill.
 */
const AHEAD_MS = 1.5 * SECOND

/**
 * Real days played again: the exchange with a labelled liquidity provider instead of the simulated market's
 * participants.
 */
export function createReplayExchange(world: ReplayWorld): ReplayExchange {
  const schedule = schedules.tse
  const { speed } = world
  const dates = world.dates.filter((date) => date >= world.from)
  const calendar = fileCalendar(world.dates)
  const played = playedUntil(world)
  let from = played.at ?? dayBegins(schedule, dates[0]!)
  // Before the exchange writes anything: files of a replay without its time are files that lost it.
  if (played.at === null && !world.isStill) played.keep(from)
  // Market time stands until the exchange is open.
  let running: ((monotonicNow: Ms) => Ms) | null = null
  const now = () => running?.(world.clock.monotonic()) ?? from

  const exchange = openExchange({
    most: world.issues.length,
    sealsDays: false,
    log: world.log,
    marks: world.marks,
    monotonic: world.clock.monotonic,
    async plan(request) {
      // Nobody joins a file.
      if (request.besides !== undefined) return planOf(request.tradeDate, '', 0, [])
      await world.beforeDay(request.tradeDate, request.at)
      return planReplayDay(world, request.tradeDate)
    },
    ready: (tradeDate) => world.beforeDay(tradeDate, now()),
    started: (startedAt) => {
      running = replayTime(schedule, { from, startedAt, speed, dates })
    },
    // Market time stands until another thread is open.
    ended() {
      from = now()
      running = null
    },
    thread: world.isStill
      ? null
      : (boards) =>
          new Worker(new URL('./exchange-worker.ts', import.meta.url), {
            workerData: {
              directory: world.directory,
              schedule: 'tse',
              boards,
              mark: world.marks.last,
              clock: world.clock.shared,
              offset: 0,
              cameBack: false,
              replay: { from, speed, dates, calendar: world.dates },
            } satisfies WorkerSettings,
          }),
  })
  const stopKeeping = every(
    SECOND,
    guarded(world.log, 'the time of a replay', () => running && played.keep(now() + AHEAD_MS * speed)),
  )
  return {
    ...exchange,
    venue: {
      ...exchange.venue,
      async stop() {
        stopKeeping()
        await exchange.venue.stop()
        played.keep(now())
      },
    },
    clock: { now, tradeDate: () => tradeDateAt(schedule, calendar, now()) },
    calendar,
  }
}

/**
 * The time up to which the replay has been played; null: not begun. Throws `Misconfigured` where its file is
 * gone or not what was written.
 */
export function playedUntil({ directory, marks }: Pick<ReplayWorld, 'directory' | 'marks'>): {
  at: Ms | null
  keep(at: Ms): void
} {
  const path = join(directory, 'clock.json')
  mkdirSync(directory, { recursive: true })
  if (!existsSync(path) && marks.last !== null) throw lost(path, 'is gone')
  return {
    at: existsSync(path) ? readAt(path) : null,
    // Renamed when it is whole: a kill in the middle of a word must not take the time away.
    keep(at) {
      const whole = Math.floor(at)
      writeFileSync(`${path}.new`, JSON.stringify({ at: whole, sum: sumOf(whole) }))
      renameSync(`${path}.new`, path)
    },
  }
}

function readAt(path: string): Ms {
  try {
    // Those of earlier versions have no sum.
    const { at, sum, ...other } = JSON.parse(readFileSync(path, 'utf8')) as { at: unknown; sum?: unknown }
    if (
      Number.isSafeInteger(at) &&
      Object.keys(other).length === 0 &&
      (sum === undefined || sum === sumOf(at as Ms))
    )
      return at as Ms
  } catch {
    // Said below.
  }
  throw lost(path, 'is not what was written')
}

const sumOf = (at: Ms): string => hash('sha256', String(at))
const lost = (path: string, how: string) =>
  new Misconfigured(
    `${path}, which says how far the replay has been played, ${how}. Restore it from a backup, or begin anew with another DATA_DIR.`,
  )
