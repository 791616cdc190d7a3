import { join } from 'node:path'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { CorporateActionsPublic } from '#modules/corporate-actions/server/public.ts'
import type { SystemClock } from '#platform/clock.ts'
import type { Config, FixVenueConfig } from '#platform/config.ts'
import type { Database } from '#platform/database/connect.ts'
import type { Engine } from '#platform/engine/engine.ts'
import type { Log } from '#platform/log.ts'
import { createFixExchange } from '#modules/fix/server/public.ts'
import type { Module } from '#modules/module.ts'
import {
  changeable,
  everyDayCalendar,
  tseCalendar,
  type Calendar,
  type ChangedDays,
} from '#modules/instruments/model/calendar.ts'
import { corporateActions, type CorporateActions } from '#modules/instruments/model/corporate-actions.ts'
import { companyEarnings } from '#modules/instruments/model/earnings.ts'
import {
  changeableSchedule,
  phaseAt,
  preOpenAt,
  schedules,
  type HoursTable,
  type Schedule,
} from '#modules/instruments/model/schedule.ts'
import type { InstrumentsPublic, NewIssuesPublic } from '#modules/instruments/server/public.ts'
import {
  instrumentOf,
  listsIssues,
  openListing,
  readListing,
  simulatedListing,
} from '#modules/instruments/server/module.ts'
import { firstWorth, MOST_NEW_ISSUES, type NewIssue } from '#modules/instruments/model/new-issue.ts'
import type { Instrument } from '#modules/instruments/model/instrument.ts'
import { liveDraw } from '#modules/market/model/live-draw.ts'
import {
  companyWorld,
  makeWorld,
  openSimulatedHistory,
  replayedPast,
  type PastBars,
} from '#modules/market/server/module.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import type { IssueStart } from '#modules/venue/model/day-plan.ts'
import type { ReplayFaults } from '#modules/venue/model/replay-faults.ts'
import type { Disclosure } from '#modules/venue/model/news.ts'
import {
  createReplayExchange,
  createSimulatedExchange,
  disclosuresOn,
  seedOfDay,
  type DaysPublic,
  type Exchange,
  type LogMarks,
} from '#modules/venue/server/public.ts'
import type { ReplayFiles } from './replay-files.ts'

/** The market: what is traded, where and when, and what was before; the simulated market or a replay. */
export type MarketWorld = {
  calendar: Calendar
  /** Business days of Tokyo, whatever the market's schedule: the bank's, and those on which people answer. */
  businessDays: Calendar
  schedule: Schedule
  /**
   * Changes that the firm has published against both calendars and against the hours, all that stand; null in
   * replay, whose days are the file's.
   */
  changeDays: ((days: ChangedDays, hours: readonly HoursTable[]) => void) | null
  instruments: InstrumentsPublic
  newIssues: NewIssuesPublic
  /** An issue that was given its first day joins the list, and the exchange opens it. */
  bring: (issue: NewIssue) => void
  /** One that was to come does not. */
  drop: (code: string) => void
  exchange: Exchange
  /** Commands and listeners of a venue that is another's; null: the exchange is this server's. */
  venueParts: Pick<Module, 'commands' | 'listeners'> | null
  past: PastBars
  /**
   * Disclosures of the simulated market's companies on a day; null in replay. Nobody may be told before
   * the exchange has lived the moment.
   */
  disclosuresOn: ((date: DateJst) => Promise<readonly Disclosure[]>) | null
  /** The time in the market; null where that is the wall clock. */
  marketTime: (() => Ms) | null
  /** The faults in the files of a replay; null on the simulated market. */
  replayed: ReplayFaults | null
}

export type MarketDeps = {
  config: Config
  /** The files replayed; null on the simulated market. */
  replay: ReplayFiles | null
  clock: SystemClock
  log: Log
  logMarks: LogMarks
  /** The market module, which is made after the exchange that it hears. */
  market: () => MarketPublic
  actions: () => CorporateActionsPublic
  days: () => DaysPublic
  /** Corporate actions of companies, where a test says it; else the market's own. */
  corporateActions?: CorporateActions | undefined
  engine: () => Engine
  db: () => Database
  /** Nothing will trade: the exchange is never opened. */
  isStill?: boolean
}

export const openMarket = (deps: MarketDeps): MarketWorld =>
  deps.config.venue !== null
    ? foreignWorld(deps, deps.config.venue)
    : deps.replay === null
      ? simulatedWorld(deps)
      : replayedWorld(deps, deps.replay)

const venueFolder = ({ dataDir }: Config): string => join(dataDir, 'venue')

/** True if a server begins with this issue: the list is asked before anything joins it. */
const universeHas = (listed: readonly Instrument[]): ((code: string) => boolean) => {
  const codes = new Set(listed.map(({ code }) => code))
  return (code) => codes.has(code)
}

/** The invented companies, their history and their exchange, all from the market's key. */
function simulatedWorld({
  config,
  clock,
  log,
  logMarks: marks,
  market,
  actions,
  days,
  corporateActions: said,
  isStill = false,
}: MarketDeps): MarketWorld {
  const businessDays = changeable(tseCalendar)
  const calendar = config.schedule === 'tse' ? businessDays : changeable(everyDayCalendar)
  const schedule = changeableSchedule(config.schedule)
  const listing = simulatedListing(config, () => clock.market())
  const seed = config.keys.market.toString('hex')
  const world = makeWorld(seed, calendar, schedule)
  const companies = companyWorld(seed, world, calendar)
  const instruments = {
    ...listing,
    actions:
      said ?? corporateActions(seed, listing, calendar, companies.levelOf, () => market().firstOwnDate()),
    earnings: companyEarnings(seed, listing, calendar, companies),
  }
  const history = openSimulatedHistory({
    seed,
    world,
    instruments,
    calendar,
    schedule,
    now: () => clock.market(),
  })
  const seeds = new Map<DateJst, string>()
  /** Every issue asks for the day's. */
  const seedOf = (tradeDate: DateJst): string => {
    const seed = seeds.get(tradeDate) ?? seedOfDay(config.keys.market, tradeDate)
    seeds.set(tradeDate, seed)
    return seed
  }
  const draws = new Map<DateJst, ReturnType<typeof liveDraw>>()
  const drawOf = (tradeDate: DateJst) => {
    const draw = draws.get(tradeDate) ?? liveDraw(seedOf(tradeDate))
    draws.set(tradeDate, draw)
    return draw
  }
  const drawing = {
    schedule,
    seedOf,
    drawDay: (instrument: Instrument, date: DateJst) =>
      drawOf(date)(instrument, history.dayParameters(instrument, date)),
  }
  /**
   * Start of an issue that came to the market later: its offer price, or, should the exchange's files be
   * lost, the close of its recorded days.
   */
  async function newcomersStart(
    { code }: Instrument,
    tradeDate: DateJst,
    { offerTenths }: NonNullable<Instrument['listed']>,
  ): Promise<IssueStart> {
    const recorded = await market().lastRecorded(code)
    const start = { fairTenths: null, soFar: null }
    if (recorded === null) {
      return {
        ...start,
        previousCloseTenths: offerTenths,
        baseTenths: offerTenths,
        fairTenths: firstWorth(seed, code, offerTenths),
        firstDay: { offerTenths },
      }
    }
    const { closeTenths } = recorded
    return {
      ...start,
      previousCloseTenths: closeTenths,
      baseTenths: instruments.actions.basePrice(code, closeTenths, recorded.tradeDate, tradeDate),
    }
  }
  const exchange = createSimulatedExchange({
    isStill,
    directory: venueFolder(config),
    calendar,
    listed: listing.on,
    actions: instruments.actions,
    clock,
    log,
    marks,
    ...drawing,
    most: listing.all().length + MOST_NEW_ISSUES,
    firstStart: (instrument, tradeDate, at) =>
      instrument.listed === undefined
        ? history.firstStart(instrument, tradeDate, at)
        : newcomersStart(instrument, tradeDate, instrument.listed),
    beforeDay: (tradeDate, at) => actions().ready(tradeDate, at),
    commit: (plan, joins) => days().commit(plan, joins),
    over: (day) => days().over(day),
    closeWhileOff: (instrument, off) => market().closeWhileOff(instrument, off),
  })
  const newIssues = listsIssues({ isReplay: false, isOfUniverse: universeHas(listing.all()), calendar })
  const bring = (issue: NewIssue) => {
    listing.add(instrumentOf(seed, issue, history.levelOn), preOpenAt(schedule, issue.issueOn))
    exchange.look()
  }
  const changeDays = (days: ChangedDays, hours: readonly HoursTable[]) => {
    // Before the calendars, whose version tells whoever has reckoned ahead.
    schedule.change(hours)
    for (const each of new Set([businessDays, calendar])) each.change(days)
    exchange.changeDays(days, hours)
  }
  return {
    calendar,
    businessDays,
    changeDays,
    schedule,
    instruments,
    newIssues,
    bring,
    drop: listing.remove,
    exchange,
    venueParts: null,
    past: history.past,
    disclosuresOn: (date) => disclosuresOn(drawing, listing.on(date), date),
    marketTime: null,
    replayed: null,
  }
}

/** Real days of a file, at Tokyo's hours. Trading days are the file's; market time is the replay's. */
function replayedWorld(
  { config, clock, log, logMarks: marks, actions, isStill = false }: MarketDeps,
  { from, speed, dates, issues, actions: known, faults, refused }: ReplayFiles,
): MarketWorld {
  const firstOf = ({ days }: (typeof issues)[number]): DateJst => days[0]!.date
  const listing = openListing(
    issues.filter((issue) => firstOf(issue) === dates[0]).map(({ instrument }) => instrument),
    () => clock.market(),
  )
  for (const issue of issues) listing.add(issue.instrument, preOpenAt(schedules.tse, firstOf(issue)))
  const instruments = { ...listing, actions: known }
  const exchange = createReplayExchange({
    isStill,
    directory: venueFolder(config),
    dates,
    issues,
    actions: known,
    from,
    speed,
    clock,
    log,
    marks,
    beforeDay: (tradeDate, at) => actions().ready(tradeDate, at),
  })
  const past = replayedPast(dates, issues, () => exchange.clock.tradeDate())
  const newIssues = listsIssues({
    isReplay: true,
    isOfUniverse: universeHas(issues.map(({ instrument }) => instrument)),
    calendar: exchange.calendar,
  })
  // Rows of another market, should this server have been one: they are not of these days.
  const bring = () => {}
  return {
    calendar: exchange.calendar,
    businessDays: tseCalendar,
    changeDays: null,
    schedule: schedules.tse,
    instruments,
    newIssues,
    bring,
    drop: bring,
    exchange,
    venueParts: null,
    past,
    disclosuresOn: null,
    marketTime: exchange.clock.now,
    replayed: { faults, refused },
  }
}

/** Before it there are no prices: the market records its own. */
const NO_PAST: PastBars = {
  firstDate: '2000-01-01',
  firstMinuteDate: () => '2000-01-01',
  days: () => [],
  minutes: () => [],
  firstPrice: () => null,
  holdsEveryDay: false,
}

/** Issues of a file, whose orders and prices are a counterparty's, at Tokyo's hours. */
function foreignWorld(
  { config, clock, log, engine, db, isStill = false }: MarketDeps,
  at: FixVenueConfig,
): MarketWorld {
  const businessDays = changeable(tseCalendar)
  const calendar = config.schedule === 'tse' ? businessDays : changeable(everyDayCalendar)
  const schedule = changeableSchedule(config.schedule)
  const { instruments: listed } = readListing(at.listing)
  const listing = openListing(listed, () => clock.market())
  const phase = (now: Ms) => phaseAt(schedule, calendar, now)
  const { exchange, parts } = createFixExchange({
    at,
    isStill,
    engine,
    db,
    instruments: listing,
    phase,
    now: () => clock.machine(),
    market: () => clock.market(),
    log,
  })
  const newIssues = listsIssues({ isReplay: true, isOfUniverse: universeHas(listed), calendar })
  const bring = () => {}
  return {
    calendar,
    businessDays,
    changeDays(days, hours) {
      schedule.change(hours)
      for (const each of new Set([businessDays, calendar])) each.change(days)
    },
    schedule,
    instruments: listing,
    newIssues,
    bring,
    drop: bring,
    exchange,
    venueParts: parts,
    past: NO_PAST,
    disclosuresOn: null,
    marketTime: null,
    replayed: null,
  }
}
