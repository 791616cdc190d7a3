import type { Quantity } from '#kernel/price.ts'
import type { Ms } from '#kernel/time.ts'
import { BUY, NONE, opposite, type BookSide } from './book.ts'
import type { IssueMarket } from './issue-market.ts'

/**
 * True if so many shares at market would all trade at once before they came to an order of `own` (tags):
 * nobody stops the price on the way, and better orders have enough. Nothing is left that could meet one later
 * (decision 0164).
 */
export function isFilledBefore(
  { book, isFree, isInReach }: Pick<IssueMarket, 'book' | 'isFree' | 'isInReach'>,
  side: BookSide,
  quantity: Quantity,
  own: ReadonlySet<number>,
  at: Ms,
): boolean {
  if (!isFree) return false
  const others = opposite(side)
  const way = side === BUY ? 1 : -1
  let left = quantity
  let price = side === BUY ? book.bestAskTenths() : book.bestBidTenths()
  while (price !== null && isInReach(price, at)) {
    for (let slot = book.firstAt(others, price); slot !== NONE; slot = book.after(slot)) {
      if (own.has(book.tagOf(slot))) return false
      left -= book.quantityOf(slot)
      if (left <= 0) return true
    }
    price = book.nextPrice(others, price + way * book.unitTenths, way)
  }
  return left <= 0
}
