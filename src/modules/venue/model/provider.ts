import type { PriceTenths, Quantity } from '#kernel/price.ts'
import { randomFrom, seeded, type Random, type RandomState } from '#kernel/random.ts'
import { MINUTE, SECOND, type Ms } from '#kernel/time.ts'
import type { Bar } from '#modules/instruments/model/bar.ts'
import { closingAt, tradingSpans, type Schedule } from '#modules/instruments/model/schedule.ts'
import { roundToTick } from '#modules/instruments/model/tick.ts'
import { dropStale, type Background } from './background.ts'
import { BUY, SELL, type BookSide } from './book.ts'
import type { DayPlan, IssuePlan } from './day-plan.ts'
import type { IssueMarket } from './issue-market.ts'
import { intradayPath, pathPrice } from './replay-path.ts'

type Played = {
  readonly plan: IssuePlan
  /** Computed when first needed; empty when the issue did not trade that day. */
  path: readonly Bar[] | null
  readonly levelShares: Quantity
  random: Random
  /** Up to when the path was printed, and how many shares of it. */
  printedAt: Ms
  /** null until the path is known. */
  printed: Quantity | null
  last: PriceTenths
}
type PlayedState = { random: RandomState; printedAt: Ms; printed: Quantity | null; last: PriceTenths }

/** It trades as one firm. */
const FIRM = 0
const LEVELS = 12
/** The book counts an order's shares in 32 bits. */
const MOST_OF_ORDER = 2 ** 31 - 1
/** Three times in each minute the path turns: after each third. */
const STATION_MS = MINUTE / 3
const SHAPE = [0.5, 0.9, 1.1, 1.2, 1.1, 1, 0.9, 0.8, 0.75, 0.7, 0.65, 0.6]

/**
 * The liquidity provider of a replay, so labelled: it quotes both sides around the interpolated path of the
 * real day and prints the day's volume along it, through the same book as everyone. Members trade with it;
 * what they do never bends the path.
 */
export class ReplayProvider implements Background {
  private readonly issues: readonly Played[]
  private readonly pauseMs: Ms
  /**
   * The last step of each span of continuous trading: nothing of the path is left over when orders are
   * collected.
   */
  private readonly lastLooks: readonly Ms[]
  private readonly closesAt: Ms

  /** `pauseMs`: how long it rests between two looks at an issue, in market time. */
  constructor(plan: DayPlan, schedule: Schedule, from: Ms, pauseMs: Ms) {
    this.pauseMs = pauseMs
    this.closesAt = closingAt(schedule, plan.tradeDate)
    this.lastLooks = tradingSpans(schedule, plan.tradeDate).map(({ to }) => to - 200)
    this.issues = plan.issues.map((issue) => ({
      plan: issue,
      path: null,
      levelShares: Math.max(issue.unit, 0.15 * Math.sqrt(issue.volume / issue.unit) * issue.unit),
      random: seeded(plan.seed, issue.code),
      printedAt: from,
      printed: null,
      last: issue.fairTenths,
    }))
  }

  step(): void {}
  traded(): void {}

  act(index: number, market: IssueMarket, at: Ms): number {
    const issue = this.issues[index]!
    const path = pathOf(issue)
    if (path.length === 0) return 10 * MINUTE
    if (market.isFree) this.play(issue, market, at)
    else this.quote(issue, market, this.priceAt(issue, at), at)
    const untilStation = STATION_MS - (at % STATION_MS)
    const pause = this.pauseMs * (0.5 + issue.random.next())
    const wanted =
      pause > STATION_MS ? pause - (pause % STATION_MS) + untilStation : Math.min(pause, untilStation)
    const untilEnd = Math.min(...this.lastLooks.map((last) => (last > at ? last - at : Infinity)))
    return Math.min(wanted, untilEnd)
  }

  /** Both sides at the path's price, large enough that members' orders find their counterpart there. */
  beforeAuction(index: number, market: IssueMarket, at: Ms): void {
    const issue = this.issues[index]!
    const path = pathOf(issue)
    if (path.length === 0) return
    const price = this.priceAt(issue, at)
    this.quote(issue, market, price, at)
    const isFirst = at <= path[0]!.at
    const share = Math.max(this.due(issue, at), isFirst ? path[0]!.volume / 2 : 0)
    const quantity = Math.max(issue.plan.unit, Math.floor(share / issue.plan.unit) * issue.plan.unit)
    const asked = crossing(market, BUY, price)
    const offered = crossing(market, SELL, price)
    const tag = market.tagOf(FIRM, at)
    market.wait(SELL, price, Math.min(quantity + asked, MOST_OF_ORDER), tag)
    market.wait(BUY, price, Math.min(quantity + offered, MOST_OF_ORDER), tag)
    issue.printed! += quantity
    issue.printedAt = at
    issue.last = price
  }

  state(): PlayedState[] {
    return this.issues.map(({ random, printedAt, printed, last }) => ({
      random: random.state(),
      printedAt,
      printed,
      last,
    }))
  }

  restore(kept: unknown): void {
    for (const [index, state] of (kept as PlayedState[]).entries()) {
      Object.assign(this.issues[index]!, state, { random: randomFrom(state.random) })
    }
  }

  /** Prints what the path did since the last look, turn by turn, and quotes around where it is now. */
  private play(issue: Played, market: IssueMarket, at: Ms): void {
    for (
      let turn = (Math.floor(issue.printedAt / STATION_MS) + 1) * STATION_MS;
      turn < at;
      turn += STATION_MS
    )
      this.print(issue, market, turn, at)
    this.print(issue, market, at, at)
    this.quote(issue, market, issue.last, at)
    issue.printedAt = at
  }

  /**
   * One trade at the path's price of `turn`: rests on one side, takes from the other, after members who rest
   * at that price or better.
   */
  private print(issue: Played, market: IssueMarket, turn: Ms, at: Ms): void {
    const price = this.priceAt(issue, turn)
    const taker: BookSide =
      price < issue.last || (price === issue.last && issue.random.next() < 0.5) ? SELL : BUY
    issue.last = price
    const isExtreme = market.highTenths !== null && (price > market.highTenths || price < market.lowTenths!)
    const due = this.due(issue, turn)
    // The day's high and low are shown even where their minute has next to no volume.
    const quantity = isExtreme ? Math.max(due, issue.plan.unit) : due
    if (quantity < issue.plan.unit) return
    issue.printed! += quantity
    const maker = taker === BUY ? SELL : BUY
    dropStale(market, maker, price)
    dropStale(market, taker, taker === BUY ? price - 1 : price + 1)
    const tag = market.tagOf(FIRM, at)
    market.enter(maker, price, quantity, tag, true, at)
    market.enter(taker, price, quantity, tag, false, at)
  }

  private quote(issue: Played, market: IssueMarket, price: PriceTenths, at: Ms): void {
    const { plan } = issue
    const isTouchBid = issue.random.next() < 0.5
    const tops = [
      isTouchBid ? price : roundToTick(price - 1, plan.tickTable, 'down'),
      isTouchBid ? roundToTick(price + 1, plan.tickTable, 'up') : price,
    ] as const
    for (const side of [BUY, SELL] as const) dropStale(market, side, tops[side])
    for (const side of [BUY, SELL] as const) {
      let level = tops[side]
      for (let rung = 0; rung < LEVELS && market.isInside(level); rung++) {
        if (market.book.quantityAt(side, level) === 0) {
          const shares = issue.levelShares * SHAPE[rung]! * (0.4 + issue.random.next())
          const quantity = Math.max(1, Math.round(shares / plan.unit)) * plan.unit
          market.enter(side, level, quantity, market.tagOf(FIRM, at), true, at)
        }
        level =
          side === BUY
            ? roundToTick(level - 1, plan.tickTable, 'down')
            : roundToTick(level + 1, plan.tickTable, 'up')
      }
    }
  }

  private priceAt(issue: Played, at: Ms): PriceTenths {
    const { openTenths, closeTenths } = issue.plan.replayed!
    // Of a day with a range and hardly a share the path is one minute.
    return at >= this.closesAt ? closeTenths : (pathPrice(pathOf(issue), at, issue.plan) ?? openTenths)
  }

  private due(issue: Played, at: Ms): Quantity {
    return volumeUntil(pathOf(issue), issue.plan.unit, at) - issue.printed!
  }
}

/** A day that is taken up in the middle has its volume so far behind it. */
function pathOf(issue: Played): readonly Bar[] {
  if (issue.path !== null) return issue.path
  issue.path = issue.plan.replayed === null ? [] : intradayPath(issue.plan.replayed, issue.plan)
  issue.printed ??= volumeUntil(issue.path, issue.plan.unit, issue.printedAt)
  return issue.path
}

/** Shares that the real day had traded by then, if each minute spent its own evenly. */
function volumeUntil(path: readonly Bar[], unit: Quantity, at: Ms): Quantity {
  let sum = 0
  for (const bar of path) {
    if (bar.at > at) break
    const isWhole = at - bar.at >= MINUTE - SECOND || bar.at === at
    sum += isWhole ? bar.volume : Math.floor((bar.volume * (at - bar.at)) / MINUTE / unit) * unit
  }
  return sum
}

/** Shares of one side that would trade at this price. */
function crossing(market: IssueMarket, side: BookSide, price: PriceTenths): Quantity {
  const { book } = market
  const step = side === BUY ? 1 : -1
  let sum = book.quantityAt(side, null)
  for (
    let at = book.nextPrice(side, price, step);
    at !== null;
    at = book.nextPrice(side, at + step * book.unitTenths, step)
  ) {
    sum += book.quantityAt(side, at)
  }
  return sum
}
