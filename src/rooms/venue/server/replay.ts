import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { SECOND, type DateJst, type Ms } from '#kernel/time.ts'
import type { Clock } from '#platform/clock.ts'
import { every } from '#platform/every.ts'
import type { Log } from '#platform/log.ts'
import { fileCalendar, type Calendar } from '#rooms/instruments/model/calendar.ts'
import type { Instrument } from '#rooms/instruments/model/instrument.ts'
import { schedules, tradeDateAt } from '#rooms/instruments/model/schedule.ts'
import { NOTHING_CARRIED, planOf, type Carried, type DayPlan, type IssuePlan } from '../model/day-plan.ts'
import { triggersShortRule } from '../model/price-range.ts'
import { rulesOf, type DayRules, type ReplayDay, type ReplayFile } from '../model/replay-bars.ts'
import { dayBegins, replayTime } from '../model/replay-time.ts'
import type { PlanRequest } from './exchange-host.ts'
import { openExchange, type Exchange } from './exchange-thread.ts'
import type { WorkerSettings } from './exchange-worker.ts'
import type { MarketClock } from './ports.ts'

export type ReplayWorld = {
  /** DATA_DIR/venue. */
  readonly directory: string
  readonly file: ReplayFile
  /** Those of the listing that the file has days of; tick tables as the prices show them. */
  readonly instruments: readonly Instrument[]
  readonly from: DateJst
  readonly speed: number
  /** Resolves when holders have been through the ex-dates of this day, which is to open at market time `at`: not before does it trade. */
  beforeDay(tradeDate: DateJst, at: Ms): Promise<void>
  readonly clock: Pick<Clock, 'machine'>
  readonly log: Log
}

export type ReplayExchange = Exchange & {
  readonly clock: MarketClock
  /** Trading days are the dates of the file; outside of it, Tokyo's. */
  readonly calendar: Calendar
}

/** The clock file says a little more than has been played, so that market time never goes back over a kill. */
const AHEAD_MS = 1.5 * SECOND

/** Real days played again: the exchange with a labelled liquidity provider instead of the simulated market's participants. */
export function createReplayExchange(world: ReplayWorld): ReplayExchange {
  const schedule = schedules.tse
  const { file, speed } = world
  const dates = file.dates.filter((date) => date >= world.from)
  if (dates.length === 0) throw new RangeError(`no day of the file is on or after ${world.from}`)
  const calendar = fileCalendar(file.dates)
  const played = playedUntil(join(world.directory, 'clock.json'), world)
  const from = played.at ?? dayBegins(schedule, dates[0]!)
  // Market time stands until the exchange is open.
  let running: ((machineNow: Ms) => Ms) | null = null
  const now = () => running?.(world.clock.machine()) ?? from
  const history = new Map(world.instruments.map(({ code, tickTable }) => {
    const days = file.days.get(code) ?? []
    return [code, { days, rules: rulesOf(days, tickTable) }] as const
  }))

  const exchange = openExchange({
    most: world.instruments.length,
    log: world.log,
    async plan(request) {
      // Nobody joins a file.
      if (request.besides !== undefined) return planOf(request.tradeDate, '', 0, [])
      await world.beforeDay(request.tradeDate, request.at)
      return planReplayDay(world.instruments, history, request)
    },
    started: (machineAt) => {
      running = replayTime(schedule, { from, machineAt, speed, dates })
    },
    thread: (boards) => new Worker(new URL('./exchange-worker.ts', import.meta.url), {
      workerData: {
        directory: world.directory, schedule: 'tse', boards, offset: 0, replay: { from, speed, dates, calendar: file.dates },
      } satisfies WorkerSettings,
    }),
  })
  const stopKeeping = every(SECOND, () => running && played.keep(now() + AHEAD_MS * speed))
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

function playedUntil(path: string, world: ReplayWorld): { at: Ms | null; keep(at: Ms): void } {
  mkdirSync(world.directory, { recursive: true })
  return {
    at: existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as { at: Ms }).at : null,
    keep: (at) => writeFileSync(path, JSON.stringify({ at: Math.floor(at) })),
  }
}

type Past = { readonly days: readonly ReplayDay[]; readonly rules: readonly DayRules[] }

function planReplayDay(instruments: readonly Instrument[], history: ReadonlyMap<string, Past>, request: PlanRequest): DayPlan {
  const issues = instruments.map((instrument) => issueOn(instrument, history.get(instrument.code)!, request.tradeDate))
  return planOf(request.tradeDate, `replay ${request.tradeDate}`, 0, issues)
}

/** An issue on this date. Without a bar nothing trades; before its first bar its prices are those of that bar. */
function issueOn(instrument: Instrument, { days, rules }: Past, date: DateJst): IssuePlan {
  const { code, unit, tickTable, sizeClass, beta } = instrument
  const index = days.findIndex((day) => day.date >= date)
  const today = index !== -1 && days[index]!.date === date ? days[index]! : null
  const before = index === -1 ? days.at(-1) : days[index - 1]
  const close = before?.closeTenths ?? days[0]!.openTenths
  const rule = today ? rules[index]! : null
  const base = rule && rule.baseTenths > 0 ? rule.baseTenths : close
  return {
    code, unit, tickTable, sizeClass, beta, previousCloseTenths: close, baseTenths: base,
    limits: rule ?? { lowerTenths: close, upperTenths: close },
    fairTenths: today?.openTenths ?? close, volume: today?.volume ?? unit, ownSd: 0, jump: null, ownReturn: 0, soFar: null, carried: carriedInto(index === -1 ? days.length : index, { days, rules }), firstDay: null, isReplay: true, replayed: today,
  }
}

/** What the bar before shows: whether it fell so far that short sales are restricted. Its widened limits are in the rules already. */
function carriedInto(index: number, { days, rules }: Past): Carried {
  const [day, rule] = [days[index - 1], rules[index - 1]]
  const isShortRestricted = day !== undefined && rule !== undefined && triggersShortRule(day.lowTenths, rule.baseTenths)
  return { ...NOTHING_CARRIED, isShortRestricted }
}
