import { existsSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { assert } from '#kernel/assert.ts'
import { SECOND, type DateJst, type Ms } from '#kernel/time.ts'
import { followingClock } from '#platform/clock.ts'
import { every } from '#platform/every.ts'
import {
  changeable,
  everyDayCalendar,
  fileCalendar,
  tseCalendar,
  type ChangedDays,
} from '#modules/instruments/model/calendar.ts'
import { changeableSchedule, type HoursTable, type ScheduleId } from '#modules/instruments/model/schedule.ts'
import { activityClock } from '../model/activity.ts'
import { plannedSchedule, type DayPlan } from '../model/day-plan.ts'
import { STEP_MS } from '../model/entry-tag.ts'
import { Participants } from '../model/participants.ts'
import { ReplayProvider } from '../model/provider.ts'
import { depthOf, quoteOf } from '../model/quote.ts'
import { replayTime, type ReplayRun } from '../model/replay-time.ts'
import type { Quote, VenueOrder } from '../model/terms.ts'
import { boardWriter, type BoardMemory } from './board-memory.ts'
import { publishedFile } from './day-files.ts'
import { ExchangeHost, type DayOver, type PlanRequest } from './exchange-host.ts'
import type { LogMark } from './log-marks.ts'
import { receiptBook } from './receipt-book.ts'
import { tradeBook } from './trade-book.ts'
import { venueFiles } from './venue-files.ts'

/** The thread of the exchange: its pacemaker, and what it says to and hears from the main thread. */
export type WorkerSettings = {
  readonly directory: string
  readonly schedule: ScheduleId
  readonly boards: BoardMemory
  /** The state of its files when the server was last at work. */
  readonly mark: LogMark | null
  /** The clock of the server (`followingClock`), and how far market time is ahead of the machine's, ms. */
  readonly clock: SharedArrayBuffer
  readonly offset: Ms
  /** The clock had been ahead; never where market time is a replay's. */
  readonly cameBack: boolean
  /**
   * Real days instead of the simulated market; `calendar`: every date of the file, also those before the
   * first that is played.
   */
  readonly replay: (Omit<ReplayRun, 'startedAt'> & { readonly calendar: readonly DateJst[] }) | null
}
export type ToWorker =
  | {
      readonly kind: 'start'
      readonly working: readonly VenueOrder[]
      readonly heard: ReadonlyMap<string, number>
    }
  /** Each text is a `Message`. */
  | { readonly kind: 'messages'; readonly texts: readonly string[] }
  | { readonly kind: 'plan'; readonly number: number; readonly plan: DayPlan }
  | { readonly kind: 'ready'; readonly tradeDate: DateJst }
  | { readonly kind: 'jump'; readonly to: Ms }
  /** An issue may have joined. */
  | { readonly kind: 'look' }
  /**
   * Published against the calendar and the hours of the release, all that stand: said before the start, and
   * whenever there are more.
   */
  | { readonly kind: 'days'; readonly days: ChangedDays; readonly hours: readonly HoursTable[] }
  | { readonly kind: 'stop' }
export type FromWorker =
  /** By the monotonic clock. */
  | { readonly kind: 'started'; readonly startedAt: Ms }
  | { readonly kind: 'over'; readonly day: DayOver }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'marked'; readonly mark: LogMark }
  /** The files that it had written were not whole: it goes on without. */
  | { readonly kind: 'damaged'; readonly why: string; readonly movedTo: string }
  /** The files that it had written are of a clock that was ahead: it goes on without. */
  | { readonly kind: 'ahead'; readonly byMs: Ms; readonly movedTo: string }
  | { readonly kind: 'older'; readonly log: string }
  | { readonly kind: 'ready-wanted'; readonly tradeDate: DateJst }
  | { readonly kind: 'plan-wanted'; readonly number: number; readonly request: PlanRequest }
  /**
   * JSON of a list of `ExecutionReport`, and of one of `Trade`: cloning one object by object costs more than
   * working the order did.
   */
  | { readonly kind: 'reports'; readonly reports: string | null; readonly trades: string }
  | {
      readonly kind: 'step'
      readonly at: Ms
      readonly quotes: readonly Quote[]
      readonly changed: readonly number[]
    }
  /** `workedTo`: up to which market time the exchange has lived. */
  | { readonly kind: 'heartbeat'; readonly at: Ms; readonly workedTo: Ms }

assert(parentPort, 'the exchange runs in a thread of its own')
const port = parentPort
const settings = workerData as WorkerSettings
const schedule = changeableSchedule(settings.schedule)
const { replay } = settings
const calendar = changeable(
  replay !== null
    ? fileCalendar(replay.calendar)
    : settings.schedule === 'tse'
      ? tseCalendar
      : everyDayCalendar,
)
const speed = Math.max(1, replay?.speed ?? 1)
/** A replay's market time stands until the exchange is open. */
let replayed: ((monotonicNow: Ms) => Ms) | null = null
const clock = followingClock(settings.clock, {
  offset: settings.offset,
  marketSource: () => replayed?.(clock.monotonic()) ?? replay?.from ?? null,
})
const writeBoard = boardWriter(settings.boards)
const say = (what: FromWorker) => port.postMessage(what)

const wanted = new Map<number, (plan: DayPlan) => void>()
let asked = 0
/** The planned day that waits for its holders; one at a time. */
let readyFor: (() => void) | null = null
/** Durations in seconds of the machine, so that a fast replay costs what a slow one does. */
const LONGEST_CATCH_UP_MS = 60 * SECOND
const SNAPSHOT_EVERY_MS = 10 * SECOND
const PROVIDER_PAUSE_MS = 2 * SECOND
const book = tradeBook(settings.directory)
const receipts = receiptBook(settings.directory)
const host = new ExchangeHost({
  schedule,
  calendar,
  files: venueFiles(settings.directory, {
    // A replay's days are the file's: there is nothing to reveal.
    isKept: (tradeDate) => replay === null && !existsSync(publishedFile(settings.directory, tradeDate)),
    mark: settings.mark,
    marked: (mark) => say({ kind: 'marked', mark }),
    damaged: (why, movedTo) => say({ kind: 'damaged', why, movedTo }),
    cameBack: settings.cameBack,
    ahead: (byMs, movedTo) => say({ kind: 'ahead', byMs, movedTo }),
    older: (log) => say({ kind: 'older', log }),
  }),
  background: (plan, from) =>
    replay
      ? new ReplayProvider(plan, schedule, from, PROVIDER_PAUSE_MS * speed)
      : new Participants(plan, activityClock(plannedSchedule(schedule.id, plan), plan.tradeDate), from),
  longestCatchUpMs: LONGEST_CATCH_UP_MS * speed,
  snapshotEveryMs: SNAPSHOT_EVERY_MS * speed,
  ask: (request) =>
    new Promise((resolve) => {
      wanted.set(++asked, resolve)
      say({ kind: 'plan-wanted', number: asked, request })
    }),
  ready: (tradeDate) =>
    new Promise((resolve) => {
      readyFor = resolve
      say({ kind: 'ready-wanted', tradeDate })
    }),
})

function tellReports(): void {
  const reports = receipts.write(host.takeReports())
  const trades = host.takeTrades()
  book.write(reports)
  if (reports.length > 0 || trades.length > 0)
    say({
      kind: 'reports',
      reports: reports.length === 0 ? null : JSON.stringify(reports),
      trades: JSON.stringify(trades),
    })
  for (const day of host.takeOver()) say({ kind: 'over', day })
}

function tellQuotes(): void {
  const day = host.today
  if (day === null) return
  const at = clock.market()
  const changed = host.takeChanged()
  for (const { index, market } of changed) writeBoard(index, depthOf(market, at))
  if (changed.length === 0) return
  const quotes = changed.map(({ market }) => quoteOf(market, day.phase, at, day.plan.tradeDate))
  say({ kind: 'step', at, quotes, changed: changed.map(({ index }) => index) })
}

function beat(): void {
  host.tick(clock.market())
  tellReports()
  tellQuotes()
}

function begin(startedAt: Ms): void {
  if (replay) replayed = replayTime(schedule, { ...replay, startedAt })
  say({ kind: 'started', startedAt })
  sayHeartbeat()
}

/** The first with the start: until it comes, the server knows of no day that the exchange has lived. */
function sayHeartbeat(): void {
  say({ kind: 'heartbeat', at: clock.market(), workedTo: host.workedTo })
}

const stops: (() => void)[] = []

async function handle(what: ToWorker): Promise<void> {
  switch (what.kind) {
    case 'start':
      await host.start(clock.market(), what.working, what.heard)
      tellReports()
      tellQuotes()
      begin(clock.monotonic())
      // Issues that joined while the exchange was off, on a day that it goes on with.
      host.look()
      stops.push(every(STEP_MS, beat), every(SECOND, sayHeartbeat))
      return
    case 'messages':
      host.receive(what.texts, clock.market())
      return tellReports()
    case 'plan':
      wanted.get(what.number)!(what.plan)
      wanted.delete(what.number)
      return
    case 'ready':
      readyFor?.()
      readyFor = null
      return
    case 'jump':
      clock.jumpTo(what.to)
      return beat()
    case 'look':
      return host.look()
    case 'days':
      schedule.change(what.hours)
      return calendar.change(what.days)
    case 'stop':
      for (const stop of stops) stop()
      host.stop(clock.market())
      tellReports()
      book.close()
      receipts.close()
      say({ kind: 'stopped' })
      port.close()
  }
}

host.prepare(clock.market())
// A fault ends the thread alone: what was written before is taken up by the next one.
port.on('message', (what: ToWorker) => void handle(what))
