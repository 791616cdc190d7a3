import type { BasisPoints, Yen } from '#kernel/money.ts'
import type { PriceTenths, Quantity } from '#kernel/price.ts'
import { MINUTE, type DateJst, type Ms, type Days } from '#kernel/time.ts'
import type { Calendar } from '#modules/instruments/model/calendar.ts'
import type { Instrument } from '#modules/instruments/model/instrument.ts'
import { closingAt, openingAt, tradingSpans, type Schedule } from '#modules/instruments/model/schedule.ts'
import { afterDay } from '#modules/instruments/model/limits.ts'
import { tickAt } from '#modules/instruments/model/tick.ts'
import { activityClock } from '#modules/venue/model/activity.ts'
import { BUY, SELL, type BookSide } from '#modules/venue/model/book.ts'
import { NOTHING_CARRIED, planIssue, planOf, type DayPlan } from '#modules/venue/model/day-plan.ts'
import { ExchangeDay } from '#modules/venue/model/exchange.ts'
import type { IssueMarket } from '#modules/venue/model/issue-market.ts'
import { disclosureOf } from '#modules/venue/model/news.ts'
import { Participants } from '#modules/venue/model/participants.ts'
import type { DrawnDay } from '#modules/venue/model/drawn-day.ts'
import type { Trade } from '#modules/venue/model/terms.ts'
import { makeWorld } from './history-world.ts'

/**
 * One look at a board in continuous trading: spread in basis points of the middle and in ticks, levels on the
 * thinner side.
 */
export type Look = {
  readonly spreadBp: BasisPoints
  readonly spreadTicks: number
  readonly levels: number
  readonly touchYen: Yen
}

/** The record of the live exchange for one issue on one day. Volumes in shares, prices in tenths of a yen. */
export type LiveDay = {
  readonly instrument: Instrument
  readonly tradeDate: DateJst
  readonly baseTenths: PriceTenths
  readonly openTenths: PriceTenths
  readonly highTenths: PriceTenths
  readonly lowTenths: PriceTenths
  readonly closeTenths: PriceTenths
  readonly upperTenths: PriceTenths
  readonly lowerTenths: PriceTenths
  /** The price at which the day was drawn to end. */
  readonly drawnTenths: PriceTenths
  readonly volume: Quantity
  readonly plannedVolume: Quantity
  readonly openingAuction: Quantity
  readonly closingAuction: Quantity
  readonly trades: number
  /**
   * The five minutes of continuous trading from the first price on: prices (those before, where nothing
   * traded), and what traded continuously.
   */
  readonly fives: readonly {
    readonly at: Ms
    readonly openTenths: PriceTenths
    readonly closeTenths: PriceTenths
    readonly volume: Quantity
  }[]
  readonly looks: readonly Look[]
  /**
   * Minutes of continuous trading under a special or sequential quote, or halted; whether the opening was put
   * off by one.
   */
  readonly heldMinutes: number
  readonly isLateOpening: boolean
}

export const FIVE_MS = 5 * MINUTE
const BOARD_LEVELS = 10
/** A look at every board each so often. */
const LOOKED_EVERY_MS = 5 * MINUTE

export type LiveInputs = {
  seed: string
  instruments: readonly Instrument[]
  calendar: Calendar
  schedule: Schedule
  first: DateJst
  days: Days
  apart?: number
}

/**
 * Lives whole days of the exchange, as the product does: days drawn by the world, disclosures, auctions,
 * special quotes and halts on, prices going on from one day to the next, without members. `apart`: how many
 * trading days from one to the next, 1 where nothing is left out; a market has calm and wild weeks. A
 * function of the seed.
 */
export function liveDays({
  seed,
  instruments,
  calendar,
  schedule,
  first,
  days,
  apart = 1,
}: LiveInputs): LiveDay[] {
  const world = makeWorld(seed, calendar, schedule)
  const kept = new Map(
    instruments.map(({ code, openingPriceTenths }) => [
      code,
      { closeTenths: openingPriceTenths, carried: NOTHING_CARRIED },
    ]),
  )
  const found: LiveDay[] = []
  for (let n = 0, date = first; n < days; n++, date = calendar.next(date, apart)) {
    const drawn = instruments.map((instrument) => world.day(instrument, date))
    const daySeed = `${seed} ${date}`
    const disclosures = instruments.map((instrument, index) =>
      disclosureOf(daySeed, instrument, drawn[index]!, schedule, date),
    )
    const issues = instruments.map((instrument, index) => {
      const { closeTenths, carried } = kept.get(instrument.code)!
      const start = {
        previousCloseTenths: closeTenths,
        baseTenths: closeTenths,
        fairTenths: null,
        soFar: null,
      }
      return planIssue(instrument, drawn[index]!, start, carried, disclosures[index])
    })
    const plan = planOf(
      date,
      daySeed,
      drawn[0]!.marketIntradayReturn,
      issues,
      disclosures.filter((one) => one !== null),
    )
    const { markets, logs } = lived(plan, schedule)
    for (const [index, market] of markets.entries()) {
      const day = dayOf(instruments[index]!, market, logs[index]!, drawn[index]!, { date, schedule })
      found.push(day)
      const limits = afterDay(market.plan.carried.limits, market.end!)
      kept.set(market.plan.code, {
        closeTenths: day.closeTenths,
        carried: { limits, isShortRestricted: market.isShortTriggered },
      })
    }
  }
  return found
}

type Five = { openTenths: PriceTenths; closeTenths: PriceTenths; volume: Quantity }
type IssueLog = {
  looks: Look[]
  fives: Map<Ms, Five>
  auctions: { at: Ms; quantity: Quantity }[]
  heldMinutes: number
  openedAt: Ms | null
}

/** A day from two minutes before its opening to its end, looked at every minute. */
function lived(plan: DayPlan, schedule: Schedule): { markets: readonly IssueMarket[]; logs: IssueLog[] } {
  const from = openingAt(schedule, plan.tradeDate) - 2 * MINUTE
  const exchange = new ExchangeDay(
    plan,
    schedule,
    new Participants(plan, activityClock(schedule, plan.tradeDate), from),
    from,
  )
  const logs = plan.issues.map((): IssueLog => ({
    looks: [],
    fives: new Map(),
    auctions: [],
    heldMinutes: 0,
    openedAt: null,
  }))
  const byCode = new Map(plan.issues.map(({ code }, index) => [code, logs[index]!]))
  exchange.open([])
  for (let at = from; !exchange.isOver; at += MINUTE) {
    exchange.advanceTo(at)
    for (const trade of exchange.takeTrades()) heard(byCode.get(trade.code)!, trade)
    exchange.takeReports()
    if (exchange.phase !== 'continuous') continue
    for (const [index, market] of exchange.markets.entries()) {
      const log = logs[index]!
      if (market.hold !== null) log.heldMinutes++
      else if (at % LOOKED_EVERY_MS === 0) log.looks.push(...lookAt(market))
    }
  }
  return { markets: exchange.markets, logs }
}

function heard(log: IssueLog, { at, priceTenths, quantity, aggressor }: Trade): void {
  log.openedAt ??= at
  const isAuction = aggressor === 'AUCTION'
  if (isAuction) log.auctions.push({ at, quantity })
  const five = log.fives.get(fiveOf(at)) ?? { openTenths: priceTenths, closeTenths: priceTenths, volume: 0 }
  log.fives.set(fiveOf(at), {
    ...five,
    closeTenths: priceTenths,
    volume: five.volume + (isAuction ? 0 : quantity),
  })
}

const fiveOf = (at: Ms): Ms => at - (at % FIVE_MS)

function lookAt({ book, plan }: IssueMarket): Look[] {
  const [bid, ask] = [book.bestBidTenths(), book.bestAskTenths()]
  if (bid === null || ask === null) return []
  const levels = (side: BookSide) => {
    const ladder: number[] = []
    book.ladder(side, BOARD_LEVELS, ladder)
    return ladder.length / 2
  }
  return [
    {
      spreadBp: (20_000 * (ask - bid)) / (ask + bid),
      spreadTicks: (ask - bid) / tickAt(bid, plan.tickTable),
      levels: Math.min(levels(BUY), levels(SELL)),
      touchYen: Math.min(bid * book.quantityAt(BUY, bid), ask * book.quantityAt(SELL, ask)) / 10,
    },
  ]
}

function dayOf(
  instrument: Instrument,
  market: IssueMarket,
  log: IssueLog,
  drawn: DrawnDay,
  { date, schedule }: { date: DateJst; schedule: Schedule },
): LiveDay {
  const { plan, limits } = market
  const closeTenths = market.lastTenths ?? plan.baseTenths
  const [opening, closing] = [log.auctions[0], log.auctions.at(-1)]
  return {
    instrument,
    tradeDate: date,
    baseTenths: plan.baseTenths,
    upperTenths: limits.upperTenths,
    lowerTenths: limits.lowerTenths,
    openTenths: market.openTenths ?? closeTenths,
    highTenths: market.highTenths ?? closeTenths,
    lowTenths: market.lowTenths ?? closeTenths,
    closeTenths,
    drawnTenths: plan.baseTenths * Math.exp(drawn.overnightReturn + drawn.intradayReturn),
    volume: market.volume,
    plannedVolume: plan.volume,
    trades: market.trades,
    openingAuction: opening?.quantity ?? 0,
    closingAuction: closing?.at === closingAt(schedule, date) ? closing.quantity : 0,
    fives: fivesOf(log, schedule, date),
    looks: log.looks,
    heldMinutes: log.heldMinutes,
    isLateOpening: log.openedAt !== openingAt(schedule, date),
  }
}

/** The five minutes of continuous trading from the first price on. */
function fivesOf({ fives }: IssueLog, schedule: Schedule, date: DateJst): LiveDay['fives'] {
  const found: LiveDay['fives'][number][] = []
  let last: PriceTenths | null = null
  for (const { from, to } of tradingSpans(schedule, date)) {
    for (let at = from; at < to; at += FIVE_MS) {
      const five = fives.get(at)
      if (five) last = five.closeTenths
      if (last !== null) found.push({ at, ...(five ?? { openTenths: last, closeTenths: last, volume: 0 }) })
    }
  }
  return found
}
