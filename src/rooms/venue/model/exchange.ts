import { assert } from '#kernel/assert.ts'
import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { Ms } from '#kernel/time.ts'
import type { AuctionKind, Phase, Schedule } from '#rooms/instruments/model/schedule.ts'
import type { Background } from './background.ts'
import { NONE, opposite, type BookSide, type Slot } from './book.ts'
import type { DayPlan } from './day-plan.ts'
import { IssueMarket, type Tape } from './issue-market.ts'
import { isCrossing, MemberOrders, sideOf, type MemberOrder } from './member-orders.ts'
import { timetableOf, type PlannedAuction, type Timetable } from './timetable.ts'
import type { BoardNumbers, ExecutionReport, ExecType, Trade, VenueAmendment, VenueOrder, VenueReason } from './terms.ts'

/** Market time advances in steps; the background acts in them, members in between. */
export const STEP_MS = 200
/** How many orders one step may number. */
const PER_STEP = 100_000
/**
 * Reports of a day are counted from a number that grows with the time of its opening or reopening: should all files of the venue be
 * lost, no execId is given twice as long as there were fewer than this many reports a second so far.
 */
const REPORTS_PER_SECOND = 900
/** A day that is taken up in the middle reopens by an auction of a little more than the makers' boards. */
const REOPENING_SHARE = 0.0005

type Outcome = { reason?: VenueReason; priceTenths?: PriceTenths | null; quantity?: Quantity; price?: PriceTenths; board?: BoardNumbers | null }

/**
 * The exchange on one trade date: a machine that depends on nothing but its plan, its background's seed and the members' messages with the
 * steps at which they came. The same plan and messages give the same prices and the same reports with the same execIds.
 */
export class ExchangeDay {
  readonly plan: DayPlan
  readonly markets: readonly IssueMarket[]
  readonly members = new MemberOrders()
  /** Outputs since they were last taken. */
  reports: ExecutionReport[] = []
  trades: Trade[] = []
  phase: Phase = 'closed'
  /** The last auction is over: every order has expired, prices stand. */
  isOver = false
  /** The last step done; market time ÷ STEP_MS. */
  step: number
  /** Orders numbered in this step, reports numbered in this day. */
  private ordersInStep = 0
  private reported: number
  /** An order that is being worked now: it must not meet another of its member. */
  private taker: MemberOrder | null = null
  private readonly background: Background
  private readonly indexes: ReadonlyMap<string, number>
  private readonly timetable: Timetable
  /** The step at which each issue's background acts next. */
  private wakes: Float64Array

  constructor(plan: DayPlan, schedule: Schedule, background: Background, from: Ms) {
    this.timetable = timetableOf(schedule, plan.tradeDate)
    this.plan = plan
    this.background = background
    this.reported = Math.floor((from - this.timetable.midnight) / 1_000) * REPORTS_PER_SECOND
    this.step = Math.floor(from / STEP_MS) - 1
    const tape: Tape = {
      trade: (market, price, quantity, aggressor, at) => this.traded(market, price, quantity, aggressor, at),
      filled: (tag, price, quantity, board, at) => this.filled(tag, price, quantity, board, at),
    }
    this.markets = plan.issues.map((issue) => new IssueMarket(issue, tape))
    this.indexes = new Map(plan.issues.map((issue, index) => [issue.code, index]))
    this.wakes = new Float64Array(plan.issues.length)
  }

  market(code: string): IssueMarket | null {
    const index = this.indexes.get(code)
    return index === undefined ? null : this.markets[index]!
  }

  /**
   * Opens the day at its first step. In the middle of continuous trading the market reopens by an auction with the working orders
   * of members, who keep their numbers; nothing is reported about them but trades.
   */
  open(working: readonly VenueOrder[]): void {
    const at = (this.step + 1) * STEP_MS
    this.phase = this.timetable.phaseAt(at).phase
    for (const order of working) {
      const market = this.market(order.code)
      const isPossible = market !== null && (order.priceTenths === null || market.isInside(order.priceTenths))
      const kept = this.made(order)
      if (!isPossible) this.end(kept, 'EXPIRED', 'OUTSIDE_LIMIT', at)
      else if (order.condition === 'AT_OPEN' && this.phase !== 'pre-open') this.end(kept, 'EXPIRED', 'AT_OPEN_LAPSED', at)
      else this.admit(kept, market)
    }
    if (this.phase !== 'closed') for (const index of this.markets.keys()) this.wake(index, at, true)
    if (this.phase !== 'continuous' || this.timetable.auctions.some((auction) => auction.at === at)) return
    this.auction(at, REOPENING_SHARE)
    this.lapse(at, 'opening-auction')
  }

  /** Works every step up to market time `at`. */
  advanceTo(at: Ms): void {
    const last = Math.floor(at / STEP_MS)
    while (this.step < last && !this.isOver) this.advance()
    if (this.isOver) this.step = Math.max(this.step, last)
  }

  /** Open orders as the engine would hold them, in their sequence. */
  working(): VenueOrder[] {
    return this.members.all().map(({ orderId, memberId, code, side, timeInForce, condition, priceTenths, quantity, leavesQty, venueSeq }) => ({
      orderId, memberId, code, side, timeInForce, condition, priceTenths, quantity, leavesQty, venueSeq, ordType: priceTenths === null ? 'MARKET' : 'LIMIT',
    }))
  }

  /**
   * Takes an order. One that has a number already was known to the engine but is not known here (its files were lost): it goes on without
   * being acknowledged again, or expires when its day is past.
   */
  submit(order: VenueOrder, at: Ms): void {
    const isNew = order.venueSeq === null
    const kept = this.made(order)
    const market = this.market(order.code)
    if (!isNew && kept.givenIn * STEP_MS < this.timetable.begins) return this.end(kept, 'EXPIRED', 'DAY_END', at)
    const refusal = this.refusalOf(kept, market, isNew)
    if (refusal !== null || market === null) return this.end(kept, 'REJECTED', refusal ?? 'UNKNOWN_ISSUE', at)
    if (kept.condition === 'AT_OPEN' && this.phase !== 'pre-open') return this.end(kept, 'EXPIRED', 'AT_OPEN_LAPSED', at)
    if (this.phase === 'continuous' && kept.condition !== 'AT_CLOSE') return this.work(kept, market, isNew, at)
    this.admit(kept, market)
    if (isNew) this.report(kept, 'NEW', at, {})
  }

  /** The engine knows of fills that were lost here (files that did not reach the disk): it is right. */
  agree(order: VenueOrder): void {
    const kept = this.members.get(order.orderId)
    if (!kept || kept.leavesQty <= order.leavesQty) return
    kept.leavesQty = order.leavesQty
    kept.cumQty = kept.quantity - order.leavesQty
    if (kept.slot !== NONE) this.market(kept.code)!.book.reduce(kept.slot, order.leavesQty)
  }

  cancel(orderId: string, at: Ms): void {
    const kept = this.members.get(orderId)
    if (kept) this.end(kept, 'CANCELED', 'REQUESTED', at)
  }

  /**
   * A price keeps the grid and the limits, a quantity goes down; else the amendment is silently what it was before. What was to become a
   * market order at the close has no price any more once it is collected there (market rules 1, pre-closing).
   */
  amend(orderId: string, amendment: VenueAmendment, at: Ms): void {
    const kept = this.members.get(orderId)
    const market = kept && this.market(kept.code)
    if (!kept || !market) return
    const leaves = Math.min(kept.leavesQty, (amendment.quantity ?? kept.quantity) - kept.cumQty)
    if (leaves <= 0) return this.end(kept, 'CANCELED', 'REQUESTED', at)
    kept.quantity = kept.cumQty + leaves
    kept.leavesQty = leaves
    const price = amendment.priceTenths ?? kept.priceTenths
    const isFixed = kept.condition === 'FUNARI' && kept.priceTenths === null
    const moves = price !== kept.priceTenths && price !== null && !isFixed && market.isInside(price) && market.isOnGrid(price)
    if (moves && this.members.siblings(kept).some((other) => isCrossing(other, kept, price))) return
    if (moves) [kept.priceTenths, kept.givenIn] = [price, this.step]
    this.report(kept, 'REPLACED', at, { priceTenths: kept.priceTenths })
    market.changed = true
    if (kept.slot === NONE) return
    if (!moves) return market.book.reduce(kept.slot, leaves)
    kept.bookedIn = this.step
    this.taker = kept
    const slot = market.amend(kept.slot, price, leaves, !this.isCollecting(), at)
    this.taker = null
    if (slot !== NONE) kept.slot = slot
  }

  takeReports(): ExecutionReport[] {
    const taken = this.reports
    this.reports = []
    return taken
  }

  takeTrades(): Trade[] {
    const taken = this.trades
    this.trades = []
    return taken
  }

  isCollecting(): boolean {
    return this.phase === 'pre-open' || this.phase === 'pre-closing'
  }

  private advance(): void {
    const at = ++this.step * STEP_MS
    this.ordersInStep = 0
    const due = this.timetable.auctions.find((auction) => auction.at === at)
    if (due) this.hold(due, at)
    if (due?.isLast) return this.finish(at)
    const before = this.phase
    this.phase = this.timetable.phaseAt(at).phase
    if (this.phase === 'pre-closing' && before !== 'pre-closing') this.gatherForClose()
    if (this.phase === 'closed' || this.phase === 'lunch') return
    const collecting = this.isCollecting()
    this.background.step(at)
    const { wakes, step } = this
    for (let index = 0; index < wakes.length; index++) if (wakes[index]! <= step) this.wake(index, at, collecting)
  }

  private wake(index: number, at: Ms, collecting: boolean): void {
    const wait = this.background.act(index, this.markets[index]!, at, collecting)
    this.wakes[index] = Math.max(this.step + 1, Math.floor((at + wait) / STEP_MS))
  }

  /** Holds an auction of the timetable. Where no pre-closing comes before it, orders for the close join in the instant of the auction. */
  private hold({ kind, share }: PlannedAuction, at: Ms): void {
    if (kind === 'closing-auction' && this.phase === 'continuous') this.gatherForClose()
    this.auction(at, share)
    this.lapse(at, kind)
  }

  private auction(at: Ms, share: number): void {
    for (const [index, market] of this.markets.entries()) {
      this.background.beforeAuction(index, market, at, share)
      market.auction(at)
    }
  }

  /** Orders for the close are put on the book, and what is left of 不成 orders turns into market orders (market rules 1, pre-closing). */
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

  /** After an auction: what was for it alone ends. */
  private lapse(at: Ms, kind: AuctionKind): void {
    for (const kept of this.members.all()) {
      if (kept.condition === 'AT_OPEN') this.end(kept, 'EXPIRED', 'AT_OPEN_LAPSED', at)
      else if (kept.condition !== 'NONE' && kind === 'closing-auction') this.end(kept, 'EXPIRED', 'AT_CLOSE_LAPSED', at)
      else if (kept.timeInForce === 'IOC') this.end(kept, 'EXPIRED', 'IOC_LAPSED', at)
    }
  }

  /** The exchange was off when this day ended: what was open expires at that time. */
  abandon(at: Ms): void {
    this.step = Math.floor(at / STEP_MS)
    this.finish(at)
  }

  private finish(at: Ms): void {
    for (const kept of this.members.all()) this.end(kept, 'EXPIRED', 'DAY_END', at)
    for (const market of this.markets) market.changed = true
    this.phase = 'closed'
    this.isOver = true
  }

  private refusalOf(order: MemberOrder, market: IssueMarket | null, isNew: boolean): VenueReason | null {
    const { priceTenths: price } = order
    if (market === null) return 'UNKNOWN_ISSUE'
    if (isNew && (this.isOver || this.phase === 'closed' || this.phase === 'lunch')) return 'MARKET_CLOSED'
    if (price !== null && !market.isInside(price)) return 'OUTSIDE_LIMIT'
    if (price !== null && !market.isOnGrid(price)) return 'OFF_TICK'
    if (this.members.siblings(order).some((other) => isCrossing(other, order, price))) return 'SELF_CROSS'
    return null
  }

  /** Continuous trading: trades at once, the rest of a day's limit order waits. */
  private work(kept: MemberOrder, market: IssueMarket, isNew: boolean, at: Ms): void {
    const rests = kept.priceTenths !== null && kept.timeInForce === 'DAY'
    this.taker = kept
    const slot = market.enter(sideOf(kept.side), kept.priceTenths, kept.leavesQty, kept.tag, rests, at)
    this.taker = null
    if (market.isThin(opposite(sideOf(kept.side)))) this.wake(this.indexes.get(kept.code)!, at, false)
    if (kept.leavesQty === 0) return
    if (slot === NONE) return this.end(kept, 'EXPIRED', kept.timeInForce === 'IOC' ? 'IOC_LAPSED' : 'NO_LIQUIDITY', at)
    this.members.keep(kept)
    this.standAt(kept, market, slot)
    if (isNew && kept.cumQty === 0) this.report(kept, 'NEW', at, {})
  }

  private made(order: VenueOrder): MemberOrder {
    const venueSeq = order.venueSeq ?? this.nextOrderNumber()
    return this.members.made(order, venueSeq, Math.floor(venueSeq / PER_STEP))
  }

  /** Takes an order that waits: in the book, or, if it is for the close alone, beside it until orders are gathered for that. */
  private admit(kept: MemberOrder, market: IssueMarket): void {
    this.members.keep(kept)
    if (this.phase === 'pre-closing' && kept.condition === 'FUNARI') kept.priceTenths = null
    if (this.phase === 'pre-closing' || kept.condition !== 'AT_CLOSE') this.enterBook(kept, market)
  }

  private enterBook(kept: MemberOrder, market: IssueMarket): void {
    this.standAt(kept, market, market.wait(sideOf(kept.side), kept.priceTenths, kept.leavesQty, kept.tag))
  }

  private standAt(kept: MemberOrder, market: IssueMarket, slot: Slot): void {
    kept.slot = slot
    kept.bookedIn = this.step
    market.memberOrders++
  }

  private leaveBook(kept: MemberOrder, market: IssueMarket | null): void {
    if (market === null || kept.slot === NONE) return
    market.cancel(kept.slot)
    market.memberOrders--
    kept.slot = NONE
  }

  private end(kept: MemberOrder, execType: 'CANCELED' | 'EXPIRED' | 'REJECTED', reason: VenueReason, at: Ms): void {
    this.leaveBook(kept, this.market(kept.code))
    this.members.remove(kept)
    kept.leavesQty = 0
    this.report(kept, execType, at, { reason })
  }

  private traded(market: IssueMarket, price: PriceTenths, quantity: Quantity, aggressor: BookSide | null, at: Ms): void {
    const { code } = market.plan
    const side = aggressor === null ? 'AUCTION' : aggressor === 0 ? 'BUY' : 'SELL'
    this.trades.push({ code, no: market.trades, at, tradeDate: this.plan.tradeDate, priceTenths: price, quantity, aggressor: side })
    if (aggressor !== null) this.background.traded(this.indexes.get(code)!, aggressor, quantity)
  }

  private filled(tag: number, price: PriceTenths, quantity: Quantity, board: BoardNumbers | null, at: Ms): void {
    const kept = this.taker?.tag === tag ? this.taker : this.members.byTag(tag)
    assert(kept !== null && kept.leavesQty >= quantity, 'an order that trades is known and open')
    assert(this.taker === null || this.taker === kept || this.taker.memberId !== kept.memberId, "a member's orders never trade with each other")
    kept.leavesQty -= quantity
    kept.cumQty += quantity
    if (kept.leavesQty === 0) {
      if (kept.slot !== NONE) this.market(kept.code)!.memberOrders--
      kept.slot = NONE
      this.members.remove(kept)
    }
    this.report(kept, 'TRADE', at, { quantity, price, board })
  }

  private report(kept: MemberOrder, execType: ExecType, at: Ms, outcome: Outcome): void {
    const open = kept.leavesQty === 0 ? 'FILLED' : kept.cumQty > 0 ? 'PARTIALLY_FILLED' : 'NEW'
    const isEnd = execType === 'CANCELED' || execType === 'EXPIRED' || execType === 'REJECTED'
    this.reports.push({
      execId: `${this.plan.tradeDate}-${++this.reported}`, orderId: kept.orderId, code: kept.code, execType, ordStatus: isEnd ? execType : open,
      lastQty: outcome.quantity ?? 0, lastPxTenths: outcome.price ?? 0, cumQty: kept.cumQty, leavesQty: kept.leavesQty,
      venueSeq: kept.venueSeq, at, tradeDate: this.plan.tradeDate,
      ...(outcome.reason ? { reason: outcome.reason } : {}), ...(outcome.priceTenths === undefined ? {} : { priceTenths: outcome.priceTenths }),
      ...(outcome.board ? { book: outcome.board } : {}),
    })
  }

  private nextOrderNumber(): number {
    assert(this.ordersInStep < PER_STEP, 'a step numbers its orders')
    return this.step * PER_STEP + this.ordersInStep++
  }

  /** Everything that the next step depends on. */
  snapshot() {
    return {
      tradeDate: this.plan.tradeDate, step: this.step, phase: this.phase, isOver: this.isOver, ordersInStep: this.ordersInStep,
      reported: this.reported, wakes: [...this.wakes], background: this.background.state(), members: this.members.snapshot(),
      markets: this.markets.map((market) => market.snapshot()),
    }
  }

  restore(kept: ExchangeSnapshot): void {
    assert(kept.tradeDate === this.plan.tradeDate, 'a snapshot belongs to its day')
    this.step = kept.step
    this.phase = kept.phase
    this.isOver = kept.isOver
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
