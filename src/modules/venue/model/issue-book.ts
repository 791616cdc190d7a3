import { assert } from '#kernel/assert.ts'
import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { Ms } from '#kernel/time.ts'
import type { PriceLimits } from '#modules/instruments/model/limits.ts'
import { isOnTick, roundToTick, tickAt } from '#modules/instruments/model/tick.ts'
import type { Entry } from './allotment.ts'
import { Book, BUY, NONE, SELL, type BookSide, type Slot } from './book.ts'
import type { IssuePlan } from './day-plan.ts'
import { backgroundTag, entryOfTag, isBackground, stepAt } from './entry-tag.ts'
import { SEQUENCE_MS } from './trading-restriction.ts'
import { triggersShortRule } from './price-range.ts'
import {
  isOrderEvent,
  type MarketEvent,
  type MarketRules,
  type MarketState,
  type MatchContext,
} from './match-context.ts'
import { boardOf, type Board, type BoardNumbers } from './terms.ts'

const BOARD_LEVELS = 10
const THIN_LEVELS = 4

/** The recipient of all that an issue's book does. */
export type Tape = {
  /** `aggressor` null: an auction. */
  trade(
    issue: IssueBook,
    priceTenths: PriceTenths,
    quantity: Quantity,
    aggressor: BookSide | null,
    at: Ms,
  ): void
  /** A member's order traded; `seen`: what decided over it. */
  filled(tag: number, priceTenths: PriceTenths, quantity: Quantity, seen: MatchContext | null, at: Ms): void
  /**
   * An opening that special quotes had put off is over: the session has its first price, or nobody presses
   * any more.
   */
  opened(issue: IssueBook, at: Ms): void
  /** The step in which a member's order came. */
  entryOf(tag: number): Entry
}

/** The book of one issue on one day, and the figures of its quote. */
export class IssueBook {
  readonly plan: IssuePlan
  private readonly rules: MarketRules
  /** Of the day; those of a new listing follow from its first price. */
  limits: PriceLimits
  baseTenths: PriceTenths
  readonly book: Book
  lastTenths: PriceTenths | null
  openTenths: PriceTenths | null
  highTenths: PriceTenths | null
  lowTenths: PriceTenths | null
  volume: Quantity
  turnoverTenths: number
  trades: number
  /** The last price or special quote: what the next trade is measured from. */
  referenceTenths: PriceTenths
  isShortTriggered: boolean
  /** Member orders in the book: only then is what decides over a trade looked at. */
  memberOrders = 0
  /** Something that the quote or the board shows has changed since it was last sent. */
  changed = true
  /** The last change of the book, as far as it was looked at. */
  changedAt: Ms
  private changesSeen = 0
  /** Price and time at which the present run of trades began. */
  protected run: { readonly fromTenths: PriceTenths; readonly at: Ms } | null = null
  protected readonly tape: Tape
  /** The step with which the trade date begins. */
  private readonly midnight: number

  constructor(plan: IssuePlan, midnight: Ms, tape: Tape) {
    this.plan = plan
    this.midnight = stepAt(midnight)
    this.tape = tape
    const { code, firstDay, isReplay, tickTable, unit } = plan
    this.rules = { code, firstDay, isReplay, tickTable, unit }
    this.limits = plan.limits
    this.changedAt = midnight
    this.baseTenths = plan.baseTenths
    this.book = new Book(
      this.limits.lowerTenths,
      this.limits.upperTenths,
      tickAt(this.limits.lowerTenths, plan.tickTable),
    )
    this.lastTenths = plan.soFar?.lastTenths ?? null
    this.openTenths = plan.soFar?.openTenths ?? null
    this.highTenths = plan.soFar?.highTenths ?? null
    this.lowTenths = plan.soFar?.lowTenths ?? null
    this.volume = plan.soFar?.volume ?? 0
    this.turnoverTenths = (plan.soFar?.turnoverYen ?? 0) * 10
    this.trades = plan.soFar?.trades ?? 0
    // A day that is taken up in its middle goes on from what the time off has made of the price.
    this.referenceTenths =
      plan.soFar === null ? (plan.firstDay?.quotedTenths ?? plan.baseTenths) : this.onGrid(plan.fairTenths)
    this.isShortTriggered = this.lowTenths !== null && triggersShortRule(this.lowTenths, plan.baseTenths)
  }

  isOnGrid = (priceTenths: PriceTenths): boolean => isOnTick(priceTenths, this.plan.tickTable)

  isInside(priceTenths: PriceTenths): boolean {
    return priceTenths >= this.limits.lowerTenths && priceTenths <= this.limits.upperTenths
  }

  /** Joins the book without trading. */
  wait(side: BookSide, priceTenths: PriceTenths | null, quantity: Quantity, tag: number): Slot {
    this.changed = true
    return this.book.wait(side, priceTenths, quantity, tag)
  }

  cancel(slot: Slot): void {
    this.changed = true
    this.book.cancel(slot)
  }

  /** The tag that marks a background order of this firm. */
  tagOf = (firm: number, at: Ms): number => backgroundTag(firm, stepAt(at) - this.midnight)

  board = (): Board => boardOf(this.boardNumbers())

  boardNumbers(): BoardNumbers {
    const numbers = [0, 0]
    numbers[0] = this.book.ladder(BUY, BOARD_LEVELS, numbers)
    numbers[1] = this.book.ladder(SELL, BOARD_LEVELS, numbers)
    return numbers
  }

  /** Hardly anything is left to trade with: makers look again at once. */
  isThin(side: BookSide): boolean {
    return this.book.ladder(side, THIN_LEVELS, []) < THIN_LEVELS
  }

  protected onGrid(priceTenths: PriceTenths): PriceTenths {
    const { lowerTenths, upperTenths } = this.limits
    return Math.min(
      Math.max(roundToTick(priceTenths, this.plan.tickTable, 'nearest'), lowerTenths),
      upperTenths,
    )
  }

  protected entryOf = (tag: number): Entry =>
    isBackground(tag) ? entryOfTag(tag, this.midnight) : this.tape.entryOf(tag)

  /** Something happened at `at`: whether the book has changed since this was last asked. */
  look(at: Ms): void {
    if (this.book.changes === this.changesSeen) return
    this.changesSeen = this.book.changes
    this.changedAt = at
  }

  /** The facts that decide over this event. */
  protected seen(event: MarketEvent, state: MarketState, at: Ms): MatchContext {
    const orders = this.ordersKept()
    const entries = isOrderEvent(event) ? null : this.entriesOf(orders)
    return {
      at,
      event,
      rules: this.rules,
      state,
      orders,
      entries,
      changes: this.book.changes,
      changedAt: this.changedAt,
    }
  }

  private entriesOf(orders: readonly number[]): number[] {
    const entries: number[] = []
    for (let row = 0; row < orders.length; row += 4) {
      const { firm, bookedIn, givenIn } = this.entryOf(orders[row + 3]!)
      entries.push(firm, bookedIn, givenIn)
    }
    return entries
  }

  /** Tells the tape about the trades of the last message: one print and one report of the taker per price. */
  protected tell(side: BookSide, tag: number, seen: MatchContext | null, at: Ms): void {
    this.changed = true
    const { fillCount, fillPrice, fillQty, fillTag } = this.book
    let first = 0
    while (first < fillCount) {
      const price = fillPrice[first]!
      let sum = 0
      let next = first
      for (; next < fillCount && fillPrice[next] === price; next++) {
        sum += fillQty[next]!
        if (!isBackground(fillTag[next]!)) this.tape.filled(fillTag[next]!, price, fillQty[next]!, seen, at)
      }
      assert(this.isInside(price), 'no trade outside the limits of the day')
      this.print(price, sum, side, at)
      if (!isBackground(tag)) this.tape.filled(tag, price, sum, seen, at)
      first = next
    }
  }

  protected print(price: PriceTenths, quantity: Quantity, aggressor: BookSide | null, at: Ms): void {
    this.changed = true
    if (aggressor === null) this.run = null
    else if (this.run === null || at - this.run.at >= SEQUENCE_MS)
      this.run = { fromTenths: this.referenceTenths, at }
    this.referenceTenths = price
    this.lastTenths = price
    this.openTenths ??= price
    this.highTenths = this.highTenths === null || price > this.highTenths ? price : this.highTenths
    this.lowTenths = this.lowTenths === null || price < this.lowTenths ? price : this.lowTenths
    this.volume += quantity
    this.turnoverTenths += price * quantity
    this.trades++
    if (triggersShortRule(price, this.baseTenths)) this.isShortTriggered = true
    this.tape.trade(this, price, quantity, aggressor, at)
  }

  /** Every order: side, price (0: a market order), shares, tag; each level in its priority. */
  protected ordersKept(): number[] {
    const orders: number[] = []
    for (const side of [BUY, SELL] as const) {
      this.keepQueue(orders, side, null)
      for (let price = this.book.nextPrice(side, this.book.lowTenths, 1); price !== null;) {
        this.keepQueue(orders, side, price)
        price = this.book.nextPrice(side, price + this.book.unitTenths, 1)
      }
    }
    return orders
  }

  /** Fills the fresh book with these orders; `placed` hears where members' orders stand now. */
  protected refill(orders: readonly number[], placed: (tag: number, slot: Slot) => void): void {
    for (let at = 0; at < orders.length; at += 4) {
      const price = orders[at + 1]!
      const tag = orders[at + 3]!
      const slot = this.book.wait(orders[at]! as BookSide, price === 0 ? null : price, orders[at + 2]!, tag)
      if (!isBackground(tag)) placed(tag, slot)
    }
    this.changed = true
  }

  private keepQueue(orders: number[], side: BookSide, price: PriceTenths | null): void {
    for (let slot = this.book.firstAt(side, price); slot !== NONE; slot = this.book.after(slot)) {
      orders.push(side, price ?? 0, this.book.quantityOf(slot), this.book.tagOf(slot))
    }
  }
}
