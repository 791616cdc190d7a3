import { assert } from '#kernel/assert.ts'
import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { Ms } from '#kernel/time.ts'
import type { PriceLimits } from '#rooms/instruments/model/limits.ts'
import { isOnTick, tickAt } from '#rooms/instruments/model/tick.ts'
import { Book, BUY, NONE, SELL, type BookSide, type Slot } from './book.ts'
import type { IssuePlan } from './day-plan.ts'
import { auctionPrice, limitMarketOrders, uncross, type AuctionPrice } from './itayose.ts'
import { boardOf, type Board, type BoardNumbers } from './terms.ts'

/** Orders of the background carry this tag, member orders their number from 1. */
export const BACKGROUND = 0
const BOARD_LEVELS = 10
const THIN_LEVELS = 4

/** Who is told what an issue's book did. */
export type Tape = {
  /** `aggressor` null: an auction. */
  trade(market: IssueMarket, priceTenths: PriceTenths, quantity: Quantity, aggressor: BookSide | null, at: Ms): void
  /** A member's resting order traded; `board` as it stood before. */
  filled(tag: number, priceTenths: PriceTenths, quantity: Quantity, board: BoardNumbers | null, at: Ms): void
}

/** One issue on one day: its book, its limits, and the figures of its quote. */
export class IssueMarket {
  readonly plan: IssuePlan
  readonly limits: PriceLimits
  readonly book: Book
  lastTenths: PriceTenths | null
  openTenths: PriceTenths | null
  highTenths: PriceTenths | null
  lowTenths: PriceTenths | null
  volume: Quantity
  turnoverTenths: number
  trades: number
  /** Member orders in the book: only then is a board kept with a trade. */
  memberOrders = 0
  /** Something that the quote or the board shows has changed since it was last sent. */
  changed = true
  private readonly tape: Tape

  constructor(plan: IssuePlan, tape: Tape) {
    this.plan = plan
    this.tape = tape
    this.limits = plan.limits
    this.book = new Book(this.limits.lowerTenths, this.limits.upperTenths, tickAt(this.limits.lowerTenths, plan.tickTable))
    this.lastTenths = plan.soFar?.lastTenths ?? null
    this.openTenths = plan.soFar?.openTenths ?? null
    this.highTenths = plan.soFar?.highTenths ?? null
    this.lowTenths = plan.soFar?.lowTenths ?? null
    this.volume = plan.soFar?.volume ?? 0
    this.turnoverTenths = (plan.soFar?.turnoverYen ?? 0) * 10
    this.trades = plan.soFar?.trades ?? 0
  }

  isOnGrid = (priceTenths: PriceTenths): boolean => isOnTick(priceTenths, this.plan.tickTable)

  isInside(priceTenths: PriceTenths): boolean {
    return priceTenths >= this.limits.lowerTenths && priceTenths <= this.limits.upperTenths
  }

  /**
   * Trades what it can, the rest waits (`rests`) or lapses. No price: a market order, which never rests. Returns the slot of what
   * waits; how much did not trade stands in `book.left`.
   */
  enter(side: BookSide, priceTenths: PriceTenths | null, quantity: Quantity, tag: number, rests: boolean, at: Ms): Slot {
    const board = this.boardForMembers(side, tag, priceTenths)
    let slot: Slot = NONE
    if (priceTenths === null) this.book.market(side, quantity)
    else slot = this.book.limit(side, priceTenths, quantity, tag, rests)
    this.tell(side, tag, board, at)
    return slot
  }

  /** Another price for a waiting order: see `Book.amend`. */
  amend(slot: Slot, priceTenths: PriceTenths, quantity: Quantity, matches: boolean, at: Ms): Slot {
    const side = this.book.sideOf(slot)
    const tag = this.book.tagOf(slot)
    const board = this.boardForMembers(side, tag, priceTenths)
    const left = this.book.amend(slot, priceTenths, quantity, matches)
    this.tell(side, tag, board, at)
    return left
  }

  wait(side: BookSide, priceTenths: PriceTenths | null, quantity: Quantity, tag: number): Slot {
    this.changed = true
    return this.book.wait(side, priceTenths, quantity, tag)
  }

  cancel(slot: Slot): void {
    this.changed = true
    this.book.cancel(slot)
  }

  /** Itayose: trades all that crosses at one price. Without a price that meets the conditions, market orders count as limit orders. */
  auction(at: Ms): AuctionPrice | null {
    const reference = this.lastTenths ?? this.plan.baseTenths
    let price = auctionPrice(this.book, reference, this.isOnGrid)
    if (this.book.firstAt(BUY, null) !== NONE || this.book.firstAt(SELL, null) !== NONE) {
      if (price === null) {
        limitMarketOrders(this.book)
        price = auctionPrice(this.book, reference, this.isOnGrid)
      }
    }
    if (price === null) return null
    assert(this.isInside(price.priceTenths) && this.isOnGrid(price.priceTenths), 'an auction price is inside the limits and on the grid')
    const board = this.memberOrders > 0 ? this.boardNumbers() : null
    const filled = new Map<number, Quantity>()
    uncross(this.book, price, (buyTag, sellTag, quantity) => {
      if (buyTag !== BACKGROUND) filled.set(buyTag, (filled.get(buyTag) ?? 0) + quantity)
      if (sellTag !== BACKGROUND) filled.set(sellTag, (filled.get(sellTag) ?? 0) + quantity)
    })
    this.print(price.priceTenths, price.quantity, null, at)
    for (const [tag, quantity] of filled) this.tape.filled(tag, price.priceTenths, quantity, board, at)
    return price
  }

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

  /** The board that a member's trade is shown with: only where a member may trade now. */
  private boardForMembers(side: BookSide, tag: number, priceTenths: PriceTenths | null): BoardNumbers | null {
    if (tag === BACKGROUND && this.memberOrders === 0) return null
    const best = side === BUY ? this.book.bestAskTenths() : this.book.bestBidTenths()
    const crosses = best !== null && (priceTenths === null || (side === BUY ? priceTenths >= best : priceTenths <= best))
    return crosses ? this.boardNumbers() : null
  }

  /** Tells the tape about the trades of the last message: one print and one report of the taker per price. */
  private tell(side: BookSide, tag: number, board: BoardNumbers | null, at: Ms): void {
    this.changed = true
    const { fillCount, fillPrice, fillQty, fillTag } = this.book
    let first = 0
    while (first < fillCount) {
      const price = fillPrice[first]!
      let sum = 0
      let next = first
      for (; next < fillCount && fillPrice[next] === price; next++) {
        sum += fillQty[next]!
        if (fillTag[next] !== BACKGROUND) this.tape.filled(fillTag[next]!, price, fillQty[next]!, board, at)
      }
      assert(this.isInside(price), 'no trade outside the limits of the day')
      this.print(price, sum, side, at)
      if (tag !== BACKGROUND) this.tape.filled(tag, price, sum, board, at)
      first = next
    }
  }

  private print(price: PriceTenths, quantity: Quantity, aggressor: BookSide | null, at: Ms): void {
    this.changed = true
    this.lastTenths = price
    this.openTenths ??= price
    this.highTenths = this.highTenths === null || price > this.highTenths ? price : this.highTenths
    this.lowTenths = this.lowTenths === null || price < this.lowTenths ? price : this.lowTenths
    this.volume += quantity
    this.turnoverTenths += price * quantity
    this.trades++
    this.tape.trade(this, price, quantity, aggressor, at)
  }

  /** Figures, and every order: side, price (0: a market order), shares, tag; each level in its priority. */
  snapshot() {
    const { lastTenths, openTenths, highTenths, lowTenths, volume, turnoverTenths, trades, memberOrders } = this
    const orders: number[] = []
    for (const side of [BUY, SELL] as const) {
      this.keepQueue(orders, side, null)
      for (let price = this.book.nextPrice(side, this.book.lowTenths, 1); price !== null; ) {
        this.keepQueue(orders, side, price)
        price = this.book.nextPrice(side, price + this.book.unitTenths, 1)
      }
    }
    return { lastTenths, openTenths, highTenths, lowTenths, volume, turnoverTenths, trades, memberOrders, orders }
  }

  /** `placed` hears where members' orders stand now. The market must be fresh. */
  restore(kept: IssueSnapshot, placed: (tag: number, slot: Slot) => void): void {
    const { orders, ...figures } = kept
    Object.assign(this, figures)
    for (let at = 0; at < orders.length; at += 4) {
      const price = orders[at + 1]!
      const tag = orders[at + 3]!
      const slot = this.book.wait(orders[at]! as BookSide, price === 0 ? null : price, orders[at + 2]!, tag)
      if (tag !== BACKGROUND) placed(tag, slot)
    }
    this.changed = true
  }

  private keepQueue(orders: number[], side: BookSide, price: PriceTenths | null): void {
    for (let slot = this.book.firstAt(side, price); slot !== NONE; slot = this.book.after(slot)) {
      orders.push(side, price ?? 0, this.book.quantityOf(slot), this.book.tagOf(slot))
    }
  }
}

export type IssueSnapshot = ReturnType<IssueMarket['snapshot']>
