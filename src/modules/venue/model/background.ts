import type { Quantity } from '#kernel/price.ts'
import type { Ms } from '#kernel/time.ts'
import { BUY, NONE, type BookSide } from './book.ts'
import { isBackground } from './entry-tag.ts'
import type { IssuePlan } from './day-plan.ts'
import type { IssueMarket } from './issue-market.ts'

/**
 * The traders when no member trades: the participants of the simulated market, or the liquidity provider of a
 * replay.
 */
export type Background = {
  /** Once per step, before anyone acts. */
  step(at: Ms): void
  /**
   * Acts on an issue, whether it trades freely or gathers orders. Answers after how many milliseconds it
   * wants to act again.
   */
  act(index: number, market: IssueMarket, at: Ms): number
  /** An issue joins the day that is on, after all others. A replay's file takes none. */
  join?(issue: IssuePlan, at: Ms): void
  /** Someone, member or not, took liquidity. */
  traded(index: number, aggressor: BookSide, quantity: Quantity): void
  /** The orders that come for an auction of this share of the day's volume. */
  beforeAuction(index: number, market: IssueMarket, at: Ms, share: number): void
  /** All that the next step depends on, as plain data. */
  state(): unknown
  restore(state: unknown): void
}

/** Cancels background orders that are better than `top`: nobody means them any more. */
export function dropStale(market: IssueMarket, side: BookSide, top: number): void {
  const { book } = market
  const step = side === BUY ? -1 : 1
  let price = side === BUY ? book.bestBidTenths() : book.bestAskTenths()
  while (price !== null && (side === BUY ? price > top : price < top)) {
    let slot = book.firstAt(side, price)
    while (slot !== NONE) {
      const next = book.after(slot)
      if (isBackground(book.tagOf(slot))) market.cancel(slot)
      slot = next
    }
    price = book.nextPrice(side, price + step * book.unitTenths, step)
  }
}

/** Cancels the last background order of a level. */
export function dropLast(market: IssueMarket, side: BookSide, price: number): void {
  let last = NONE
  for (let slot = market.book.firstAt(side, price); slot !== NONE; slot = market.book.after(slot)) {
    if (isBackground(market.book.tagOf(slot))) last = slot
  }
  if (last !== NONE) market.cancel(last)
}
