import { assert } from '#kernel/assert.ts'
import type { Yen } from '#kernel/money.ts'
import { seeded, type Random } from '#kernel/random.ts'
import type { DateJst, Days } from '#kernel/time.ts'
import type { Calendar } from '#modules/instruments/model/calendar.ts'
import type { Instrument } from '#modules/instruments/model/instrument.ts'
import { shapes } from '#modules/instruments/model/intraday-shape.ts'
import type { Schedule } from '#modules/instruments/model/schedule.ts'
import { SECTOR_IDS, type SectorId } from '#modules/instruments/model/sectors.ts'

/**
 * The world behind the prices: one market factor, sector factors, and what is each issue's own. Every series
 * starts at one date and goes forward, so that a day's figures depend on the seed, the issue and the day
 * alone, whoever asks and whenever.
 */
export const WORLD_BEGINS: DateJst = '2024-10-01'

/** Standard deviations of daily log returns, and shapes of the processes; tuned by `npm run statistics`. */
export const P = {
  marketSd: 0.0097,
  marketDrift: 0.0002,
  sectorSd: 0.0042,
  /** An issue's own part is at least this share of its volatility; a fund's own part is only this. */
  ownShareAtLeast: 0.5,
  fundOwnSd: 0.0012,
  /** Log volatility: a slow and a fast part, each an AR(1) of this half-life in days and this spread. */
  marketSlow: { halfLife: 35, sd: 0.38 },
  marketFast: { halfLife: 3, sd: 0.5 },
  ownSlow: { halfLife: 35, sd: 0.38 },
  ownFast: { halfLife: 2, sd: 0.28 },
  /**
   * Half the degrees of freedom of the Student t: of the market, of issues and sectors, and of their nights.
   */
  marketTail: 15,
  ownTail: 4,
  nightTail: 2,
  /** A market return of −1 standard deviation raises the fast part of the next day by this. */
  leverage: 0.19,
  /** The market's log volatility is never above this. */
  wildest: 1.2,
  /** Takes back what the spread of log volatility adds to the variance: of the market, of an issue. */
  marketMean: 0.33,
  ownMean: 0.34,
  /** The share of the market's log volatility that an issue's own part takes. */
  ownFollowsMarket: 0.6,
  sectorFollowsMarket: 0.7,
  /**
   * The market falls suddenly on some days, and issues have news of their own: chance a day, mean and spread.
   */
  crash: { chance: 0.004, mean: -0.03, sd: 0.012 },
  earnings: { mean: -0.005, sd: 0.051 },
  news: { chance: 0.0025, mean: -0.012, sd: 0.065 },
  /** A bid for the whole company: the price runs to the upper limit, for days if need be. */
  takeover: { chance: 0.00025, from: 0.18, to: 0.36 },
  /** Log volume: a slow and a fast AR(1), a common part, and what a large move brings. */
  volumeSlow: { halfLife: 25, sd: 0.27 },
  volumeFast: { halfLife: 0.7, sd: 0.3 },
  volumeMarket: { halfLife: 3, sd: 0.12 },
  volumePerMove: 0.24,
  volumePerVolatility: 0.25,
  volumePerMarketMove: 0.1,
} as const

/**
 * One issue's day as the world draws it: of the model's history, and the outline of a day that the exchange
 * lives.
 */
export type DayParameters = {
  readonly date: DateJst
  /**
   * Log returns from the last close to the opening auction, and from there to the close: market, sector and
   * own part together.
   */
  readonly overnightReturn: number
  readonly intradayReturn: number
  /** The market factor's own intraday return: the issue's share in it is beta times this. */
  readonly marketIntradayReturn: number
  /** Standard deviation from the opening to the close, as lively as the day turned out. */
  readonly volatility: number
  /** Value of all trades of the day. */
  readonly turnoverYen: Yen
  /**
   * The event that the issue publishes on this day, and the log return that it adds to the day (in both
   * returns above): 60 % of it over the night before.
   */
  readonly event: IssueEvent | null
  /**
   * The liveliness of the day's parts: standard deviations by day of the market factor, of the sector and of
   * the issue's own part, a sudden fall of the market, and nights against days.
   */
  readonly scales: {
    readonly market: number
    readonly sector: number
    readonly own: number
    readonly crash: number
    readonly nights: number
  }
}

/** Quarterly results, other news of the company, a bid for the whole of it. */
export type IssueEvent = { readonly kind: 'results' | 'news' | 'takeover'; readonly logReturn: number }

/** `sd` is that of the intraday return, as lively as the day turned out. */
type FactorDay = {
  readonly sd: number
  readonly overnight: number
  readonly intraday: number
  readonly logVolatility: number
  readonly logVolume: number
  /** A sudden fall of the market on this day, logarithmic. */
  readonly crash: number
}

/** Each day of an issue is drawn once, by whoever asks for it or for a later one first, and kept. */
export type World = {
  /**
   * The days of one issue after `after` (left out: from the beginning of the world) up to this date, in
   * order.
   */
  walk(instrument: Instrument, until: DateJst, visit: (day: DayParameters) => void, after?: DateJst): void
  /** One issue's day, of the history or of the time after it. */
  day(instrument: Instrument, date: DateJst): DayParameters
}

const square = (value: number): number => value * value
const decay = (halfLife: number): number => 0.5 ** (1 / halfLife)

/** A mean-reverting series of standard deviation `sd`, in full swing from its first day. */
function autoregression(process: { readonly halfLife: number; readonly sd: number }, start: Random) {
  const keep = decay(process.halfLife)
  const fresh = process.sd * Math.sqrt(1 - keep * keep)
  let value = process.sd * start.normal()
  return {
    next(random: Random, push = 0): number {
      value = keep * value + fresh * random.normal() + push
      return value
    },
  }
}

/**
 * The factor that makes a normal number a Student t of `2 × pairs` degrees of freedom and variance 1. One
 * draw for a whole day, so that night and day are wild together.
 */
export function wildness(random: Pick<Random, 'next'>, pairs: number): number {
  let product = 1
  for (let pair = 0; pair < pairs; pair++) product *= 1 - random.next()
  return Math.sqrt((2 * pairs - 2) / (-2 * Math.log(product)))
}

/** The world of this seed under this calendar and schedule. It remembers the factors that it has drawn. */
export function makeWorld(seed: string, calendar: Calendar, schedule: Schedule): World {
  const overnightShare = shapes[schedule.id].overnightVariance
  const split = { overnight: Math.sqrt(overnightShare), intraday: Math.sqrt(1 - overnightShare) }
  const dates: DateJst[] = []
  const market: FactorDay[] = []
  const nextMarketDay = marketSeries(seed, split)
  const sectors = new Map<SectorId, { days: FactorDay[]; next: () => FactorDay }>(
    SECTOR_IDS.map((id) => [
      id,
      { days: [], next: sectorSeries(seed, id, split, (index) => market[index]!) },
    ]),
  )

  const issues = new Map<string, Drawn>()
  let { version } = calendar

  /** The number of days up to this date. */
  function daysUntil(until: DateJst): number {
    if (calendar.version !== version) {
      // The factors are those of the nth day, whichever date it is: days to come get other dates, and issues
      // are drawn anew for theirs.
      dates.length = 0
      issues.clear()
      version = calendar.version
    }
    while (dates.length === 0 || dates[dates.length - 1]! < until) {
      dates.push(calendar.next(dates.at(-1) ?? WORLD_BEGINS))
      if (market.length >= dates.length) continue
      market.push(nextMarketDay())
      for (const sector of sectors.values()) sector.days.push(sector.next())
    }
    return firstAfter(dates, until)
  }

  const sectorOf = ({ sector }: Instrument): readonly FactorDay[] | null =>
    sector === 'etf' ? null : sectors.get(sector)!.days

  function drawn(instrument: Instrument, days: Days): Drawn {
    let issue = issues.get(instrument.code)
    if (issue === undefined || !isOneSeries(issue.instrument, instrument)) {
      issues.set(
        instrument.code,
        (issue = {
          instrument,
          next: issueSeries(seed, instrument, split),
          days: 0,
          figures: new Float64Array(FIGURES * (days + DAYS_AHEAD)),
          events: new Map(),
        }),
      )
    }
    if (issue.figures.length < FIGURES * days) {
      const { figures } = issue
      issue.figures = new Float64Array(FIGURES * (days + DAYS_AHEAD))
      issue.figures.set(figures)
    }
    const sector = sectorOf(instrument)
    for (; issue.days < days; issue.days++) {
      const event = issue.next(
        dates[issue.days]!,
        market[issue.days]!,
        sector?.[issue.days] ?? null,
        issue.figures,
        FIGURES * issue.days,
      )
      if (event !== null) issue.events.set(issue.days, event)
    }
    return issue
  }

  function dayAt(
    { figures, events }: Drawn,
    index: number,
    sector: readonly FactorDay[] | null,
  ): DayParameters {
    const { intraday: marketIntradayReturn, sd, crash } = market[index]!
    const at = FIGURES * index
    return {
      date: dates[index]!,
      overnightReturn: figures[at]!,
      intradayReturn: figures[at + 1]!,
      marketIntradayReturn,
      volatility: figures[at + 2]!,
      turnoverYen: figures[at + 3]!,
      event: events.get(index) ?? null,
      scales: {
        market: sd,
        sector: sector?.[index]!.sd ?? 0,
        own: figures[at + 4]!,
        crash,
        nights: split.overnight / split.intraday,
      },
    }
  }

  return {
    walk(instrument, until, visit, after) {
      const days = daysUntil(until)
      const issue = drawn(instrument, days)
      const sector = sectorOf(instrument)
      for (let index = after === undefined ? 0 : firstAfter(dates, after); index < days; index++)
        visit(dayAt(issue, index, sector))
    },
    day(instrument, date) {
      const days = daysUntil(date)
      assert(days > 0 && dates[days - 1] === date, `not a trading day of this world: ${date}`)
      return dayAt(drawn(instrument, days), days - 1, sectorOf(instrument))
    },
  }
}

/**
 * The number of an issue's own figures of a day, in this order: both returns, volatility, turnover, the own
 * part's scale.
 */
const FIGURES = 5
/** Room for days to come, so that not each of them moves those before. */
const DAYS_AHEAD = 60
/**
 * An issue's days as far as they have been drawn: the figures of one after another, and the few on which it
 * publishes something.
 */
type Drawn = {
  readonly instrument: Instrument
  readonly next: ReturnType<typeof issueSeries>
  days: Days
  figures: Float64Array
  readonly events: Map<number, IssueEvent>
}

/** The price alone may differ between an issue that is prepared and the one then listed under its code. */
const isOneSeries = (one: Instrument, other: Instrument): boolean =>
  one === other ||
  (one.kind === other.kind &&
    one.sector === other.sector &&
    one.beta === other.beta &&
    one.dailyVolPpm === other.dailyVolPpm &&
    one.turnoverYen === other.turnoverYen)

/** Index of the first date after this one, in order of date. */
function firstAfter(dates: readonly DateJst[], date: DateJst): number {
  let [low, high] = [0, dates.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (dates[middle]! <= date) low = middle + 1
    else high = middle
  }
  return low
}

type Split = { readonly overnight: number; readonly intraday: number }

function marketSeries(seed: string, split: Split): () => FactorDay {
  const random = seeded(seed, 'market')
  const slow = autoregression(P.marketSlow, random)
  const fast = autoregression(P.marketFast, random)
  const volume = autoregression(P.volumeMarket, random)
  let push = 0
  return () => {
    const logVolatility = Math.min(slow.next(random) + fast.next(random, push), P.wildest)
    const scale = P.marketSd * Math.exp(logVolatility - P.marketMean) * wildness(random, P.marketTail)
    const crashed = random.next() < P.crash.chance
    const crash = crashed ? Math.min(P.crash.mean + P.crash.sd * random.normal(), 0) : 0
    const overnight = split.overnight * scale * random.normal() + 0.4 * crash
    const intraday = P.marketDrift + split.intraday * scale * random.normal() + 0.6 * crash
    const move = (overnight + intraday) / P.marketSd
    push = -P.leverage * Math.max(Math.min(move, 2), -5)
    const logVolume = volume.next(random) + P.volumePerMarketMove * (Math.min(Math.abs(move), 5) - 0.7)
    return { sd: split.intraday * scale, overnight, intraday, logVolatility, logVolume, crash }
  }
}

function sectorSeries(
  seed: string,
  id: SectorId,
  split: Split,
  market: (index: number) => FactorDay,
): () => FactorDay {
  const random = seeded(seed, 'sector', id)
  let index = 0
  return () => {
    const { logVolatility } = market(index++)
    const scale =
      P.sectorSd *
      Math.exp(P.sectorFollowsMarket * (logVolatility - P.marketMean)) *
      wildness(random, P.ownTail)
    return {
      sd: split.intraday * scale,
      overnight: split.overnight * scale * wildness(random, P.nightTail) * random.normal(),
      intraday: split.intraday * scale * random.normal(),
      logVolatility,
      logVolume: 0,
      crash: 0,
    }
  }
}

/** Standard deviation of the part that is an issue's own, from its published total volatility. */
function ownSd(instrument: Instrument): number {
  if (instrument.kind === 'etf') return P.fundOwnSd
  const total = instrument.dailyVolPpm / 1_000_000
  const shared = (instrument.beta * P.marketSd) ** 2 + P.sectorSd ** 2
  return Math.sqrt(Math.max(total * total - shared, (P.ownShareAtLeast * total) ** 2))
}

/** The months in which results are published. */
export const RESULTS_MONTHS = [2, 5, 8, 11] as const

/** From which day of these months on an issue publishes its results: on the first trading day from there. */
export const resultsDayOf = (seed: string, code: string): number => drawsOf(seed, code).resultsDay

/** The draws that an issue's series begins with, always drawn in this order. */
function drawsOf(seed: string, code: string) {
  const random = seeded(seed, 'issue', code)
  const slow = autoregression(P.ownSlow, random)
  const fast = autoregression(P.ownFast, random)
  const volumeSlow = autoregression(P.volumeSlow, random)
  const volumeFast = autoregression(P.volumeFast, random)
  return { random, slow, fast, volumeSlow, volumeFast, resultsDay: 1 + random.below(14) }
}

/** Four days a year on which an issue publishes its results: the same weeks for all, its own day in them. */
function earningsDays(dayOfMonth: number): (date: DateJst) => boolean {
  let published = ''
  return (date) => {
    const month = date.slice(0, 7)
    if (
      month === published ||
      !RESULTS_MONTHS.some((one) => one === Number(month.slice(5))) ||
      Number(date.slice(8)) < dayOfMonth
    )
      return false
    published = month
    return true
  }
}

function issueSeries(seed: string, instrument: Instrument, split: Split) {
  const { random, slow, fast, volumeSlow, volumeFast, resultsDay } = drawsOf(seed, instrument.code)
  const own = ownSd(instrument)
  const hasNews = instrument.kind === 'stock'
  const typical = Math.sqrt(own * own + (instrument.beta * P.marketSd) ** 2)
  const isEarningsDay = earningsDays(resultsDay)

  /** Draws the next day: its figures to where they belong, and what the issue publishes on it. */
  return (
    date: DateJst,
    market: FactorDay,
    sector: FactorDay | null,
    figures: Float64Array,
    at: number,
  ): IssueEvent | null => {
    const logVolatility = P.ownFollowsMarket * market.logVolatility + slow.next(random) + fast.next(random)
    const scale = own * Math.exp(logVolatility - P.ownMean) * wildness(random, P.ownTail)
    const event = hasNews ? news(random, isEarningsDay(date)) : null
    const eventReturn = event?.logReturn ?? 0
    const overnightReturn =
      instrument.beta * market.overnight +
      (sector?.overnight ?? 0) +
      split.overnight * scale * wildness(random, P.nightTail) * random.normal() +
      0.6 * eventReturn
    const intradayReturn =
      instrument.beta * market.intraday +
      (sector?.intraday ?? 0) +
      split.intraday * scale * random.normal() +
      0.4 * eventReturn
    const move = Math.abs(overnightReturn + intradayReturn) / typical
    const logVolume =
      market.logVolume +
      volumeSlow.next(random) +
      volumeFast.next(random) +
      P.volumePerVolatility * logVolatility +
      P.volumePerMove * (Math.min(move, 6) - 0.7)
    figures[at] = overnightReturn
    figures[at + 1] = intradayReturn
    figures[at + 2] = Math.sqrt(
      square(instrument.beta * market.sd) +
        square(sector?.sd ?? 0) +
        square(split.intraday * scale) +
        square(0.5 * eventReturn),
    )
    figures[at + 3] = Math.round(instrument.turnoverYen * Math.exp(logVolume))
    figures[at + 4] = split.intraday * scale
    return event
  }
}

/** The event that an issue publishes on this day; mostly none. */
function news(random: Random, earnings: boolean): IssueEvent | null {
  const chance = random.next()
  if (chance < P.takeover.chance)
    return {
      kind: 'takeover',
      logReturn: P.takeover.from + (P.takeover.to - P.takeover.from) * random.next(),
    }
  if (earnings)
    return {
      kind: 'results',
      logReturn: P.earnings.mean + P.earnings.sd * random.normal() * wildness(random, 2),
    }
  if (chance < P.takeover.chance + P.news.chance)
    return { kind: 'news', logReturn: P.news.mean + P.news.sd * random.normal() }
  return null
}
