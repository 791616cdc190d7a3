import type { OrderId } from '#kernel/id.ts'
import { assert } from '#kernel/assert.ts'
import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { Ms } from '#kernel/time.ts'
import type { AuctionKind, Phase, Schedule } from '#modules/instruments/model/schedule.ts'
import type { Background } from './background.ts'
import { NONE, opposite, type BookSide, type Slot } from './book.ts'
import { isOddLotDue, lapseOf, refusalOf } from './conditions.ts'
import { plannedSchedule, withIssues, type DayPlan, type IssuePlan } from './day-plan.ts'
import { OWN_FIRM, STEP_MS } from './entry-tag.ts'
import { reportsBefore } from './exec-no.ts'
import { NOT_RENEWED_MS } from './trading-restriction.ts'
import type { IssueBook, Tape } from './issue-book.ts'
import { IssueMarket } from './issue-market.ts'
import { isCrossing, MemberOrders, sideOf, wholeQuantity, type MemberOrder } from './member-orders.ts'
import { executionReport, type Outcome } from './report.ts'
import { isFilledBefore } from './self-match.ts'
import type { Decision, MatchContext } from './match-context.ts'
import { timetableOf, type PlannedAuction, type Timetable } from './timetable.ts'
import {
  WHOLE_MARKET,
  type ExecutionReport,
  type ExecType,
  type Trade,
  type VenueAmendment,
  type VenueOrder,
  type VenueReason,
} from './terms.ts'

/** A report as the exchange makes it; of a trade, with what decided over it. */
export type Reported = ExecutionReport & { readonly decision?: Decision }

/** The most orders that one step may number. */
const PER_STEP = 100_000
/** A day that is taken up in the middle reopens by an auction of a little more than the makers' boards. */
const REOPENING_SHARE = 0.0005

/**
 * The exchange on one trade date: a machine that depends on nothing but its plan, its background's seed and
 * the members' messages with the steps at which they came. The same plan and messages give the same prices
 * and the same reports with the same execIds.
 */
export class ExchangeDay {
  plan: DayPlan
  readonly markets: IssueMarket[] = []
  readonly members = new MemberOrders()
  /** Outputs since they were last taken. */
  reports: Reported[] = []
  trades: Trade[] = []
  phase: Phase = 'closed'
  /** The stops by people of the firm: codes, or the whole market. */
  stops: readonly string[] = []
  /** The last auction is over: every order has expired, prices stand. */
  isOver = false
  /** The last step done; market time ÷ STEP_MS. */
  step: number
  /** Orders numbered in this step, reports numbered in this day. */
  private ordersInStep = 0
  private reported: number
  /** The decisions of the last event over members' orders, by their tags. */
  private decided: { seen: MatchContext | null; decisions: Map<number, Decision> } = {
    seen: null,
    decisions: new Map(),
  }
  /** An order that is being worked now: it must not meet another of its member. */
  private taker: MemberOrder | null = null
  /** Issues that have opened since orders for the opening last lapsed. */
  private opened = new Set<string>()
  private readonly background: Background
  private readonly tape: Tape
  private readonly listings: IssueMarket[] = []
  private readonly indexes = new Map<string, number>()
  private readonly timetable: Timetable
  /** The step at which each issue's background acts next. */
  private wakes: Float64Array

  constructor(plan: DayPlan, schedule: Schedule, background: Background, from: Ms) {
    this.timetable = timetableOf(plannedSchedule(schedule.id, plan), plan.tradeDate)
    this.plan = plan
    this.background = background
    this.reported = reportsBefore(this.timetable.midnight, from)
    this.step = Math.floor(from / STEP_MS) - 1
    this.tape = {
      trade: (market, price, quantity, aggressor, at) => this.traded(market, price, quantity, aggressor, at),
      filled: (tag, price, quantity, seen, at) => this.filled(tag, price, quantity, seen, at),
      opened: (market) => void this.opened.add(market.plan.code),
      entryOf: (tag) => {
        const { bookedIn, givenIn } = this.members.byTag(tag)!
        return { firm: OWN_FIRM, bookedIn, givenIn }
      },
    }
    for (const issue of plan.issues) this.add(issue)
    this.wakes = new Float64Array(plan.issues.length)
  }

  private add(issue: IssuePlan): IssueMarket {
    const market = new IssueMarket(issue, this.timetable.midnight, this.tape)
    this.indexes.set(issue.code, this.markets.length)
    this.markets.push(market)
    if (issue.firstDay !== null) this.listings.push(market)
    return market
  }

  market(code: string): IssueMarket | null {
    const index = this.indexes.get(code)
    return index === undefined ? null : this.markets[index]!
  }

  /**
   * Opens the day at its first step. In the middle of continuous trading the market reopens by an auction
   * with the working orders of members, who keep their numbers; nothing is reported about them but trades.
   */
  open(working: readonly VenueOrder[]): void {
    const at = (this.step + 1) * STEP_MS
    this.phase = this.timetable.phaseAt(at).phase
    for (const order of working) {
      const market = this.market(order.code)
      const isPossible = market !== null && (order.priceTenths === null || market.isInside(order.priceTenths))
      const kept = this.made(order, at)
      if (!isPossible) this.end(kept, 'EXPIRED', 'OUTSIDE_LIMIT', at)
      else if (order.condition === 'AT_OPEN' && this.phase !== 'pre-open')
        this.end(kept, 'EXPIRED', 'AT_OPEN_LAPSED', at)
      else this.admit(kept, market)
    }
    if (this.phase !== 'closed') for (const index of this.markets.keys()) this.wake(index, at)
    if (this.phase !== 'continuous' || this.timetable.auctions.some((auction) => auction.at === at)) return
    this.auction(at, REOPENING_SHARE, (market) => market.reopen(at))
    this.lapse(at, 'opening-auction')
  }

  /**
   * Issues join the day that is on: they gather orders with the others, and where trading is on they open at
   * once, by an auction of the opening's size. No other issue is moved by it.
   */
  list(joining: DayPlan, at: Ms): void {
    if (joining.tradeDate !== this.plan.tradeDate || this.isOver) return
    const before = this.markets.length
    this.plan = withIssues(this.plan, joining)
    for (const issue of this.plan.issues.slice(before)) {
      const market = this.add(issue)
      this.background.join?.(issue, at)
      this.wakes = Float64Array.from([...this.wakes, this.step + 1])
      if (this.isStoppedByPeople(issue.code)) market.stop(at)
      if (this.phase !== 'continuous') continue
      this.background.beforeAuction(this.markets.length - 1, market, at, this.timetable.auctions[0]!.share)
      market.reopen(at)
    }
  }

  /** Works every step up to market time `at`. */
  advanceTo(at: Ms): void {
    const last = Math.floor(at / STEP_MS)
    while (this.step < last && !this.isOver) this.advance()
    if (this.isOver) this.step = Math.max(this.step, last)
  }

  /** Open orders as the engine would hold them, in their sequence. */
  working(): VenueOrder[] {
    return this.members
      .all()
      .map(
        ({
          orderId,
          memberId,
          code,
          side,
          timeInForce,
          condition,
          priceTenths,
          quantity,
          leavesQty,
          venueSeq,
        }) => ({
          orderId,
          memberId,
          code,
          side,
          timeInForce,
          condition,
          priceTenths,
          quantity,
          leavesQty,
          venueSeq,
          ordType: priceTenths === null ? 'MARKET' : 'LIMIT',
        }),
      )
  }

  /**
   * Takes an order. One that has a number already was known to the engine but is not known here (its files
   * were lost): it goes on without being acknowledged again, or expires when its day is past.
   */
  submit(order: VenueOrder, at: Ms): void {
    const isNew = order.venueSeq === null
    const kept = this.made(order, at)
    const market = this.market(order.code)
    if (!isNew && kept.givenIn * STEP_MS < this.timetable.begins)
      return this.end(kept, 'EXPIRED', 'DAY_END', at)
    if (market === null) return this.end(kept, 'REJECTED', 'UNKNOWN_ISSUE', at)
    if (isNew && order.goodUntil !== undefined && order.goodUntil < this.plan.tradeDate)
      return this.end(kept, 'EXPIRED', 'DAY_END', at)
    const isTaking = !isNew || !(this.isOver || this.phase === 'closed' || this.phase === 'lunch')
    const passes = (own: readonly MemberOrder[]) =>
      order.selfMatch === 'if-reached' &&
      this.phase === 'continuous' &&
      isFilledBefore(
        market,
        sideOf(kept.side),
        wholeQuantity(kept, market.plan.unit),
        new Set(own.map(({ tag }) => tag)),
        at,
      )
    const refusal = refusalOf(kept, market, this.members.siblings(kept), isTaking, passes)
    if (refusal !== null) return this.end(kept, 'REJECTED', refusal, at)
    if (kept.condition === 'AT_OPEN' && this.phase !== 'pre-open' && !market.isUnopened)
      return this.end(kept, 'EXPIRED', 'AT_OPEN_LAPSED', at)
    if (this.phase === 'continuous' && kept.condition !== 'AT_CLOSE')
      return this.work(kept, market, isNew, at)
    this.admit(kept, market)
    if (isNew) this.report(kept, 'NEW', at, {})
  }

  /** The engine knows of fills that were lost here (files that did not reach the disk): it is right. */
  agree(order: VenueOrder): void {
    const kept = this.members.get(order.orderId)
    if (!kept || kept.leavesQty <= order.leavesQty) return
    kept.leavesQty = order.leavesQty
    kept.cumQty = kept.quantity - order.leavesQty
    this.reduce(kept, this.market(kept.code)!)
  }

  cancel(orderId: OrderId, at: Ms): void {
    const kept = this.members.get(orderId)
    if (kept) this.end(kept, 'CANCELED', 'REQUESTED', at)
  }

  /**
   * A quantity goes down; a price keeps the grid and the limits and meets no other order of its member, else
   * it stays what it was. What was to become a market order at the close has no price any more once it is
   * collected there (market rules 1, pre-closing).
   */
  amend(orderId: OrderId, amendment: VenueAmendment, at: Ms): void {
    const kept = this.members.get(orderId)
    const market = kept && this.market(kept.code)
    if (!kept || !market) return
    const leaves = Math.min(kept.leavesQty, (amendment.quantity ?? kept.quantity) - kept.cumQty)
    if (leaves <= 0) return this.end(kept, 'CANCELED', 'REQUESTED', at)
    kept.quantity = kept.cumQty + leaves
    kept.leavesQty = leaves
    const price = amendment.priceTenths ?? kept.priceTenths
    const isFixed = kept.condition === 'FUNARI' && kept.priceTenths === null
    const moves =
      price !== kept.priceTenths &&
      price !== null &&
      !isFixed &&
      market.isInside(price) &&
      market.isOnGrid(price) &&
      !this.members.siblings(kept).some((other) => isCrossing(other, kept, price))
    if (moves) [kept.priceTenths, kept.givenIn, kept.receivedAt] = [price, this.step, at]
    this.oddLotWaits(kept, market)
    this.report(kept, 'REPLACED', at, { priceTenths: kept.priceTenths })
    market.changed = true
    if (kept.slot === NONE) return
    if (!moves) return this.reduce(kept, market)
    this.leaveBook(kept, market)
    const slot = this.enter(kept, market, true, at)
    if (slot !== NONE) this.standAt(kept, market, slot)
  }

  /** Exactly these are stopped from now on; what was and is no longer goes on by an auction. */
  setStops(stops: readonly string[], at: Ms): void {
    this.stops = stops
    for (const market of this.markets) {
      const { code } = market.plan
      const isStopped = this.isStoppedByPeople(code)
      if (isStopped && !market.isStopped) market.stop(at)
      else if (!isStopped && market.isStopped)
        market.goOn(
          this.plan.halts.find((halt) => halt.code === code && at >= halt.from && at < halt.until)?.until ??
            at,
        )
    }
  }

  private isStoppedByPeople(code: string): boolean {
    return this.stops.includes(WHOLE_MARKET) || this.stops.includes(code)
  }

  takeReports(): Reported[] {
    const taken = this.reports
    this.reports = []
    return taken
  }

  takeTrades(): Trade[] {
    const taken = this.trades
    this.trades = []
    return taken
  }

  private advance(): void {
    const at = ++this.step * STEP_MS
    this.ordersInStep = 0
    const due = this.timetable.auctions.find((auction) => auction.at === at)
    if (due) this.hold(due, at)
    if (due?.isLast) return this.finish(at)
    const { phase, to } = this.timetable.phaseAt(at)
    if (phase !== this.phase) this.enterPhase(phase)
    if (phase === 'closed' || phase === 'lunch') return
    this.background.step(at)
    this.haltForNews(at)
    for (const { code, at: said } of this.plan.disclosures)
      if (said === at && this.indexes.has(code)) this.wake(this.indexes.get(code)!, at)
    if (phase === 'continuous') this.advanceHeld(at, to - NOT_RENEWED_MS)
    const { wakes, step } = this
    for (let index = 0; index < wakes.length; index++) if (wakes[index]! <= step) this.wake(index, at)
    this.tradeOddLots(at, null)
  }

  private enterPhase(phase: Phase): void {
    this.phase = phase
    if (phase !== 'pre-open' && phase !== 'pre-closing') return
    for (const market of this.markets) market.gather(this.step)
    if (phase === 'pre-closing') this.gatherForClose()
  }

  private haltForNews(at: Ms): void {
    for (const { code, from, until } of this.plan.halts) {
      const market = this.market(code)
      if (market !== null && at >= from && at < until && market.hold?.kind !== 'halted')
        market.halt(at, until)
    }
  }

  /** Issues with a special quote, a sequential trade quote or a halt look for their price. */
  private advanceHeld(at: Ms, renewsBefore: Ms): void {
    for (const market of this.markets) market.advance(at, renewsBefore)
    if (this.opened.size > 0) this.lapse(at, null)
    for (const market of this.listings) this.takeFirstPrice(market, at)
  }

  /** Orders outside the limits that count from a new listing's first price lapse (market rules 10). */
  private takeFirstPrice(market: IssueMarket, at: Ms): void {
    if (!market.takeFirstPrice()) return
    for (const kept of this.members.all()) {
      if (kept.code === market.plan.code && kept.priceTenths !== null && !market.isInside(kept.priceTenths))
        this.end(kept, 'EXPIRED', 'OUTSIDE_LIMIT', at)
    }
  }

  private wake(index: number, at: Ms): void {
    const market = this.markets[index]!
    const wait = this.background.act(index, market, at)
    market.look(at)
    this.wakes[index] = Math.max(this.step + 1, Math.floor((at + wait) / STEP_MS))
  }

  /**
   * Holds an auction of the timetable. Where no pre-closing comes before it, orders for the close join in the
   * instant of the auction.
   */
  private hold({ kind, share, isLast }: PlannedAuction, at: Ms): void {
    if (kind === 'closing-auction' && this.phase === 'continuous') this.gatherForClose()
    this.auction(at, share, (market) =>
      kind === 'opening-auction'
        ? market.open(at)
        : market.close(at, isLast, this.timetable.openingBefore(at) / STEP_MS),
    )
    this.lapse(at, kind)
  }

  private auction(at: Ms, share: number, hold: (market: IssueMarket) => void): void {
    for (const [index, market] of this.markets.entries()) {
      this.background.beforeAuction(index, market, at, share)
      hold(market)
      market.look(at)
    }
  }

  /**
   * Orders for the close are put on the book, and what is left of 不成 orders turns into market orders
   * (market rules 1, pre-closing).
   */
  private gatherForClose(): void {
    for (const kept of this.members.all()) {
      const isTurning = kept.condition === 'FUNARI' && kept.priceTenths !== null
      if (!isTurning && (kept.condition !== 'AT_CLOSE' || kept.slot !== NONE)) continue
      const market = this.market(kept.code)!
      if (isTurning) kept.priceTenths = null
      this.leaveBook(kept, market)
      this.enterBook(kept, market)
    }
  }

  /** After an auction, or where an issue has opened late (`kind` null): what was for that alone ends. */
  private lapse(at: Ms, kind: AuctionKind | null): void {
    this.tradeOddLots(at, kind)
    for (const kept of this.members.all()) {
      const reason = lapseOf(kept, kind, this.opened.has(kept.code))
      if (reason !== null) this.end(kept, 'EXPIRED', reason, at)
    }
    this.opened.clear()
  }

  /** The exchange was off when this day ended: what was open expires at that time. */
  abandon(at: Ms): void {
    this.step = Math.floor(at / STEP_MS)
    this.finish(at)
  }

  private finish(at: Ms): void {
    for (const market of this.markets) market.endDay()
    for (const kept of this.members.all()) this.end(kept, 'EXPIRED', 'DAY_END', at)
    this.phase = 'closed'
    this.isOver = true
  }

  /** Continuous trading: trades at once what may be traded, the rest of a day's order waits. */
  private work(kept: MemberOrder, market: IssueMarket, isNew: boolean, at: Ms): void {
    const slot = this.enter(kept, market, kept.timeInForce === 'DAY', at)
    const hasOddLotLeft =
      kept.leavesQty > 0 && wholeQuantity(kept, market.plan.unit) === 0 && kept.timeInForce === 'DAY'
    if (slot !== NONE || hasOddLotLeft) {
      this.members.keep(kept)
      if (slot !== NONE) this.standAt(kept, market, slot)
      if (isNew && kept.cumQty === 0) this.report(kept, 'NEW', at, {})
    } else if (kept.leavesQty > 0)
      this.end(kept, 'EXPIRED', kept.timeInForce === 'IOC' ? 'IOC_LAPSED' : 'NO_LIQUIDITY', at)
    if (market.isThin(opposite(sideOf(kept.side)))) this.wake(this.indexes.get(kept.code)!, at)
  }

  private enter(kept: MemberOrder, market: IssueMarket, rests: boolean, at: Ms): Slot {
    const whole = wholeQuantity(kept, market.plan.unit)
    if (whole === 0) return NONE
    this.taker = kept
    const slot = market.enter(sideOf(kept.side), kept.priceTenths, whole, kept.tag, rests, at)
    this.taker = null
    market.look(at)
    return slot
  }

  /** An order that had its number before came in the step that the number names. */
  private made(order: VenueOrder, at: Ms): MemberOrder {
    const venueSeq = order.venueSeq ?? this.nextOrderNumber()
    const givenIn = Math.floor(venueSeq / PER_STEP)
    const kept = this.members.made(order, venueSeq, givenIn, order.venueSeq === null ? at : givenIn * STEP_MS)
    const market = this.market(order.code)
    if (market !== null) this.oddLotWaits(kept, market)
    return kept
  }

  /**
   * Takes an order that waits: in the book, or, if it is for the close alone, beside it until orders are
   * gathered for that.
   */
  private admit(kept: MemberOrder, market: IssueMarket): void {
    this.members.keep(kept)
    if (this.phase === 'pre-closing' && kept.condition === 'FUNARI') kept.priceTenths = null
    if (this.phase === 'pre-closing' || kept.condition !== 'AT_CLOSE') this.enterBook(kept, market)
  }

  private enterBook(kept: MemberOrder, market: IssueMarket): void {
    this.oddLotWaits(kept, market)
    const whole = wholeQuantity(kept, market.plan.unit)
    if (whole > 0)
      this.standAt(kept, market, market.wait(sideOf(kept.side), kept.priceTenths, whole, kept.tag))
  }

  private standAt(kept: MemberOrder, market: IssueMarket, slot: Slot): void {
    kept.slot = slot
    kept.bookedIn = this.step
    market.memberOrders++
    market.look(this.step * STEP_MS)
  }

  private leaveBook(kept: MemberOrder, market: IssueMarket | null): void {
    if (market === null || kept.slot === NONE) return
    market.cancel(kept.slot)
    market.look(this.step * STEP_MS)
    market.memberOrders--
    kept.slot = NONE
  }

  /** Fewer shares are open: what stands in the book follows. */
  private reduce(kept: MemberOrder, market: IssueMarket): void {
    const whole = wholeQuantity(kept, market.plan.unit)
    if (whole === 0) this.leaveBook(kept, market)
    else if (kept.slot !== NONE) market.book.reduce(kept.slot, whole)
  }

  /** From now on the next trade gives an odd lot its price. */
  private oddLotWaits(kept: MemberOrder, market: IssueMarket): void {
    if (kept.leavesQty % market.plan.unit !== 0) kept.tradesBefore = market.trades
  }

  /**
   * Odd lots, once the whole units of their orders are done: beside the book, at the price of the issue's
   * last trade (decision 0109). `kind`: of the auction that has just been held.
   */
  private tradeOddLots(at: Ms, kind: AuctionKind | null): void {
    for (const kept of this.members.withOddLot()) {
      const market = this.market(kept.code)!
      if (
        wholeQuantity(kept, market.plan.unit) > 0 ||
        market.trades === kept.tradesBefore ||
        !isOddLotDue(kept, kind, this.opened.has(kept.code))
      )
        continue
      market.enterOddLot(sideOf(kept.side), kept.priceTenths, kept.leavesQty, kept.tag, at)
    }
  }

  private end(
    kept: MemberOrder,
    execType: 'CANCELED' | 'EXPIRED' | 'REJECTED',
    reason: VenueReason,
    at: Ms,
  ): void {
    this.leaveBook(kept, this.market(kept.code))
    this.members.remove(kept)
    kept.leavesQty = 0
    this.report(kept, execType, at, { reason })
  }

  private traded(
    market: IssueBook,
    price: PriceTenths,
    quantity: Quantity,
    aggressor: BookSide | null,
    at: Ms,
  ): void {
    const { code } = market.plan
    const side = aggressor === null ? 'AUCTION' : aggressor === 0 ? 'BUY' : 'SELL'
    this.trades.push({
      code,
      no: market.trades,
      at,
      tradeDate: this.plan.tradeDate,
      priceTenths: price,
      quantity,
      aggressor: side,
    })
    if (aggressor !== null) this.background.traded(this.indexes.get(code)!, aggressor, quantity)
  }

  private filled(
    tag: number,
    price: PriceTenths,
    quantity: Quantity,
    seen: MatchContext | null,
    at: Ms,
  ): void {
    const kept = this.taker?.tag === tag ? this.taker : this.members.byTag(tag)
    assert(kept !== null && kept.leavesQty >= quantity, 'an order that trades is known and open')
    assert(
      this.taker === null || this.taker === kept || this.taker.memberId !== kept.memberId,
      "a member's orders never trade with each other",
    )
    assert(seen !== null, 'it was looked at what decides over a trade of a member')
    const decision = this.decisionOf(kept, seen)
    decision.fills.push([price, quantity])
    kept.leavesQty -= quantity
    kept.cumQty += quantity
    const market = this.market(kept.code)!
    if (kept.slot !== NONE && wholeQuantity(kept, market.plan.unit) === 0) {
      market.memberOrders--
      kept.slot = NONE
    }
    if (kept.leavesQty === 0) this.members.remove(kept)
    this.report(kept, 'TRADE', at, { quantity, price, decision })
  }

  /** Of one order in one event there is one decision, whatever the prices at which it trades. */
  private decisionOf(kept: MemberOrder, seen: MatchContext): Decision {
    if (this.decided.seen !== seen) this.decided = { seen, decisions: new Map() }
    const known = this.decided.decisions.get(kept.tag)
    if (known) return known
    const { venueSeq, side, timeInForce, condition, priceTenths, quantity, receivedAt } = kept
    const leavesQty = seen.event.kind === 'odd-lot' ? kept.leavesQty : wholeQuantity(kept, seen.rules.unit)
    const order = { condition, leavesQty, priceTenths, quantity, receivedAt, side, timeInForce, venueSeq }
    const decision: Decision = { seen, phase: this.phase, order, tag: kept.tag, fills: [] }
    this.decided.decisions.set(kept.tag, decision)
    return decision
  }

  private report(kept: MemberOrder, execType: ExecType, at: Ms, outcome: Outcome): void {
    const { tradeDate } = this.plan
    this.reports.push(
      executionReport(kept, execType, outcome, { execId: `${tradeDate}-${++this.reported}`, at, tradeDate }),
    )
  }

  private nextOrderNumber(): number {
    assert(this.ordersInStep < PER_STEP, 'a step numbers its orders')
    return this.step * PER_STEP + this.ordersInStep++
  }

  /** Everything that the next step depends on. */
  snapshot() {
    return {
      tradeDate: this.plan.tradeDate,
      step: this.step,
      phase: this.phase,
      isOver: this.isOver,
      stops: this.stops,
      ordersInStep: this.ordersInStep,
      reported: this.reported,
      wakes: [...this.wakes],
      background: this.background.state(),
      members: this.members.snapshot(),
      markets: this.markets.map((market) => market.snapshot()),
    }
  }

  restore(kept: ExchangeSnapshot): void {
    assert(kept.tradeDate === this.plan.tradeDate, 'a snapshot belongs to its day')
    this.step = kept.step
    this.phase = kept.phase
    this.isOver = kept.isOver
    this.stops = kept.stops
    this.ordersInStep = kept.ordersInStep
    this.reported = kept.reported
    this.wakes = Float64Array.from(kept.wakes)
    this.background.restore(kept.background)
    this.members.restore(kept.members)
    this.markets.forEach((market, index) => {
      market.restore(kept.markets[index]!, (tag, slot) => {
        this.members.byTag(tag)!.slot = slot
      })
    })
  }
}

export type ExchangeSnapshot = ReturnType<ExchangeDay['snapshot']>
