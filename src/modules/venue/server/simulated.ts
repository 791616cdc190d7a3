import { Worker } from 'node:worker_threads'
import type { PriceTenths } from '#kernel/price.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { SystemClock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { CorporateActions } from '#modules/instruments/model/corporate-actions.ts'
import type { Calendar } from '#modules/instruments/model/calendar.ts'
import type { Instrument } from '#modules/instruments/model/instrument.ts'
import type { Schedule } from '#modules/instruments/model/schedule.ts'
import {
  openingReturn,
  planIssue,
  planOf,
  type DayPlan,
  type DrawnDay,
  type IssuePlan,
  type IssueStart,
} from '../model/day-plan.ts'
import { disclosureOf, type Disclosure } from '../model/news.ts'
import type { DayOver, PlanIssue, PlanRequest } from './exchange-host.ts'
import { openExchange, type Exchange } from './exchange-thread.ts'
import type { WorkerSettings } from './exchange-worker.ts'
import type { LogMarks } from './log-marks.ts'

/** The inputs of the simulated exchange from the world around it. */
export type SimulatedWorld = {
  /** DATA_DIR/venue: snapshots and the messages after them. */
  readonly directory: string
  /** Never opened: its calendars and prices before are all that is wanted. */
  readonly isStill?: boolean
  readonly schedule: Schedule
  readonly calendar: Pick<Calendar, 'next'>
  /** The issues of this trade date. */
  listed(tradeDate: DateJst): readonly Instrument[]
  /** The part of the base prices that ex-dates take out. */
  readonly actions: Pick<CorporateActions, 'basePrice'>
  /** Most issues that there may ever be. */
  readonly most: number
  readonly clock: SystemClock
  readonly log: Log
  /** The marks of how far the exchange had written when the server was last at work. */
  readonly marks: LogMarks
  /** The day's seed: HMAC of the date under the market key, in hex. */
  seedOf(tradeDate: DateJst): string
  /** The draw of this issue's day by the history model. */
  drawDay(instrument: Instrument, tradeDate: DateJst): DrawnDay
  /**
   * State at market time `at` of an issue that the exchange does not know yet: at its first start, and when
   * an issue joins.
   */
  firstStart(instrument: Instrument, tradeDate: DateJst, at: Ms): IssueStart | Promise<IssueStart>
  /**
   * The close of the trading day before `tradeDate`, when the exchange was off over it from `offSince` until
   * `at`, with these prices before and after. null: the last price stands.
   */
  closeWhileOff(instrument: Instrument, gap: OffGap): PriceTenths | null
  /**
   * Resolves when holders have been through the ex-dates of this day, which is to open at market time `at`:
   * not before does it trade. Asked when the day is planned, which may be before it has come, and when it
   * opens.
   */
  beforeDay(tradeDate: DateJst, at: Ms): Promise<void>
  /** Resolves when it is published what this plan is committed to: not before does anything trade by it. */
  commit(plan: DayPlan, joins: boolean): Promise<void>
  /** A day is over; said again after a restart. */
  over(day: DayOver): void
}
export type OffGap = {
  readonly tradeDate: DateJst
  readonly from: Ms
  readonly to: Ms
  readonly fromTenths: PriceTenths
  readonly toTenths: PriceTenths
}

/**
 * The simulated exchange in its own thread: a venue and a price feed. Follows jumps of the demo clock by
 * reopening.
 */
export function createSimulatedExchange(world: SimulatedWorld): Exchange {
  const { clock } = world
  const exchange = openExchange({
    most: world.most,
    sealsDays: true,
    log: world.log,
    marks: world.marks,
    monotonic: clock.monotonic,
    plan: (request) => planDay(world, request),
    ready: (tradeDate) => world.beforeDay(tradeDate, clock.market()),
    over: world.over,
    thread: world.isStill
      ? null
      : (boards) =>
          new Worker(new URL('./exchange-worker.ts', import.meta.url), {
            name: 'exchange',
            workerData: {
              directory: world.directory,
              schedule: world.schedule.id,
              boards,
              mark: world.marks.last,
              clock: clock.shared,
              offset: clock.wall() - clock.machine(),
              cameBack: clock.cameBack,
              replay: null,
            } satisfies WorkerSettings,
          }),
  })
  clock.onJump((_from, to) => exchange.jumpTo(to))
  return exchange
}

/**
 * Plans a day issue by issue, letting other work in between: the history model takes a moment for each.
 * Issues keep the places that they had; who joins comes after them, also who has joined while this went on.
 * Of a day that is on already, only who joins.
 */
export async function planDay(
  world: Omit<SimulatedWorld, 'directory' | 'isStill' | 'most' | 'clock' | 'log' | 'marks' | 'over'>,
  request: PlanRequest,
): Promise<DayPlan> {
  const known = new Map(request.issues.map((issue) => [issue.code, issue]))
  const there = new Set(request.besides)
  const issues: IssuePlan[] = []
  const disclosures: Disclosure[] = []
  let marketReturn = 0
  const planned = async (instrument: Instrument) => {
    const issue = known.get(instrument.code)
    await walkTo(world, instrument, request)
    const saidBetween =
      issue === undefined || issue.fairTenths === null ? 0 : await said(world, instrument, request)
    // First where it comes from: the model then knows the way to this day, and draws it without going through
    // all days again.
    const first =
      issue === undefined ? await world.firstStart(instrument, request.tradeDate, request.at) : null
    const drawn = world.drawDay(instrument, request.tradeDate)
    const disclosure = disclosureOn(world, instrument, request.tradeDate, drawn)
    const opening = openingReturn(instrument, drawn, disclosure)
    const start = first ?? startOf(world, instrument, request, issue!, opening, saidBetween)
    issues.push(planIssue(instrument, drawn, start, issue?.carried, disclosure))
    if (disclosure !== null) disclosures.push(disclosure)
    marketReturn = drawn.marketIntradayReturn
    there.add(instrument.code)
  }
  /** One after another, until nobody is missing. */
  const planAll = async () => {
    for (;;) {
      const missing = world.listed(request.tradeDate).filter(({ code }) => !there.has(code))
      if (missing.length === 0) return
      const order = new Map(request.issues.map(({ code }, index) => [code, index]))
      const place = ({ code }: Instrument) => order.get(code) ?? order.size
      for (const instrument of missing.toSorted((a, b) => place(a) - place(b))) {
        await planned(instrument)
        await turn()
      }
    }
  }
  await planAll()
  if (request.besides === undefined) await world.beforeDay(request.tradeDate, request.at)
  await planAll()
  const plan = planOf(
    request.tradeDate,
    world.seedOf(request.tradeDate),
    marketReturn,
    issues,
    disclosures,
    world.schedule,
  )
  if (issues.length > 0) await world.commit(plan, request.besides !== undefined)
  return plan
}

/** Days of an issue that are drawn in one turn of the event loop. */
const DAYS_A_TURN = 60
const turn = () => new Promise((resolve) => setImmediate(resolve))

/**
 * Draws an issue's days up to the one that is planned, letting other work in between: after years off, or by
 * a clock that is years ahead, there are many.
 */
async function walkTo(
  world: Drawing & Pick<SimulatedWorld, 'calendar'>,
  instrument: Instrument,
  { lastDate, tradeDate }: PlanRequest,
): Promise<void> {
  if (lastDate === null) return
  const next = (date: DateJst) => world.calendar.next(date, DAYS_A_TURN)
  for (let date = next(lastDate); date < tradeDate; date = next(date)) {
    world.drawDay(instrument, date)
    await turn()
  }
}

type Drawing = Pick<SimulatedWorld, 'seedOf' | 'drawDay' | 'schedule'>

/** The disclosure of this issue on this day, for the exchange and for whoever publishes it afterwards. */
function disclosureOn(
  world: Drawing,
  instrument: Instrument,
  tradeDate: DateJst,
  drawn = world.drawDay(instrument, tradeDate),
): Disclosure | null {
  // Of a new listing everything was said in its offering: on its first day there is nothing but its first
  // price.
  if (instrument.listed !== undefined && tradeDate <= instrument.listed.on) return null
  return disclosureOf(world.seedOf(tradeDate), instrument, drawn, world.schedule, tradeDate)
}

/** Everything that is disclosed on this day, letting other work in between. */
export async function disclosuresOn(
  world: Drawing,
  instruments: readonly Instrument[],
  tradeDate: DateJst,
): Promise<Disclosure[]> {
  const found: Disclosure[] = []
  for (const instrument of instruments) {
    const disclosure = disclosureOn(world, instrument, tradeDate)
    if (disclosure !== null) found.push(disclosure)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return found
}

/**
 * The disclosures of an issue on the days after the last one and before this moment, while the exchange was
 * off: the sum of the returns.
 */
async function said(
  world: Drawing & Pick<SimulatedWorld, 'calendar'>,
  instrument: Instrument,
  { lastDate, tradeDate, at }: PlanRequest,
): Promise<number> {
  let sum = 0
  let days = 0
  for (let date = world.calendar.next(lastDate!); date <= tradeDate; date = world.calendar.next(date)) {
    const disclosure = disclosureOn(world, instrument, date)
    if (disclosure !== null && disclosure.at <= at) sum += disclosure.logReturn
    if (++days % DAYS_A_TURN === 0) await turn()
  }
  return sum
}

/** The last price is that of the last day: ex-dates since then are taken out of it first. */
function startOf(
  world: Pick<SimulatedWorld, 'actions' | 'closeWhileOff'>,
  instrument: Instrument,
  request: PlanRequest,
  issue: PlanIssue,
  opening: number,
  saidBetween: number,
): IssueStart {
  const { lastTenths, fairTenths, unpricedTenths } = issue
  const fromTenths = world.actions.basePrice(
    instrument.code,
    lastTenths,
    request.lastDate!,
    request.tradeDate,
  )
  const worth =
    (((fairTenths ?? unpricedTenths ?? lastTenths) * fromTenths) / lastTenths) *
    Math.exp(fairTenths === null ? opening : saidBetween)
  const toTenths = Math.max(1, Math.round(worth))
  // Nobody has paid anything for it yet: the last quote is what its prices are measured from, today counts
  // from its offer price, and there is no path of prices to end anywhere else.
  if (unpricedTenths !== null)
    return {
      previousCloseTenths: instrument.listed?.offerTenths ?? lastTenths,
      baseTenths: fromTenths,
      fairTenths: toTenths,
      soFar: null,
      firstDay: { offerTenths: fromTenths },
    }
  const gap = { tradeDate: request.tradeDate, from: request.offSince!, to: request.at, fromTenths, toTenths }
  const closeTenths = request.offSince! < request.at ? world.closeWhileOff(instrument, gap) : null
  return {
    previousCloseTenths: closeTenths ?? lastTenths,
    baseTenths: closeTenths ?? fromTenths,
    fairTenths: toTenths,
    soFar: null,
  }
}
