import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { TickTable } from '#modules/instruments/model/instrument.ts'
import { limitsFor } from '#modules/instruments/model/limits.ts'
import { roundToTick, tickAt } from '#modules/instruments/model/tick.ts'
import { Book, BUY, NONE, SELL, type BookSide, type Slot } from '#modules/venue/model/book.ts'
import type { Quote, QuoteState } from '#modules/venue/model/terms.ts'
import type { Dice } from './dice.ts'

/** The tag of somebody in the book who is no member. */
export const NOBODY = 0
/** One execution of the matching core: the resting order's tag, price, shares, shares left of it. */
export type Match = {
  readonly tag: number
  readonly priceTenths: PriceTenths
  readonly quantity: Quantity
  readonly left: Quantity
}

const BOARD_LEVELS = 3
/** A wild move now and then brings margin calls, loss-cuts and stops. */
const WILD_SHARE = 0.02

/**
 * One issue on the simulation's exchange: the real book between the day's real limits, with liquidity by
 * chance around a price that wanders.
 */
export class FakeIssue {
  readonly code: string
  readonly tickTable: TickTable
  book!: Book
  lower!: PriceTenths
  upper!: PriceTenths
  isStopped = false
  tradeNo = 0
  #base: PriceTenths
  #last: PriceTenths | null = null
  #fair: PriceTenths
  #resting: Slot[] = []

  constructor(code: string, tickTable: TickTable, baseTenths: PriceTenths) {
    this.code = code
    this.tickTable = tickTable
    this.#base = baseTenths
    this.#fair = baseTenths
    this.beginDay()
  }

  get price(): PriceTenths {
    return this.#last ?? this.#base
  }

  /** A new day: yesterday's last price is its base, the book is empty. */
  beginDay(): void {
    this.#base = roundToTick(this.price, this.tickTable, 'nearest')
    this.#last = null
    this.#fair = this.#base
    const { lowerTenths, upperTenths } = limitsFor(this.#base, this.tickTable)
    this.lower = lowerTenths
    this.upper = upperTenths
    this.book = new Book(lowerTenths, upperTenths, tickAt(lowerTenths, this.tickTable), 32)
    this.#resting = []
    this.tradeNo = 0
  }

  isInside(priceTenths: PriceTenths): boolean {
    return (
      priceTenths >= this.lower &&
      priceTenths <= this.upper &&
      priceTenths % tickAt(priceTenths, this.tickTable) === 0
    )
  }

  /**
   * Others change their minds: their boards are laid out anew around a price that has moved. What trades
   * meanwhile is given to `matched`.
   */
  stir(dice: Dice, matched: (side: BookSide, matches: readonly Match[]) => void): void {
    for (const slot of this.#resting.splice(0))
      if (this.book.quantityOf(slot) > 0 && this.book.tagOf(slot) === NOBODY) this.book.cancel(slot)
    const step = dice.chance(WILD_SHARE) ? 400 : 25
    const moved = this.#fair * (1 + (dice.below(2 * step + 1) - step) / 10_000)
    this.#fair = Math.min(Math.max(Math.round(moved), this.lower), this.upper)
    for (let level = 1; level <= BOARD_LEVELS; level++) {
      this.#offer(BUY, roundToTick(this.#fair * (1 - level * 0.0008), this.tickTable, 'down'), dice, matched)
      this.#offer(SELL, roundToTick(this.#fair * (1 + level * 0.0008), this.tickTable, 'up'), dice, matched)
    }
    // Somebody takes what is there, members' orders too.
    if (dice.chance(0.3)) {
      const side = dice.one<BookSide>([BUY, SELL])
      this.book.market(side, dice.between(1, 12) * 100)
      matched(side, this.matches())
    }
  }

  #offer(
    side: BookSide,
    priceTenths: PriceTenths,
    dice: Dice,
    matched: (side: BookSide, matches: readonly Match[]) => void,
  ): void {
    if (!this.isInside(priceTenths)) return
    const slot = this.book.limit(side, priceTenths, dice.between(1, 8) * 100, NOBODY)
    matched(side, this.matches())
    if (slot !== NONE) this.#resting.push(slot)
  }

  /**
   * The executions of the book's last message. A slot of ours that was eaten is somebody else's from now on.
   */
  matches(): Match[] {
    const { book } = this
    const found: Match[] = []
    for (let n = 0; n < book.fillCount; n++) {
      const [tag, left] = [book.fillTag[n]!, book.fillLeft[n]!]
      if (tag === NOBODY && left === 0)
        this.#resting = this.#resting.filter((slot) => slot !== book.fillSlot[n])
      found.push({ tag, left, priceTenths: book.fillPrice[n]!, quantity: book.fillQty[n]! })
    }
    book.fillCount = 0
    return found
  }

  traded(priceTenths: PriceTenths): number {
    this.#last = priceTenths
    this.#fair = priceTenths
    return ++this.tradeNo
  }

  quote(state: QuoteState, at: Ms, tradeDate: DateJst): Quote {
    const last = this.#last
    return {
      code: this.code,
      lastTenths: last,
      previousCloseTenths: this.#base,
      baseTenths: this.#base,
      openTenths: last,
      highTenths: last,
      lowTenths: last,
      volume: 0,
      turnoverYen: 0,
      vwapTenths: last,
      bidTenths: this.book.bestBidTenths(),
      bidQty: 0,
      askTenths: this.book.bestAskTenths(),
      askQty: 0,
      upperLimitTenths: this.upper,
      lowerLimitTenths: this.lower,
      state: this.isStopped ? 'halted' : state,
      indication: null,
      shortRestricted: false,
      firstDay: false,
      at,
      tradeDate,
    }
  }
}
