import { assert } from '#kernel/assert.ts'
import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { Ms } from '#kernel/time.ts'
import { dayEnd, limitsFor, type DayEnd, type PriceLimits } from '#modules/instruments/model/limits.ts'
import { eligible, handOut, type Fill, type Waiting } from './allotment.ts'
import { BUY, NONE, opposite, SELL, type BookSide, type Slot } from './book.ts'
import { isBackground, stepAt } from './entry-tag.ts'
import {
  ALL,
  ALLOTS_AT_EDGE,
  CLOSING_STEPS,
  NO_END,
  NO_ONE,
  RENEWAL_MS,
  SEQUENCE_MS,
  SEQUENCE_STEPS,
  since,
  type TradingRestriction,
  type Together,
} from './trading-restriction.ts'
import { IssueBook } from './issue-book.ts'
import { holdAuction, limitMarketOrders, sharesUpTo } from './itayose.ts'
import { edgeOf, firstDayQuote, firstPriceReach, isBeyond, rangeAround } from './price-range.ts'
import type { MarketEvent, MarketState, MatchContext } from './match-context.ts'

/** The end of what may trade at once, and the quote that an order which wants more brings. */
type Edge = {
  readonly kind: 'special' | 'sequential'
  readonly side: BookSide
  readonly priceTenths: PriceTenths
}

/** One issue on one day: how it trades (market rules 4 to 7). */
export class IssueMarket extends IssueBook {
  /** Orders only wait: an auction is ahead. */
  isGathering = true
  /** null: it trades freely while the session is on. */
  hold: TradingRestriction | null = null
  /** The session's opening auction found its price too far away, and special quotes still look for it. */
  isUnopened = false
  /**
   * Stopped for safety by people of the firm: nothing trades, in no auction either, until they let it go on
   * (security-and-trust 1).
   */
  isStopped = false
  /** The end of the day, for the rule that widens limits; null before it. */
  end: DayEnd | null = null
  /** Shares of the last order that did not trade at once. */
  left: Quantity = 0
  private together: Together = ALL
  /** Orders came or went since a held issue last looked for its price. */
  private isStirred = false
  private closedOnly = false
  /** A new listing's limits count from its first price. */
  private hasFirstPrice = false
  /** It trades continuously now. */
  get isFree(): boolean {
    return !this.isGathering && this.hold === null
  }

  /**
   * Trades what it can, the rest waits (`rests`) or lapses; how much did not trade stands in `left`. No
   * price: a market order. Too far from the last price nothing trades: an order that rests then brings a
   * special or a sequential trade quote. Returns the slot of what waits.
   */
  enter(
    side: BookSide,
    priceTenths: PriceTenths | null,
    quantity: Quantity,
    tag: number,
    rests: boolean,
    at: Ms,
  ): Slot {
    this.left = quantity
    const { isFree } = this
    if (isFree || (this.hold?.kind === 'sequential' && this.hold.side !== side && !this.isGathering)) {
      const seen = this.mayTrade(side, priceTenths, tag)
        ? this.seen({ kind: 'order', side, priceTenths, quantity, rests, tag }, this.state(), at)
        : null
      if (!isFree) this.meetPressure(side, priceTenths, tag, seen, at)
      if (this.hold === null) {
        if (this.plan.isReplay) this.takeAll(side, priceTenths, tag, seen, at)
        else this.takeInReach(side, priceTenths, tag, rests, seen, at)
      }
    }
    const waits = rests && !(isFree && priceTenths === null && this.plan.isReplay)
    return this.left > 0 && waits ? this.wait(side, priceTenths, this.left, tag) : NONE
  }

  /**
   * An odd lot trades beside the book, at the price of the last trade, where its limit allows
   * (decision 0109).
   */
  enterOddLot(
    side: BookSide,
    priceTenths: PriceTenths | null,
    quantity: Quantity,
    tag: number,
    at: Ms,
  ): void {
    if (this.lastTenths === null || (priceTenths !== null && isBeyond(side, this.lastTenths, priceTenths)))
      return
    const seen = this.seen(
      { kind: 'odd-lot', side, priceTenths, quantity, rests: true, tag },
      this.state(),
      at,
    )
    this.tape.filled(tag, this.lastTenths, quantity, seen, at)
  }

  override wait(side: BookSide, priceTenths: PriceTenths | null, quantity: Quantity, tag: number): Slot {
    this.isStirred = true
    return super.wait(side, priceTenths, quantity, tag)
  }

  override cancel(slot: Slot): void {
    this.isStirred = true
    super.cancel(slot)
  }

  /** True if a trade at this price could be made at once. */
  isInReach = (priceTenths: PriceTenths, at: Ms): boolean =>
    this.plan.isReplay || this.obstacle(priceTenths, at) === null

  /** From now on orders gather for an auction; those that come from `step` on count as simultaneous. */
  gather(step: number): void {
    this.isGathering = true
    this.together = since(step)
    this.changed = true
  }

  /**
   * The auction with which a day that was off is taken up: from what the time has made of the price; without
   * a first price, from its last quote.
   */
  reopen(at: Ms): void {
    this.open(at, this.isUnpriced ? this.referenceTenths : this.plan.fairTenths)
  }

  /**
   * The opening auction (market rules 5): trades, or shows a special quote from which the issue opens later.
   * `fromTenths`: what its price is measured from.
   */
  open(at: Ms, fromTenths = this.referenceTenths): void {
    this.isGathering = false
    this.together = ALL
    this.isUnopened = true
    if (this.isStopped) return this.halt(at, NO_END)
    this.seek(at, fromTenths)
    if (this.isUnopened) this.together = [0, stepAt(at)]
  }

  /** No trading until then; the issue takes it up again by an auction (market rules 11). */
  halt(at: Ms, until: Ms): void {
    this.hold = { kind: 'halted', until }
    this.together = since(stepAt(at))
    this.changed = true
  }

  /** People stop it. */
  stop(at: Ms): void {
    this.isStopped = true
    this.halt(at, NO_END)
  }

  /** People let it go on: by an auction, at `until` at the earliest (a halt for news may still be on). */
  goOn(until: Ms): void {
    this.isStopped = false
    if (this.hold?.kind === 'halted') this.hold = { kind: 'halted', until }
    this.changed = true
  }

  /** A held issue looks for its price. Special quotes are renewed while `at` is before `renewsBefore`. */
  advance(at: Ms, renewsBefore: Ms): void {
    const { hold } = this
    if (hold === null) return
    if (hold.kind !== 'special') {
      if (at >= hold.until) this.seek(at, hold.kind === 'halted' ? this.referenceTenths : hold.priceTenths)
    } else if (at >= hold.until && at < renewsBefore) this.seek(at, hold.priceTenths)
    else if (this.isStirred) this.seek(at, hold.fromTenths)
  }

  /**
   * The first price of a new listing is its base price, and the day's limits count from there; what is
   * outside of them leaves the book (market rules 10). Whether there is anything to do.
   */
  takeFirstPrice(): boolean {
    const { plan, openTenths, book } = this
    if (plan.firstDay === null || openTenths === null || this.hasFirstPrice) return false
    this.hasFirstPrice = true
    this.baseTenths = openTenths
    this.limits = limitsFor(openTenths, plan.tickTable)
    for (const side of [BUY, SELL] as const) {
      for (
        let price = book.nextPrice(side, book.lowTenths, 1);
        price !== null;
        price = book.nextPrice(side, price + book.unitTenths, 1)
      ) {
        if (this.isInside(price)) continue
        for (let slot = book.firstAt(side, price); slot !== NONE;) {
          const next = book.after(slot)
          if (isBackground(book.tagOf(slot))) this.cancel(slot)
          slot = next
        }
      }
    }
    return true
  }

  /**
   * The closing auction. The one that ends the day has a wider range, and fills by 5.5 or 5.6 what the
   * itayose leaves; `lastOpening`: the step of the opening auction before it.
   */
  close(at: Ms, isLast: boolean, lastOpening: number): void {
    if (!this.isGathering && this.hold?.kind !== 'halted') this.together = since(stepAt(at))
    this.closedOnly = isLast && this.trades === 0
    if (!this.isStopped) this.tradeAtClose(at, isLast, lastOpening)
    this.hold = null
    this.isUnopened = false
    this.run = null
    this.isGathering = true
    this.changed = true
  }

  private tradeAtClose(at: Ms, isLast: boolean, lastOpening: number): void {
    const range = this.plan.isReplay
      ? this.limits
      : this.rangeAround(this.referenceTenths, isLast ? CLOSING_STEPS : 1)
    const found = holdAuction(this.book, this.onGrid(this.referenceTenths), range, this.isOnGrid)
    const seen = found.kind === 'none' ? null : this.seenByAuction({ kind: 'close', isLast, lastOpening }, at)
    if (found.kind === 'trade') this.trade(found.priceTenths, found.quantity, seen, at)
    else if (found.kind === 'pressure' && ALLOTS_AT_EDGE[isLast ? 'day' : 'morning'] && !this.isUnpriced)
      this.tradeAtEdge(found.side, edgeOf(range, found.side), lastOpening, seen, at)
  }

  /** The day is over: what it means for tomorrow's limits. Members' orders must still be there. */
  endDay(): void {
    this.changed = true
    if (this.isUnpriced) {
      // It has no limits that it could be locked at.
      this.end = 'traded'
      return
    }
    const { upperTenths, lowerTenths } = this.limits
    const left = (side: BookSide, limitTenths: PriceTenths) =>
      this.book.quantityAt(side, limitTenths) + this.book.quantityAt(side, null) > 0
    this.end = dayEnd(this.limits, {
      traded:
        this.highTenths === null || this.lowTenths === null
          ? null
          : { lowerTenths: this.lowTenths, upperTenths: this.highTenths },
      atCloseOnly: this.closedOnly,
      leftAtLimit: left(BUY, upperTenths) ? 'BUY' : left(SELL, lowerTenths) ? 'SELL' : null,
    })
  }

  /** A new listing that has not found its first price (market rules 10). */
  get isUnpriced(): boolean {
    return this.plan.firstDay !== null && this.openTenths === null
  }

  private rangeAround(referenceTenths: PriceTenths, steps: number): PriceLimits {
    const { firstDay, tickTable } = this.plan
    if (firstDay !== null && this.isUnpriced)
      return firstPriceReach(referenceTenths, firstDay.offerTenths, tickTable)
    return rangeAround(referenceTenths, steps, this.plan.tickTable, this.limits)
  }

  /**
   * Itayose around `fromTenths`: a trade ends the hold, a price too far away is a special quote, and where
   * nothing meets trading goes on.
   */
  private seek(at: Ms, fromTenths: PriceTenths): void {
    this.isStirred = false
    const range = this.plan.isReplay ? this.limits : this.rangeAround(fromTenths, 1)
    const found = holdAuction(this.book, this.onGrid(fromTenths), range, this.isOnGrid)
    if (found.kind === 'pressure' && !this.plan.isReplay)
      return this.press(found.side, fromTenths, edgeOf(range, found.side), at)
    // A new listing's quote stands until its time, though orders come and go: nothing else leads to its first
    // price.
    if (found.kind === 'none' && this.isUnpriced && this.hold?.kind === 'special' && at < this.hold.until)
      return
    const seen = found.kind === 'trade' ? this.seenByAuction({ kind: 'seek', fromTenths }, at) : null
    const wasQuoted = this.hold?.kind === 'special' || this.hold?.kind === 'sequential'
    this.hold = null
    if (found.kind === 'trade') this.trade(found.priceTenths, found.quantity, seen, at)
    // A new listing has no last price to go back to: its quote stays where it has come to.
    else
      this.referenceTenths =
        wasQuoted && !this.isUnpriced ? (this.lastTenths ?? this.plan.baseTenths) : fromTenths
    this.together = NO_ONE
    this.changed = true
    if (!this.isUnopened) return
    this.isUnopened = false
    this.tape.opened(this, at)
  }

  /** Shows a special quote; the same one keeps its time. */
  private press(side: BookSide, fromTenths: PriceTenths, edge: PriceTenths, at: Ms): void {
    const { hold } = this
    const isSame = hold?.kind === 'special' && hold.side === side && hold.fromTenths === fromTenths
    const { firstDay, tickTable } = this.plan
    const listing =
      this.isUnpriced && firstDay !== null
        ? firstDayQuote(side, edge, firstDay.offerTenths, fromTenths, tickTable)
        : null
    const priceTenths = listing?.priceTenths ?? edge
    if (!isSame || at >= hold.until)
      this.hold = {
        kind: 'special',
        side,
        priceTenths,
        fromTenths,
        until: at + (listing?.every ?? RENEWAL_MS),
      }
    this.referenceTenths = priceTenths
    this.changed = true
  }

  /**
   * The farthest price at which a push by this side may trade next, and what stops it there (market rules 4,
   * 6).
   */
  private nextEdge(side: BookSide, at: Ms): Edge {
    const special = edgeOf(this.rangeAround(this.referenceTenths, 1), side)
    if (this.run === null || at - this.run.at >= SEQUENCE_MS)
      return { kind: 'special', side, priceTenths: special }
    const run = edgeOf(this.rangeAround(this.run.fromTenths, SEQUENCE_STEPS), side)
    return isBeyond(side, run, special)
      ? { kind: 'special', side, priceTenths: special }
      : { kind: 'sequential', side, priceTenths: run }
  }

  /**
   * The edge that keeps a trade at this price from being made at once: it would be too high, or, with an
   * offer far below the last price, too low.
   */
  private obstacle(priceTenths: PriceTenths, at: Ms): Edge | null {
    for (const side of [BUY, SELL] as const) {
      const edge = this.nextEdge(side, at)
      if (isBeyond(side, priceTenths, edge.priceTenths)) return edge
    }
    return null
  }

  /** Continuous matching, one price at a time: each trade moves how far the next may go. */
  private takeInReach(
    side: BookSide,
    limit: PriceTenths | null,
    tag: number,
    rests: boolean,
    seen: MatchContext | null,
    at: Ms,
  ): void {
    while (this.left > 0) {
      const best = side === BUY ? this.book.bestAskTenths() : this.book.bestBidTenths()
      if (limit !== null && (best === null || isBeyond(side, best, limit))) return
      const edge = best === null ? this.nextEdge(side, at) : this.obstacle(best, at)
      if (best === null || edge !== null) return rests ? this.show(edge!, at) : undefined
      this.book.limit(side, best, this.left, tag, false)
      this.left = this.book.left
      this.tell(side, tag, seen, at)
    }
  }

  private show({ kind, side, priceTenths }: Edge, at: Ms): void {
    if (kind === 'special') return this.press(side, this.referenceTenths, priceTenths, at)
    this.hold = { kind, side, priceTenths, until: at + SEQUENCE_MS }
    this.referenceTenths = priceTenths
  }

  /** Continuous matching without a range: a replay's prices have been through these rules once. */
  private takeAll(
    side: BookSide,
    limit: PriceTenths | null,
    tag: number,
    seen: MatchContext | null,
    at: Ms,
  ): void {
    if (limit === null) this.book.market(side, this.left)
    else this.book.limit(side, limit, this.left, tag, false)
    this.left = this.book.left
    this.tell(side, tag, seen, at)
  }

  /**
   * Under a sequential trade quote: who comes from the other side trades at once, at the quote, with those
   * who press; the last of these ends it.
   */
  private meetPressure(
    side: BookSide,
    limit: PriceTenths | null,
    tag: number,
    seen: MatchContext | null,
    at: Ms,
  ): void {
    assert(this.hold?.kind === 'sequential', 'the issue has a sequential trade quote')
    const price = this.hold.priceTenths
    if (limit !== null && isBeyond(this.hold.side, limit, price)) return
    const { ahead, at: there } = eligible(this.book, opposite(side), price, this.entryOf)
    const before = this.left
    for (const order of [...ahead, ...there]) {
      if (this.left === 0) break
      const quantity = Math.min(order.quantity, this.left)
      this.book.fill(order.slot, quantity)
      this.left -= quantity
      if (!isBackground(order.tag)) this.tape.filled(order.tag, price, quantity, seen, at)
    }
    if (this.left < before) {
      this.print(price, before - this.left, side, at)
      if (!isBackground(tag)) this.tape.filled(tag, price, before - this.left, seen, at)
    }
    if (sharesUpTo(this.book, opposite(side), price) > 0) return
    this.hold = null
    this.referenceTenths = this.lastTenths ?? this.plan.baseTenths
  }

  /**
   * At the close of the day with one side pressing beyond the range: stop allocation at the day's limit, else
   * special execution at the end of the range.
   */
  private tradeAtEdge(
    side: BookSide,
    edge: PriceTenths,
    lastOpening: number,
    seen: MatchContext | null,
    at: Ms,
  ): void {
    const isLimit = edge === edgeOf(this.limits, side)
    if (isLimit) limitMarketOrders(this.book, this.limits)
    const quantity = Math.min(sharesUpTo(this.book, BUY, edge), sharesUpTo(this.book, SELL, edge))
    if (quantity < this.plan.unit) return
    if (isLimit) this.together = ALL
    const byEntry = (one: BookSide): Fill[] => {
      const { ahead, at: there } = eligible(this.book, one, edge, this.entryOf)
      const orders = [...ahead, ...there].sort((a, b) => a.givenIn - b.givenIn)
      return handOut(orders, quantity, this.plan.unit, ({ givenIn }) => givenIn < lastOpening)
    }
    if (isLimit) this.trade(edge, quantity, seen, at)
    else this.fillAll(edge, quantity, [...byEntry(BUY), ...byEntry(SELL)], seen, at)
  }

  /**
   * Trades at one price: each side's market orders and better prices in full, the price itself by time and
   * participant (market rules 5.4).
   */
  private trade(priceTenths: PriceTenths, quantity: Quantity, seen: MatchContext | null, at: Ms): void {
    const isTogether = ({ bookedIn }: Waiting) => bookedIn >= this.together[0] && bookedIn < this.together[1]
    const fillsOf = (side: BookSide): Fill[] => {
      const { ahead, at: there } = eligible(this.book, side, priceTenths, this.entryOf)
      const left = quantity - ahead.reduce((sum, order) => sum + order.quantity, 0)
      assert(left >= 0, 'all market orders and better prices fill')
      return [...ahead, ...handOut(there, left, this.plan.unit, isTogether)]
    }
    this.fillAll(priceTenths, quantity, [...fillsOf(BUY), ...fillsOf(SELL)], seen, at)
  }

  private fillAll(
    priceTenths: PriceTenths,
    quantity: Quantity,
    fills: readonly Fill[],
    seen: MatchContext | null,
    at: Ms,
  ): void {
    assert(
      this.isInside(priceTenths) && this.isOnGrid(priceTenths),
      'an auction price is inside the limits and on the grid',
    )
    assert(
      fills.reduce((sum, fill) => sum + fill.quantity, 0) === 2 * quantity,
      'what one side buys the other sells',
    )
    for (const fill of fills) this.book.fill(fill.slot, fill.quantity)
    this.print(priceTenths, quantity, null, at)
    for (const { tag, quantity: filled } of fills)
      if (!isBackground(tag)) this.tape.filled(tag, priceTenths, filled, seen, at)
  }

  /** True if this order may make a member trade at once: only then is it noted what decides over it. */
  private mayTrade(side: BookSide, priceTenths: PriceTenths | null, tag: number): boolean {
    if (isBackground(tag) && this.memberOrders === 0) return false
    const best = side === BUY ? this.book.bestAskTenths() : this.book.bestBidTenths()
    return this.hold !== null || priceTenths === null || (best !== null && !isBeyond(side, best, priceTenths))
  }

  /** The facts that decide over an auction: only where members take part. */
  private seenByAuction(event: MarketEvent, at: Ms): MatchContext | null {
    return this.memberOrders === 0 ? null : this.seen(event, this.state(), at)
  }

  private state(): MarketState {
    const {
      limits,
      baseTenths,
      referenceTenths,
      lastTenths,
      openTenths,
      run,
      hold,
      together,
      isGathering,
      isUnopened,
    } = this
    return {
      baseTenths,
      hold,
      isGathering,
      isUnopened,
      lastTenths,
      limits,
      openTenths,
      referenceTenths,
      run,
      together,
    }
  }

  /**
   * The same event again, on a fresh market with these orders: what it fills goes to the tape
   * (security-and-trust 5.4).
   */
  again(event: MarketEvent, state: MarketState, orders: readonly number[], at: Ms): void {
    Object.assign(this, state)
    this.refill(orders, () => {})
    if (event.kind === 'order')
      this.enter(event.side, event.priceTenths, event.quantity, event.tag, event.rests, at)
    else if (event.kind === 'seek') this.seek(at, event.fromTenths)
    else if (event.kind === 'close') this.tradeAtClose(at, event.isLast, event.lastOpening)
    else this.enterOddLot(event.side, event.priceTenths, event.quantity, event.tag, at)
  }

  /** All that the next message depends on, as plain data. */
  snapshot() {
    const { lastTenths, openTenths, highTenths, lowTenths, volume, turnoverTenths, trades, memberOrders } =
      this
    const {
      limits,
      baseTenths,
      isGathering,
      hold,
      isUnopened,
      isStopped,
      referenceTenths,
      isShortTriggered,
      end,
      together,
      run,
      isStirred,
      closedOnly,
      hasFirstPrice,
      changedAt,
      book: { changes },
    } = this
    return {
      lastTenths,
      openTenths,
      highTenths,
      lowTenths,
      volume,
      turnoverTenths,
      trades,
      memberOrders,
      limits,
      baseTenths,
      isGathering,
      hold,
      isUnopened,
      isStopped,
      referenceTenths,
      isShortTriggered,
      end,
      together,
      run,
      isStirred,
      closedOnly,
      hasFirstPrice,
      changedAt,
      changes,
      orders: this.ordersKept(),
    }
  }

  /** `placed` hears where members' orders stand now. The market must be fresh. */
  restore(kept: IssueSnapshot, placed: (tag: number, slot: Slot) => void): void {
    const { orders, changes, ...figures } = kept
    // A replay's limits are its plan's, which may hold a bar now that they did not hold when this was kept.
    Object.assign(this, figures, this.plan.isReplay ? { limits: this.plan.limits } : {})
    this.refill(orders, placed)
    this.book.changes = changes
    this.look(this.changedAt)
  }
}

export type IssueSnapshot = ReturnType<IssueMarket['snapshot']>
