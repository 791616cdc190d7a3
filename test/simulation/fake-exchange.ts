import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { TickTable } from '#modules/instruments/model/instrument.ts'
import { everyDayCalendar } from '#modules/instruments/model/calendar.ts'
import { closingAt, phaseAt, schedules, type Phase } from '#modules/instruments/model/schedule.ts'
import { execNo } from '#modules/venue/model/exec-no.ts'
import { BUY, NONE, SELL, type BookSide, type Slot } from '#modules/venue/model/book.ts'
import {
  WHOLE_MARKET,
  type ExecutionReport,
  type Quote,
  type Trade,
  type VenueAmendment,
  type VenueOrder,
  type VenueReason,
} from '#modules/venue/model/terms.ts'
import type { Dice } from './dice.ts'
import { FakeIssue, NOBODY, type Match } from './fake-issue.ts'

type Worked = {
  readonly order: VenueOrder
  readonly tag: number
  readonly seq: number
  priceTenths: PriceTenths | null
  quantity: Quantity
  leaves: Quantity
  slot: Slot
}
/** The trades of one order, as the exchange knows it. */
export type Executed = { quantity: Quantity; notionalTenths: number }

const SCHEDULE = schedules['always-open']
/** The share of orders that the exchange refuses for reasons of its own. */
const REFUSED_SHARE = 0.01

/**
 * An exchange that keeps the venue's word (`Venue`): price-time priority by the product's own matching core,
 * auctions as continuous trading of what has gathered, day orders, conditions, halts, refusals. It outlives
 * the server's crashes, as the real one does by its files, and says everything about an order again when it
 * is asked to.
 */
export class FakeExchange {
  readonly issues = new Map<string, FakeIssue>()
  readonly executed = new Map<string, Executed>()
  reports: ExecutionReport[] = []
  trades: Trade[] = []
  phase: Phase = 'closed'
  day: DateJst = ''
  /** Nobody but members does anything. */
  isQuiet = false
  readonly #dice: Dice
  readonly #said = new Map<string, ExecutionReport[]>()
  readonly #working = new Map<string, Worked>()
  readonly #tags = new Map<number, Worked>()
  #at: Ms = 0
  #numbered = 0
  #executions = 0
  #stops: readonly string[] = []

  constructor(dice: Dice) {
    this.#dice = dice
  }

  add(code: string, tickTable: TickTable, baseTenths: PriceTenths): void {
    if (!this.issues.has(code)) this.issues.set(code, new FakeIssue(code, tickTable, baseTenths))
  }

  /** Market time never goes back here. */
  advanceTo(now: Ms): void {
    this.#at = Math.max(this.#at, now)
    const { phase, tradeDate } = phaseAt(SCHEDULE, everyDayCalendar, this.#at)
    if (this.day !== '' && (phase === 'closed' || tradeDate !== this.day)) this.#endDay()
    if (phase !== 'closed' && tradeDate !== this.day) this.#beginDay(tradeDate)
    const opens = phase === 'continuous' && this.phase !== 'continuous'
    this.phase = phase
    if (phase !== 'continuous') return
    for (const issue of this.issues.values()) {
      if (issue.isStopped || this.isQuiet) continue
      if (opens || this.#dice.chance(0.4))
        issue.stir(this.#dice, (side, matches) => this.#matched(issue, side, matches))
    }
    if (opens) this.#workAll(() => true, false)
  }

  quote(code: string): Quote | null {
    const state = this.phase === 'continuous' ? 'trading' : this.phase === 'closed' ? 'closed' : 'pre-open'
    return this.day === '' ? null : (this.issues.get(code)?.quote(state, this.#at, this.day) ?? null)
  }

  /**
   * The server has started again. What it has not heard about its orders is said again; an order that it
   * holds as working though it has heard everything never arrived, and is taken now.
   */
  start(working: readonly VenueOrder[], heardUpTo: (orderId: string) => number): void {
    for (const order of working) {
      const unheard = (this.#said.get(order.orderId) ?? []).filter(
        ({ execId }) => execNo(execId) > heardUpTo(order.orderId),
      )
      if (unheard.length > 0) this.reports.push(...unheard)
      else this.submit(order)
    }
  }

  submit(order: VenueOrder): void {
    if (this.#working.has(order.orderId)) return
    if (!this.#said.has(order.orderId)) this.#said.set(order.orderId, [])
    const worked: Worked = {
      order,
      tag: ++this.#numbered,
      seq: this.#numbered,
      priceTenths: order.priceTenths,
      quantity: order.quantity,
      leaves: order.leavesQty,
      slot: NONE,
    }
    const issue = this.issues.get(order.code)
    if (
      issue !== undefined &&
      order.venueSeq === null &&
      order.goodUntil !== undefined &&
      order.goodUntil < this.#tradeDate()
    )
      return this.#report(worked, 'EXPIRED', { reason: 'DAY_END' })
    const refusal = this.#refusal(worked, issue)
    if (refusal !== null) return this.#report(worked, 'REJECTED', { reason: refusal })
    if (order.condition === 'AT_OPEN' && this.phase === 'continuous')
      return this.#report(worked, 'EXPIRED', { reason: 'AT_OPEN_LAPSED' })
    this.#working.set(order.orderId, worked)
    this.#tags.set(worked.tag, worked)
    if (this.phase === 'continuous' && !issue!.isStopped && order.condition !== 'AT_CLOSE')
      this.#work(worked, issue!, true)
    else this.#report(worked, 'NEW', {})
  }

  cancel(orderId: string): void {
    const worked = this.#working.get(orderId)
    if (worked) this.#end(worked, 'CANCELED', 'REQUESTED')
  }

  amend(orderId: string, { priceTenths, quantity }: VenueAmendment): void {
    const worked = this.#working.get(orderId)
    if (!worked) return
    const issue = this.issues.get(worked.order.code)!
    const leaves = Math.min(worked.leaves, (quantity ?? worked.quantity) - (worked.quantity - worked.leaves))
    if (leaves <= 0) return this.#end(worked, 'CANCELED', 'REQUESTED')
    worked.quantity -= worked.leaves - leaves
    worked.leaves = leaves
    const price = priceTenths ?? worked.priceTenths
    const moves =
      price !== null && price !== worked.priceTenths && issue.isInside(price) && !this.#crosses(worked, price)
    if (moves) worked.priceTenths = price
    this.#report(worked, 'REPLACED', { priceTenths: worked.priceTenths })
    if (worked.slot === NONE) return
    if (!moves) return issue.book.reduce(worked.slot, leaves)
    this.#leave(worked, issue)
    if (!issue.isStopped) this.#work(worked, issue, false)
  }

  /** Exactly these wait from now on. */
  setStops(codes: readonly string[]): void {
    this.#stops = codes
    for (const issue of this.issues.values()) issue.isStopped = this.#isStopped(issue.code)
    if (this.phase === 'continuous')
      this.#workAll(({ order, slot }) => slot === NONE && !this.#isStopped(order.code), false)
  }

  /** True if it has this order at work. */
  has = (orderId: string): boolean => this.#working.has(orderId)

  #isStopped(code: string): boolean {
    return this.#stops.includes(code) || this.#stops.includes(WHOLE_MARKET)
  }

  #refusal(worked: Worked, issue: FakeIssue | undefined): VenueReason | null {
    const { priceTenths } = worked
    if (issue === undefined) return 'UNKNOWN_ISSUE'
    if (this.phase === 'closed') return 'MARKET_CLOSED'
    if (priceTenths !== null && !issue.isInside(priceTenths)) return 'OUTSIDE_LIMIT'
    if (this.#crosses(worked, priceTenths)) return 'SELF_CROSS'
    return this.#dice.chance(REFUSED_SHARE) ? 'OFF_TICK' : null
  }

  /** True if it could meet another order of its member. */
  #crosses({ order }: Worked, priceTenths: PriceTenths | null): boolean {
    const bound = (one: VenueOrder, price: PriceTenths | null) => (one.condition === 'FUNARI' ? null : price)
    for (const other of this.#working.values()) {
      if (
        other.order.memberId !== order.memberId ||
        other.order.code !== order.code ||
        other.order.side === order.side
      )
        continue
      const [own, met] = [bound(order, priceTenths), bound(other.order, other.priceTenths)]
      if (own === null || met === null || (order.side === 'BUY' ? own >= met : own <= met)) return true
    }
    return false
  }

  #beginDay(day: DateJst): void {
    this.day = day
    for (const issue of this.issues.values()) {
      issue.beginDay()
      issue.isStopped = this.#isStopped(issue.code)
    }
  }

  /** The closing auction, and the end of everything that was at work. */
  #endDay(): void {
    const now = this.#at
    this.#at = Math.min(now, closingAt(SCHEDULE, this.day))
    for (const issue of this.issues.values())
      if (!issue.isStopped) issue.stir(this.#dice, (side, matches) => this.#matched(issue, side, matches))
    for (const worked of this.#working.values()) {
      if (worked.order.condition !== 'FUNARI' || worked.priceTenths === null) continue
      this.#leave(worked, this.issues.get(worked.order.code)!)
      worked.priceTenths = null
    }
    this.#workAll(({ slot }) => slot === NONE, true)
    for (const worked of [...this.#working.values()])
      this.#end(worked, 'EXPIRED', worked.order.condition === 'AT_CLOSE' ? 'AT_CLOSE_LAPSED' : 'DAY_END')
    this.phase = 'closed'
    this.day = ''
    this.#at = now
  }

  #workAll(which: (worked: Worked) => boolean, isClose: boolean): void {
    for (const worked of [...this.#working.values()]) {
      const {
        order: { code, condition },
      } = worked
      const issue = this.issues.get(code)!
      if (
        !this.#working.has(worked.order.orderId) ||
        issue.isStopped ||
        !which(worked) ||
        worked.slot !== NONE ||
        (condition === 'AT_CLOSE' && !isClose)
      )
        continue
      if (condition === 'AT_OPEN' && isClose) this.#end(worked, 'EXPIRED', 'AT_OPEN_LAPSED')
      else this.#work(worked, issue, false)
    }
  }

  /** Trades what it can; the rest waits in the book or lapses. */
  #work(worked: Worked, issue: FakeIssue, isNew: boolean): void {
    const {
      order: { side, timeInForce, condition },
      priceTenths,
    } = worked
    const way: BookSide = side === 'BUY' ? BUY : SELL
    const rests = timeInForce === 'DAY' && condition !== 'AT_OPEN'
    const before = worked.leaves
    let slot = NONE
    if (priceTenths === null) issue.book.market(way, worked.leaves)
    else slot = issue.book.limit(way, priceTenths, worked.leaves, worked.tag, rests)
    const matches = issue.matches()
    for (const [price, quantity] of byPrice(matches)) this.#fill(worked, price, quantity)
    worked.slot = slot
    this.#matched(issue, way, matches)
    if (!this.#working.has(worked.order.orderId)) return
    if (slot !== NONE) {
      if (isNew && worked.leaves === before) this.#report(worked, 'NEW', {})
    } else
      this.#end(
        worked,
        'EXPIRED',
        timeInForce === 'IOC' ? 'IOC_LAPSED' : condition === 'AT_OPEN' ? 'AT_OPEN_LAPSED' : 'NO_LIQUIDITY',
      )
  }

  /** Others' orders that were met, and the tape. */
  #matched(issue: FakeIssue, side: BookSide, matches: readonly Match[]): void {
    for (const { tag, priceTenths, quantity } of matches) {
      const met = tag === NOBODY ? undefined : this.#tags.get(tag)
      if (met) this.#fill(met, priceTenths, quantity)
      this.trades.push({
        code: issue.code,
        no: issue.traded(priceTenths),
        at: this.#at,
        tradeDate: this.day,
        priceTenths,
        quantity,
        aggressor: side === BUY ? 'BUY' : 'SELL',
      })
    }
  }

  #fill(worked: Worked, priceTenths: PriceTenths, quantity: Quantity): void {
    worked.leaves -= quantity
    const { orderId } = worked.order
    const executed = this.executed.get(orderId) ?? { quantity: 0, notionalTenths: 0 }
    this.executed.set(orderId, {
      quantity: executed.quantity + quantity,
      notionalTenths: executed.notionalTenths + quantity * priceTenths,
    })
    this.#report(worked, 'TRADE', { lastQty: quantity, lastPxTenths: priceTenths })
    if (worked.leaves === 0) this.#forget(worked)
  }

  #end(worked: Worked, execType: 'CANCELED' | 'EXPIRED', reason: VenueReason): void {
    this.#leave(worked, this.issues.get(worked.order.code)!)
    worked.leaves = 0
    this.#forget(worked)
    this.#report(worked, execType, { reason })
  }

  #leave(worked: Worked, issue: FakeIssue): void {
    if (worked.slot !== NONE) issue.book.cancel(worked.slot)
    worked.slot = NONE
  }

  #forget({ order, tag }: Worked): void {
    this.#working.delete(order.orderId)
    this.#tags.delete(tag)
  }

  /** The day that is on, or the next. */
  #tradeDate(): DateJst {
    return this.day === '' ? phaseAt(SCHEDULE, everyDayCalendar, this.#at).tradeDate : this.day
  }

  #report(worked: Worked, execType: ExecutionReport['execType'], more: Partial<ExecutionReport>): void {
    const {
      order: { orderId, code },
      leaves,
      quantity,
      seq,
    } = worked
    const isEnd = execType === 'CANCELED' || execType === 'EXPIRED' || execType === 'REJECTED'
    const tradeDate = this.#tradeDate()
    const report: ExecutionReport = {
      execId: `${tradeDate}-${++this.#executions}`,
      orderId,
      code,
      execType,
      ordStatus: isEnd ? execType : leaves === 0 ? 'FILLED' : 'NEW',
      lastQty: 0,
      lastPxTenths: 0,
      cumQty: quantity - leaves,
      leavesQty: isEnd ? 0 : leaves,
      venueSeq: seq,
      at: this.#at,
      tradeDate,
      ...more,
    }
    this.#said.get(orderId)!.push(report)
    this.reports.push(report)
  }
}

/** Trades at one price in one event are one report. */
function byPrice(matches: readonly Match[]): Map<PriceTenths, Quantity> {
  const sums = new Map<PriceTenths, Quantity>()
  for (const { priceTenths, quantity } of matches)
    sums.set(priceTenths, (sums.get(priceTenths) ?? 0) + quantity)
  return sums
}
