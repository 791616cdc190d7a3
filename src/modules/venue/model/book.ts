import { assert } from '#kernel/assert.ts'
import type { PriceTenths, Quantity } from '#kernel/price.ts'

/** The two sides of a book, as indexes. */
export const BUY = 0
export const SELL = 1
export type BookSide = typeof BUY | typeof SELL
export const opposite = (side: BookSide): BookSide => (side === BUY ? SELL : BUY)

/** Index of an order in the book, until it is filled or cancelled. NONE: it is not in the book. */
export type Slot = number
export const NONE = -1

/** One resting order is five numbers of one array, so that a message touches few cache lines. */
const NEXT = 0
const PREV = 1
const LEVEL = 2
const QTY = 3
const TAG = 4
const STRIDE = 5

/**
 * The matching core: a price-time priority book of one issue. A price is a level number, a level a linked
 * list of orders, an order five integers; nothing is allocated while messages are worked. Trades of the last
 * message stand in `fill…[0 … fillCount)`. Market orders that wait for an auction have a list of their own
 * per side. Outside auctions the book is never crossed.
 */
export class Book {
  readonly lowTenths: PriceTenths
  readonly highTenths: PriceTenths
  readonly unitTenths: number
  /** Number of price levels; the list of waiting market orders is level number `levels`. */
  readonly levels: number

  /**
   * Trades of the last message: the resting order's slot (already free when `fillLeft` is 0), its tag, price,
   * shares, rest.
   */
  fillCount = 0
  fillSlot = new Int32Array(64)
  fillTag = new Int32Array(64)
  fillPrice = new Int32Array(64)
  fillQty = new Int32Array(64)
  fillLeft = new Int32Array(64)
  /** Shares of the last limit, market or amend message that did not trade at once. */
  left: Quantity = 0
  /** The number of changes of the book: an order came, went, grew less or traded. */
  changes = 0

  private orders: Int32Array<ArrayBuffer>
  private free: Slot = NONE
  private used = 0
  private readonly head: readonly [Int32Array, Int32Array]
  private readonly tail: readonly [Int32Array, Int32Array]
  private readonly sums: readonly [Float64Array, Float64Array]
  /** The levels that hold orders: a bit per level, and a bit per word of those. */
  private readonly bits: readonly [Uint32Array, Uint32Array]
  private readonly words: readonly [Uint32Array, Uint32Array]
  private bestBid = NONE
  private bestAsk: number

  /**
   * Prices from `lowTenths` to `highTenths` in steps of `unitTenths`: the day's limits and their finest tick.
   */
  constructor(lowTenths: PriceTenths, highTenths: PriceTenths, unitTenths: number, capacity = 64) {
    assert(
      unitTenths > 0 && (highTenths - lowTenths) % unitTenths === 0,
      'the price range is a whole number of units',
    )
    this.lowTenths = lowTenths
    this.highTenths = highTenths
    this.unitTenths = unitTenths
    this.levels = (highTenths - lowTenths) / unitTenths + 1
    const lists = this.levels + 1
    const words = Math.ceil(this.levels / 32)
    const list = () => new Int32Array(lists).fill(NONE)
    this.orders = new Int32Array(capacity * STRIDE)
    this.head = [list(), list()]
    this.tail = [list(), list()]
    this.sums = [new Float64Array(lists), new Float64Array(lists)]
    this.bits = [new Uint32Array(words), new Uint32Array(words)]
    this.words = [new Uint32Array(Math.ceil(words / 32)), new Uint32Array(Math.ceil(words / 32))]
    this.bestAsk = this.levels
  }

  /**
   * Trades against the other side at `priceTenths` or better; the rest waits in the book (its slot) or,
   * `rests` false, lapses.
   */
  limit(side: BookSide, priceTenths: PriceTenths, quantity: Quantity, tag: number, rests = true): Slot {
    const level = this.levelOf(priceTenths)
    this.fillCount = 0
    const left = side === BUY ? this.buyUpTo(level, quantity) : this.sellDownTo(level, quantity)
    this.left = left
    return left > 0 && rests ? this.append(side, level, left, tag, this.take()) : NONE
  }

  /** Trades against whatever the other side holds; the rest lapses. */
  market(side: BookSide, quantity: Quantity): void {
    this.fillCount = 0
    this.left = side === BUY ? this.buyUpTo(this.levels - 1, quantity) : this.sellDownTo(0, quantity)
  }

  /** Waits for an auction without trading; no price: a market order, before every limit order of its side. */
  wait(side: BookSide, priceTenths: PriceTenths | null, quantity: Quantity, tag: number): Slot {
    const level = priceTenths === null ? this.levels : this.levelOf(priceTenths)
    return this.append(side, level, quantity, tag, this.take())
  }

  cancel(slot: Slot): void {
    this.unlink(slot)
    this.give(slot)
  }

  /** Fewer shares: the order keeps its place. */
  reduce(slot: Slot, quantity: Quantity): void {
    const at = slot * STRIDE
    const levelSide = this.orders[at + LEVEL]!
    const sums = this.sums[(levelSide & 1) as BookSide]
    assert(
      quantity > 0 && quantity <= this.orders[at + QTY]!,
      'an order is only ever reduced, and never to nothing',
    )
    sums[levelSide >> 1]! += quantity - this.orders[at + QTY]!
    this.orders[at + QTY] = quantity
    this.changes++
  }

  /**
   * Another price: the order goes to the end of the queue there, and trades at once what it can (`matches`
   * false: waits, for an auction). The slot stays the order's own while something is left; then NONE.
   */
  amend(slot: Slot, priceTenths: PriceTenths, quantity: Quantity, matches = true): Slot {
    const side = this.sideOf(slot)
    const tag = this.tagOf(slot)
    const level = this.levelOf(priceTenths)
    this.unlink(slot)
    this.fillCount = 0
    this.left = quantity
    if (matches) this.left = side === BUY ? this.buyUpTo(level, quantity) : this.sellDownTo(level, quantity)
    if (this.left > 0) return this.append(side, level, this.left, tag, slot)
    this.give(slot)
    return NONE
  }

  /** Takes shares off a resting order that traded in an auction; a filled order leaves the book. */
  fill(slot: Slot, quantity: Quantity): void {
    const left = this.orders[slot * STRIDE + QTY]! - quantity
    assert(left >= 0, 'an order never trades more than it holds')
    if (left > 0) this.reduce(slot, left)
    else this.cancel(slot)
  }

  sideOf(slot: Slot): BookSide {
    return (this.orders[slot * STRIDE + LEVEL]! & 1) as BookSide
  }
  tagOf(slot: Slot): number {
    return this.orders[slot * STRIDE + TAG]!
  }
  quantityOf(slot: Slot): Quantity {
    return this.orders[slot * STRIDE + QTY]!
  }
  /** null: a market order that waits for an auction. */
  priceOf(slot: Slot): PriceTenths | null {
    const level = this.orders[slot * STRIDE + LEVEL]! >> 1
    return level === this.levels ? null : this.priceAt(level)
  }

  bestBidTenths(): PriceTenths | null {
    return this.bestBid === NONE ? null : this.priceAt(this.bestBid)
  }
  bestAskTenths(): PriceTenths | null {
    return this.bestAsk === this.levels ? null : this.priceAt(this.bestAsk)
  }

  /** Shares waiting at a price (null: market orders). */
  quantityAt(side: BookSide, priceTenths: PriceTenths | null): Quantity {
    return this.sums[side][priceTenths === null ? this.levels : this.levelOf(priceTenths)]!
  }

  /**
   * First order of the queue at a price (null: market orders), and the one after an order: NONE at the end.
   */
  firstAt(side: BookSide, priceTenths: PriceTenths | null): Slot {
    return this.head[side][priceTenths === null ? this.levels : this.levelOf(priceTenths)]!
  }
  after(slot: Slot): Slot {
    return this.orders[slot * STRIDE + NEXT]!
  }

  /**
   * The next price that holds orders, from `fromTenths` (inclusive) upwards or downwards; null when there is
   * none.
   */
  nextPrice(side: BookSide, fromTenths: PriceTenths, direction: 1 | -1): PriceTenths | null {
    if (direction === 1) {
      if (fromTenths > this.highTenths) return null
      const up = this.nextUp(side, Math.max(0, Math.ceil((fromTenths - this.lowTenths) / this.unitTenths)))
      return up === this.levels ? null : this.priceAt(up)
    }
    if (fromTenths < this.lowTenths) return null
    const top = Math.floor((fromTenths - this.lowTenths) / this.unitTenths)
    const down = this.nextDown(side, Math.min(this.levels - 1, top))
    return down === NONE ? null : this.priceAt(down)
  }

  /** Adds price and shares of up to `most` levels of a side, best first. Returns how many there were. */
  ladder(side: BookSide, most: number, into: number[]): number {
    const sums = this.sums[side]
    let level = side === BUY ? this.bestBid : this.bestAsk
    let count = 0
    while (count < most && level !== NONE && level !== this.levels) {
      into.push(this.priceAt(level), sums[level]!)
      count++
      level = side === BUY ? this.nextDown(BUY, level - 1) : this.nextUp(SELL, level + 1)
    }
    return count
  }

  private levelOf(priceTenths: PriceTenths): number {
    const level = (priceTenths - this.lowTenths) / this.unitTenths
    assert(level >= 0 && level < this.levels && (level | 0) === level, 'the price stands on the book')
    return level
  }

  private priceAt(level: number): PriceTenths {
    return this.lowTenths + level * this.unitTenths
  }

  private buyUpTo(level: number, quantity: Quantity): Quantity {
    let left = quantity
    while (left > 0 && this.bestAsk <= level) {
      left = this.eat(SELL, this.bestAsk, left)
      if (this.head[SELL][this.bestAsk] === NONE) this.bestAsk = this.nextUp(SELL, this.bestAsk + 1)
    }
    return left
  }

  private sellDownTo(level: number, quantity: Quantity): Quantity {
    let left = quantity
    while (left > 0 && this.bestBid >= level) {
      left = this.eat(BUY, this.bestBid, left)
      if (this.head[BUY][this.bestBid] === NONE) this.bestBid = this.nextDown(BUY, this.bestBid - 1)
    }
    return left
  }

  /** Trades with the orders of one level in their sequence; a level left empty loses its bit. */
  private eat(side: BookSide, level: number, quantity: Quantity): Quantity {
    const orders = this.orders
    const heads = this.head[side]
    const price = this.priceAt(level)
    let slot = heads[level]!
    let left = quantity
    while (left > 0 && slot !== NONE) {
      const at = slot * STRIDE
      const resting = orders[at + QTY]!
      const traded = resting < left ? resting : left
      const rest = resting - traded
      this.record(slot, orders[at + TAG]!, price, traded, rest)
      left -= traded
      if (rest > 0) {
        orders[at + QTY] = rest
        break
      }
      const next = orders[at + NEXT]!
      this.give(slot)
      slot = next
    }
    this.sums[side][level]! -= quantity - left
    this.changes++
    heads[level] = slot
    if (slot === NONE) {
      this.tail[side][level] = NONE
      this.clearBit(side, level)
    } else orders[slot * STRIDE + PREV] = NONE
    return left
  }

  private record(slot: Slot, tag: number, price: PriceTenths, quantity: Quantity, left: Quantity): void {
    const index = this.fillCount++
    if (index === this.fillSlot.length) this.growFills()
    this.fillSlot[index] = slot
    this.fillTag[index] = tag
    this.fillPrice[index] = price
    this.fillQty[index] = quantity
    this.fillLeft[index] = left
  }

  private growFills(): void {
    this.fillSlot = doubled(this.fillSlot)
    this.fillTag = doubled(this.fillTag)
    this.fillPrice = doubled(this.fillPrice)
    this.fillQty = doubled(this.fillQty)
    this.fillLeft = doubled(this.fillLeft)
  }

  private take(): Slot {
    const slot = this.free
    if (slot !== NONE) {
      this.free = this.orders[slot * STRIDE + NEXT]!
      return slot
    }
    if ((this.used + 1) * STRIDE > this.orders.length) this.orders = doubled(this.orders)
    return this.used++
  }

  private give(slot: Slot): void {
    const at = slot * STRIDE
    this.orders[at + NEXT] = this.free
    this.orders[at + QTY] = 0
    this.free = slot
  }

  private append(side: BookSide, level: number, quantity: Quantity, tag: number, slot: Slot): Slot {
    const orders = this.orders
    const tails = this.tail[side]
    const at = slot * STRIDE
    const last = tails[level]!
    orders[at + NEXT] = NONE
    orders[at + PREV] = last
    orders[at + LEVEL] = (level << 1) | side
    orders[at + QTY] = quantity
    orders[at + TAG] = tag
    tails[level] = slot
    this.changes++
    this.sums[side][level]! += quantity
    if (last !== NONE) orders[last * STRIDE + NEXT] = slot
    else {
      this.head[side][level] = slot
      if (level !== this.levels) this.occupy(side, level)
    }
    return slot
  }

  private unlink(slot: Slot): void {
    const orders = this.orders
    const at = slot * STRIDE
    const side = (orders[at + LEVEL]! & 1) as BookSide
    const level = orders[at + LEVEL]! >> 1
    const quantity = orders[at + QTY]!
    assert(quantity > 0, 'the order is in the book')
    const next = orders[at + NEXT]!
    const prev = orders[at + PREV]!
    this.sums[side][level]! -= quantity
    this.changes++
    if (prev === NONE) this.head[side][level] = next
    else orders[prev * STRIDE + NEXT] = next
    if (next === NONE) this.tail[side][level] = prev
    else orders[next * STRIDE + PREV] = prev
    if (prev === NONE && next === NONE && level !== this.levels) this.vacate(side, level)
  }

  private occupy(side: BookSide, level: number): void {
    this.bits[side][level >> 5]! |= 1 << (level & 31)
    this.words[side][level >> 10]! |= 1 << ((level >> 5) & 31)
    if (side === BUY) {
      if (level > this.bestBid) this.bestBid = level
    } else if (level < this.bestAsk) this.bestAsk = level
  }

  private vacate(side: BookSide, level: number): void {
    this.clearBit(side, level)
    if (side === BUY) {
      if (level === this.bestBid) this.bestBid = this.nextDown(BUY, level - 1)
    } else if (level === this.bestAsk) this.bestAsk = this.nextUp(SELL, level + 1)
  }

  private clearBit(side: BookSide, level: number): void {
    const bits = this.bits[side]
    bits[level >> 5]! &= ~(1 << (level & 31))
    if (bits[level >> 5] === 0) this.words[side][level >> 10]! &= ~(1 << ((level >> 5) & 31))
  }

  /** The lowest occupied level from `level` up, or `levels`. */
  private nextUp(side: BookSide, level: number): number {
    if (level >= this.levels) return this.levels
    const bits = this.bits[side]
    const words = this.words[side]
    let word = level >> 5
    const here = bits[word]! & (-1 << (level & 31))
    if (here !== 0) return (word << 5) + lowest(here)
    word++
    let group = word >> 5
    if (group >= words.length) return this.levels
    let found = words[group]! & (-1 << (word & 31))
    while (found === 0) {
      if (++group === words.length) return this.levels
      found = words[group]!
    }
    word = (group << 5) + lowest(found)
    return (word << 5) + lowest(bits[word]!)
  }

  /** The highest occupied level from `level` down, or NONE. */
  private nextDown(side: BookSide, level: number): number {
    if (level < 0) return NONE
    const bits = this.bits[side]
    const words = this.words[side]
    let word = level >> 5
    const here = bits[word]! & (-1 >>> (31 - (level & 31)))
    if (here !== 0) return (word << 5) + 31 - Math.clz32(here)
    word--
    if (word < 0) return NONE
    let group = word >> 5
    let found = words[group]! & (-1 >>> (31 - (word & 31)))
    while (found === 0) {
      if (--group < 0) return NONE
      found = words[group]!
    }
    word = (group << 5) + 31 - Math.clz32(found)
    return (word << 5) + 31 - Math.clz32(bits[word]!)
  }
}

const lowest = (word: number): number => 31 - Math.clz32(word & -word)

function doubled(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const wider = new Int32Array(array.length * 2)
  wider.set(array)
  return wider
}
