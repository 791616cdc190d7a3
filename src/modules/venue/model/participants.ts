import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { Ms } from '#kernel/time.ts'
import type { SizeClass } from '#modules/instruments/model/instrument.ts'
import { roundToTick, tickAt } from '#modules/instruments/model/tick.ts'
import type { ActivityClock } from './activity.ts'
import { dropLast, dropStale, type Background } from './background.ts'
import { BUY, opposite, SELL, type BookSide } from './book.ts'
import type { DayPlan, IssuePlan } from './day-plan.ts'
import { FIRMS } from './entry-tag.ts'
import type { IssueMarket } from './issue-market.ts'
import { sealedFrom, sealedRandom, type SealedRandom, type SealedState } from './sealed-random.ts'

type ActorState = {
  random: SealedState
  own: number
  pressure: number
  trend: number
  sign: number
  lastAt: Ms
}
type ParticipantsState = { random: SealedState; market: number; steppedAt: Ms; actors: ActorState[] }

type Actor = {
  readonly plan: IssuePlan
  random: SealedRandom
  /** Log of own moves since the plan began, without what was disclosed since. */
  own: number
  /** Pressure of trades on the makers' price, in units of `unit`. Fades by half in about half a minute. */
  pressure: number
  /** Recent move of the fair price in the same units. */
  trend: number
  /** Last taker's side: 1 bought, −1 sold. */
  sign: number
  lastAt: Ms
  /** Usual shares in lots of one level of the board, and of one taker. */
  readonly levelLots: number
  readonly takerLots: number
  /** Lots that takers trade in the whole day's continuous trading. */
  readonly continuousLots: number
  /** Acts a second. */
  readonly pace: number
}

const LEVELS = 12
/** Shares by distance from the touch: a board is thickest a few ticks away. */
const SHAPE = [0.5, 0.9, 1.1, 1.2, 1.1, 1, 0.9, 0.8, 0.75, 0.7, 0.65, 0.6]
/** Half spread that makers ask for at least, as a share of the price. */
const HALF_SPREAD: Readonly<Record<SizeClass, number>> = { large: 0.0001, mid: 0.0003, small: 0.0008 }
const FACTOR_STEP_MS = 1_000
const PRESSURE_FADES_MS = 40_000
const MOST_PRESSURE = 6
/** A taker who takes what a level usually holds presses the price by 0.3 units, and never by more than 2. */
const PUSH = 0.3
const MOST_PUSH = 2
const FARTHEST_TICKS = 60
/** A special quote that is too good draws about so many usual levels at each look. */
const ANSWER_LEVELS = 1.5

/**
 * The background of the simulated market. Makers keep boards around a fair price: paths of the market factor
 * and of the issue's own part, tied to where the day's draw ends, and a jump where the company discloses
 * something. Takers trade with them at random, with some memory of the last side (momentum) and some
 * knowledge of where the fair price has gone (informed flow). Trades press the makers' price for a while.
 */
export class Participants implements Background {
  private readonly plan: DayPlan
  private readonly clock: ActivityClock
  private readonly actors: Actor[]
  private random: SealedRandom
  /** Log of the market factor's move since the plan began. */
  private market = 0
  private steppedAt: Ms
  /** The start of the plan: what was disclosed before is in its prices. */
  private readonly from: Ms
  /** The part of the day's variance that lies before the plan. */
  private readonly begunAt: Ms

  constructor(plan: DayPlan, clock: ActivityClock, from: Ms) {
    this.plan = plan
    this.clock = clock
    this.random = sealedRandom(plan.seed, 'factors', from)
    this.steppedAt = from
    this.from = from
    this.begunAt = clock.varianceBefore(from)
    this.actors = plan.issues.map((issue) => this.actorOf(issue, from))
  }

  join(issue: IssuePlan, at: Ms): void {
    this.actors.push(this.actorOf(issue, at))
  }

  private actorOf(issue: IssuePlan, from: Ms): Actor {
    const { plan, clock } = this
    const lots = issue.volume / issue.unit
    const continuousLots = lots * (1 - clock.auctionShares.reduce((sum, share) => sum + share, 0))
    const levelLots = Math.max(1.5, 0.15 * Math.sqrt(lots))
    return {
      plan: issue,
      random: sealedRandom(plan.seed, 'issue', issue.code, from),
      own: 0,
      pressure: 0,
      trend: 0,
      sign: 1,
      lastAt: from,
      levelLots,
      continuousLots,
      takerLots: Math.min(40, Math.max(1.2, 0.06 * levelLots)),
      pace: Math.min(3, 0.3 + 1.2 * Math.sqrt(continuousLots / clock.seconds)),
    }
  }

  step(at: Ms): void {
    if (at - this.steppedAt < FACTOR_STEP_MS) return
    this.market = this.tied(
      this.random,
      this.market,
      this.plan.marketReturn,
      this.plan.marketSd,
      this.steppedAt,
      at,
    )
    this.steppedAt = at
  }

  act(index: number, market: IssueMarket, at: Ms): number {
    const actor = this.actors[index]!
    const before = this.fair(actor)
    const volume = this.clock.volumeBefore(at) - this.clock.volumeBefore(actor.lastAt)
    this.moveOwn(actor, at)
    const fair = this.fair(actor)
    const unit = unitOf(actor.plan, fair)
    actor.trend = actor.trend * 0.9 + (fair - before) / unit
    if (market.isFree) this.takers(actor, market, fair, unit, volume, at)
    else this.answer(actor, market, fair, at)
    this.requote(actor, market, fair + actor.pressure * unit, at)
    return 200 + (-Math.log(1 - actor.random.next()) * 1_000) / actor.pace
  }

  traded(index: number, aggressor: BookSide, quantity: Quantity): void {
    const actor = this.actors[index]!
    const push = Math.min(MOST_PUSH, (PUSH * quantity) / (actor.levelLots * actor.plan.unit))
    actor.pressure = clamp(actor.pressure + (aggressor === BUY ? push : -push), MOST_PRESSURE)
  }

  beforeAuction(index: number, market: IssueMarket, at: Ms, share: number): void {
    const actor = this.actors[index]!
    const { random, plan } = actor
    this.moveOwn(actor, at)
    actor.pressure = 0
    const fair = this.fair(actor)
    const unit = unitOf(plan, fair)
    this.requote(actor, market, fair, at)
    const lots = Math.max(1, (plan.volume / plan.unit) * share)
    for (const side of [BUY, SELL] as const) {
      const pieces = Math.min(8, Math.ceil(lots))
      for (let piece = 0; piece < pieces; piece++) {
        const size = Math.max(1, Math.round((lots / pieces) * (0.8 + 0.4 * random.next())))
        const keen = random.next()
        const away = keen * 5 * unit
        const price =
          keen < 0.3 && pieces > 1 && plan.firstDay === null
            ? null
            : this.onBook(market, fair + (side === BUY ? away : -away), side === BUY ? 'up' : 'down')
        market.wait(side, price, size * plan.unit, tagFor(actor, market, at))
      }
    }
  }

  state(): ParticipantsState {
    return {
      random: this.random.state(),
      market: this.market,
      steppedAt: this.steppedAt,
      actors: this.actors.map(({ random, own, pressure, trend, sign, lastAt }) => ({
        random: random.state(),
        own,
        pressure,
        trend,
        sign,
        lastAt,
      })),
    }
  }

  restore(kept: unknown): void {
    const state = kept as ParticipantsState
    this.random = sealedFrom(state.random)
    this.market = state.market
    this.steppedAt = state.steppedAt
    this.actors.forEach((actor, index) => {
      const own = state.actors[index]!
      Object.assign(actor, own, { random: sealedFrom(own.random) })
    })
  }

  /** The price that an issue is worth now, inside the limits of the day. */
  private fair(actor: Actor): number {
    const { fairTenths, beta, jump } = actor.plan
    const said = jump && this.from < jump.at && jump.at <= actor.lastAt ? jump.logReturn : 0
    return fairTenths * Math.exp(beta * this.market + actor.own + said)
  }

  private moveOwn(actor: Actor, at: Ms): void {
    const { plan, random, lastAt } = actor
    actor.pressure *= Math.exp((lastAt - at) / PRESSURE_FADES_MS)
    actor.lastAt = at
    actor.own = this.tied(random, actor.own, plan.ownReturn, plan.ownSd, lastAt, at)
  }

  /**
   * One step of a path that reaches `end` at the close: a plan that begins in the middle of a day has that
   * part of it left.
   */
  private tied(
    random: SealedRandom,
    value: number,
    end: number,
    deviation: number,
    from: Ms,
    to: Ms,
  ): number {
    const before = this.clock.varianceBefore(from)
    const step = this.clock.varianceBefore(to) - before
    const left = 1 - before
    if (step <= 0) return value
    const target = end * (1 - this.begunAt)
    return (
      value +
      ((target - value) * step) / left +
      deviation * Math.sqrt((step * Math.max(left - step, 0)) / left) * random.normal()
    )
  }

  private takers(
    actor: Actor,
    market: IssueMarket,
    fair: number,
    unit: number,
    volume: Quantity,
    at: Ms,
  ): void {
    const { random, plan } = actor
    const expected = (actor.continuousLots * volume) / actor.takerLots
    for (let left = poisson(random, Math.min(expected, 5)); left > 0; left--) {
      const bid = market.book.bestBidTenths()
      const ask = market.book.bestAskTenths()
      if (bid === null && ask === null) return
      const middle = ((bid ?? ask!) + (ask ?? bid!)) / 2
      const informed = clamp(0.35 * ((fair - middle) / unit + 0.2 * actor.trend), 0.45)
      const side: BookSide = random.next() < 0.5 + informed + 0.15 * actor.sign ? BUY : SELL
      const touch = side === BUY ? ask : bid
      const lots = Math.min(
        Math.ceil(4 * actor.levelLots),
        1 + Math.floor(-Math.log(1 - random.next()) * (actor.takerLots - 0.5)),
      )
      if (touch === null) continue
      const limit = this.onBook(
        market,
        touch + (side === BUY ? 2 : -2) * market.book.unitTenths,
        side === BUY ? 'up' : 'down',
      )
      // A trader who finds the price too far away waits for it: that brings the special quote.
      market.enter(side, limit, lots * plan.unit, tagFor(actor, market, at), !market.isInReach(touch, at), at)
      if (!market.isFree) return
      actor.sign = side === BUY ? 1 : -1
    }
  }

  /** A special or sequential quote beyond what the issue is worth draws the other side. */
  private answer(actor: Actor, market: IssueMarket, fair: number, at: Ms): void {
    const { hold } = market
    if (market.isGathering || hold === null || hold.kind === 'halted') return
    if (hold.side === BUY ? hold.priceTenths <= fair : hold.priceTenths >= fair) return
    const lots = Math.ceil(ANSWER_LEVELS * actor.levelLots * (0.5 + actor.random.next()))
    market.enter(
      opposite(hold.side),
      hold.priceTenths,
      lots * actor.plan.unit,
      tagFor(actor, market, at),
      true,
      at,
    )
  }

  /** Makers: stale orders go, empty levels near the touch are filled, one level at random breathes. */
  private requote(actor: Actor, market: IssueMarket, centre: number, at: Ms): void {
    const { plan, random } = actor
    const half = Math.max(
      0.25 * tickAt(Math.max(centre, 1), plan.tickTable),
      HALF_SPREAD[plan.sizeClass] * centre,
    )
    const tops = [
      this.onBook(market, centre - half, 'down'),
      this.onBook(market, centre + half, 'up'),
    ] as const
    // An order that came for an opening auction waits for it until the issue has opened, however long special
    // quotes put that off: without its limit orders the market orders among them would press the price the
    // wrong way.
    const isWaiting = market.isUnopened && market.hold?.kind === 'special'
    if (!isWaiting) for (const side of [BUY, SELL] as const) dropStale(market, side, tops[side])
    const breathing = random.below(2 * LEVELS)
    for (const side of [BUY, SELL] as const) {
      const step = side === BUY ? 'down' : 'up'
      let price = tops[side]
      for (let level = 0; level < LEVELS && market.isInside(price); level++) {
        // at the limit of the day nobody makes this side
        if (side === BUY ? price > centre : price < centre) break
        const held = market.book.quantityAt(side, price)
        const usual = actor.levelLots * SHAPE[level]! * plan.unit
        if (held === 0 || (breathing === level * 2 + side && held < usual))
          this.quote(actor, market, side, price, usual, at)
        else if (breathing === level * 2 + side) dropLast(market, side, price)
        price = roundToTick(price + (side === BUY ? -1 : 1), plan.tickTable, step)
      }
    }
    if (random.next() < 0.05) this.dropFarthest(market, tops)
  }

  private quote(
    actor: Actor,
    market: IssueMarket,
    side: BookSide,
    price: PriceTenths,
    usual: number,
    at: Ms,
  ): void {
    const { random, plan } = actor
    const quantity = Math.max(1, Math.round((usual / plan.unit) * (0.4 + random.next()))) * plan.unit
    market.enter(side, price, quantity, tagFor(actor, market, at), true, at)
  }

  private dropFarthest(market: IssueMarket, tops: readonly [PriceTenths, PriceTenths]): void {
    const { book } = market
    const lowest = book.nextPrice(BUY, book.lowTenths, 1)
    const highest = book.nextPrice(SELL, book.highTenths, -1)
    const reach = FARTHEST_TICKS * book.unitTenths
    if (lowest !== null && lowest < tops[BUY] - reach) dropLast(market, BUY, lowest)
    if (highest !== null && highest > tops[SELL] + reach) dropLast(market, SELL, highest)
  }

  /** The price of the grid next to this one that the day allows. */
  private onBook(market: IssueMarket, price: number, direction: 'up' | 'down'): PriceTenths {
    const { lowerTenths, upperTenths } = market.limits
    return roundToTick(Math.min(Math.max(price, lowerTenths), upperTenths), market.plan.tickTable, direction)
  }
}

/** An order of the background comes through any of its firms. */
const tagFor = (actor: Actor, market: IssueMarket, at: Ms): number =>
  market.tagOf(actor.random.below(FIRMS), at)

/** The unit of a move: a tick, or twice the makers' half spread where ticks are finer than that. */
const unitOf = (plan: IssuePlan, fair: number): number =>
  Math.max(tickAt(fair, plan.tickTable), 2 * HALF_SPREAD[plan.sizeClass] * fair)

const clamp = (value: number, most: number): number => Math.min(Math.max(value, -most), most)

function poisson(random: SealedRandom, mean: number): number {
  if (mean <= 0) return 0
  const end = Math.exp(-mean)
  let count = 0
  for (let product = random.next(); product > end; product *= random.next()) count++
  return count
}
