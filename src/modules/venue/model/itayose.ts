import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { PriceLimits } from '#modules/instruments/model/limits.ts'
import { BUY, NONE, SELL, type Book, type BookSide } from './book.ts'

/**
 * The auction of the exchange (板寄せ): one price for all that was collected (facts: market rules, section 5).
 */

export type AuctionPrice = {
  readonly priceTenths: PriceTenths
  readonly quantity: Quantity
  readonly surplus: number
}

/** The shares at one price: of limit orders, buying and selling. */
type Rung = { price: PriceTenths; buy: Quantity; sell: Quantity }

function rungsOf(book: Book): Rung[] {
  const rungs: Rung[] = []
  let price = firstPrice(book, book.lowTenths)
  while (price !== null) {
    rungs.push({ price, buy: book.quantityAt(BUY, price), sell: book.quantityAt(SELL, price) })
    price = firstPrice(book, price + book.unitTenths)
  }
  return rungs
}

function firstPrice(book: Book, from: PriceTenths): PriceTenths | null {
  const buy = book.nextPrice(BUY, from, 1)
  const sell = book.nextPrice(SELL, from, 1)
  return buy === null || sell === null ? (buy ?? sell) : Math.min(buy, sell)
}

/**
 * The price of the auction, or null when no price meets the three conditions: at it (1) all market orders of
 * both sides fill, (2) all sells below and all buys above it fill, (3) all orders of at least one side at it
 * fill. Among several: the largest quantity, the smallest surplus, then the lowest price if all surpluses are
 * on the sell side and the highest if all are on the buy side, else the one nearest to `referenceTenths`
 * (`TIE_BREAKS`). `isOnGrid` says at which prices the issue may trade.
 */
export function auctionPrice(
  book: Book,
  referenceTenths: PriceTenths,
  isOnGrid: (price: PriceTenths) => boolean,
): AuctionPrice | null {
  const rungs = rungsOf(book)
  const marketBuy = book.quantityAt(BUY, null)
  const marketSell = book.quantityAt(SELL, null)
  let buys = marketBuy + rungs.reduce((sum, rung) => sum + rung.buy, 0)
  let sells = marketSell
  const found: AuctionPrice[] = []
  const consider = (price: PriceTenths, buyAt: Quantity, sellAt: Quantity) => {
    const quantity = Math.min(buys, sells)
    if (quantity === 0 || quantity < marketBuy || quantity < marketSell) return // condition 1
    // condition 2; condition 3 is what a minimum means
    if (quantity < buys - buyAt || quantity < sells - sellAt) return
    found.push({ priceTenths: price, quantity, surplus: buys - sells })
  }
  let below: PriceTenths | null = null
  for (const rung of rungs) {
    // Between two prices with orders nothing changes: of the grid there, the ends and the point nearest to
    // the reference suffice.
    if (below !== null)
      for (const price of gridBetween(below, rung.price, referenceTenths, book.unitTenths, isOnGrid))
        consider(price, 0, 0)
    sells += rung.sell
    consider(rung.price, rung.buy, rung.sell)
    buys -= rung.buy
    below = rung.price
  }
  // With market orders alone on both sides no limit says where: they meet at the reference.
  if (rungs.length === 0 && isOnGrid(referenceTenths)) consider(referenceTenths, 0, 0)
  return chosen(found, referenceTenths)
}

/** Of several prices, in ascending order, those that this rule prefers. */
type TieBreak = (found: readonly AuctionPrice[], referenceTenths: PriceTenths) => readonly AuctionPrice[]

const least = (
  found: readonly AuctionPrice[],
  figure: (each: AuctionPrice) => number,
): readonly AuctionPrice[] => {
  const smallest = Math.min(...found.map(figure))
  return found.filter((each) => figure(each) === smallest)
}

/**
 * The choice among several admissible prices: each rule chooses among what those before it leave. Open in the
 * facts, which model the order on JPX derivatives (market rules 5.2): another order is another order of this
 * list.
 */
const TIE_BREAKS: readonly TieBreak[] = [
  (found) => least(found, ({ quantity }) => -quantity),
  (found) => least(found, ({ surplus }) => Math.abs(surplus)),
  (found) =>
    found.every(({ surplus }) => surplus < 0)
      ? found.slice(0, 1)
      : found.every(({ surplus }) => surplus > 0)
        ? found.slice(-1)
        : found,
  (found, referenceTenths) => least(found, ({ priceTenths }) => Math.abs(priceTenths - referenceTenths)),
]

const chosen = (found: readonly AuctionPrice[], referenceTenths: PriceTenths): AuctionPrice | null =>
  (found.length < 2 ? found : TIE_BREAKS.reduce((left, rule) => rule(left, referenceTenths), found))[0] ??
  null

function gridBetween(
  below: PriceTenths,
  above: PriceTenths,
  reference: PriceTenths,
  unit: number,
  isOnGrid: (price: PriceTenths) => boolean,
): PriceTenths[] {
  const from = stepTo(below + unit, above, unit, isOnGrid)
  if (from === null) return []
  const to = stepTo(above - unit, below, -unit, isOnGrid)!
  const inside = Math.min(Math.max(reference - ((reference - below) % unit), from), to)
  const nearest = [stepTo(inside, below, -unit, isOnGrid), stepTo(inside + unit, above, unit, isOnGrid)]
  const prices = [from, ...nearest, to].filter((price): price is PriceTenths => price !== null)
  return [...new Set(prices)].sort((a, b) => a - b)
}

/** The first price of the grid from `price` on, before `end` is reached. */
function stepTo(
  price: PriceTenths,
  end: PriceTenths,
  step: number,
  isOnGrid: (price: PriceTenths) => boolean,
): PriceTenths | null {
  for (let at = price; step > 0 ? at < end : at > end; at += step) if (isOnGrid(at)) return at
  return null
}

/**
 * Market orders count as limit orders at the day's limit: what is left to do at the close when one side's
 * market orders find too little on the other (5.5, first sentence). They come after the limit orders that
 * already stand there.
 */
export function limitMarketOrders(book: Book, { lowerTenths, upperTenths }: PriceLimits): void {
  for (const side of [BUY, SELL] as const) {
    const limit = side === BUY ? upperTenths : lowerTenths
    let slot = book.firstAt(side, null)
    while (slot !== NONE) {
      const next = book.after(slot)
      book.amend(slot, limit, book.quantityOf(slot), false)
      slot = next
    }
  }
}

/** Shares of one side that may trade at this price: market orders, better prices and the price itself. */
export function sharesUpTo(book: Book, side: BookSide, priceTenths: PriceTenths): Quantity {
  const step = side === BUY ? -1 : 1
  let sum = book.quantityAt(side, null)
  let price = side === BUY ? book.bestBidTenths() : book.bestAskTenths()
  while (price !== null && (side === BUY ? price >= priceTenths : price <= priceTenths)) {
    sum += book.quantityAt(side, price)
    price = book.nextPrice(side, price + step * book.unitTenths, step)
  }
  return sum
}

export type AuctionOutcome =
  | { readonly kind: 'trade'; readonly priceTenths: PriceTenths; readonly quantity: Quantity }
  /** This side wants to trade beyond the range: a special quote, or at the close what 5.5 and 5.6 say. */
  | { readonly kind: 'pressure'; readonly side: BookSide }
  /** Nothing meets. */
  | { readonly kind: 'none' }

/**
 * The auction with its range check (5.3). Without a price that meets the conditions, the side presses whose
 * market orders find too little.
 */
export function holdAuction(
  book: Book,
  referenceTenths: PriceTenths,
  range: PriceLimits,
  isOnGrid: (price: PriceTenths) => boolean,
): AuctionOutcome {
  const found = auctionPrice(book, referenceTenths, isOnGrid)
  if (found === null) {
    if (book.quantityAt(BUY, null) > sharesUpTo(book, SELL, book.highTenths))
      return { kind: 'pressure', side: BUY }
    if (book.quantityAt(SELL, null) > sharesUpTo(book, BUY, book.lowTenths))
      return { kind: 'pressure', side: SELL }
    return { kind: 'none' }
  }
  const { priceTenths, quantity } = found
  if (priceTenths > range.upperTenths) return { kind: 'pressure', side: BUY }
  if (priceTenths < range.lowerTenths) return { kind: 'pressure', side: SELL }
  return { kind: 'trade', priceTenths, quantity }
}
