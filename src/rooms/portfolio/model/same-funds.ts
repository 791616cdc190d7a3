import type { Yen } from '#kernel/money.ts'
import type { DateJst, Ms } from '#kernel/time.ts'

/** What a member has sold of one issue on one trade date, of shares bought in full (1×). */
export type DaySales = {
  readonly tradeDate: DateJst
  readonly firstAt: Ms
  readonly soldYen: Yen
  /** Of it: shares that were bought on the same day. */
  readonly roundTripYen: Yen
}

/** Adds a sale; a new day begins anew. */
export function afterSale(before: DaySales | undefined, tradeDate: DateJst, at: Ms, soldYen: Yen, boughtToday: boolean): DaySales {
  const day = before?.tradeDate === tradeDate ? before : { tradeDate, firstAt: at, soldYen: 0, roundTripYen: 0 }
  return { ...day, soldYen: day.soldYen + soldYen, roundTripYen: day.roundTripYen + (boughtToday ? soldYen : 0) }
}

/**
 * 差金決済 (facts: market rules, section 9): with the same funds, buying, selling and buying the same issue again on one day is
 * forbidden, and so is selling, buying and selling. Proceeds of the day therefore do not count for the third step. How many yen of other
 * money buying `neededYen` lacks; 0: allowed. `freeYen`: all that could be used for an order.
 */
export function lacksForBuying(sales: DaySales | null, tradeDate: DateJst, freeYen: Yen, neededYen: Yen): Yen {
  if (sales === null || sales.tradeDate !== tradeDate || sales.roundTripYen === 0) return 0
  return Math.max(neededYen - Math.max(freeYen - sales.roundTripYen, 0), 0)
}

/** The same for selling a lot: only one that was bought today, after a sale of the day, can have been paid with that sale's money. */
export function lacksForSelling(sales: DaySales | null, lot: { tradeDate: DateJst; openedAt: Ms }, tradeDate: DateJst, freeYen: Yen): Yen {
  if (sales === null || sales.tradeDate !== tradeDate || lot.tradeDate !== tradeDate || sales.firstAt > lot.openedAt) return 0
  return Math.max(sales.soldYen - freeYen, 0)
}
