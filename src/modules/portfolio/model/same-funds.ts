import type { Yen } from '#kernel/money.ts'
import type { DateJst, Ms } from '#kernel/time.ts'

/** A member's sales of one issue on one trade date, of shares bought in full (1×). */
export type DaySales = {
  readonly tradeDate: DateJst
  readonly firstAt: Ms
  readonly soldYen: Yen
  /** Of it: shares that were bought on the same day. */
  readonly roundTripYen: Yen
}

/** Adds a sale; a new day begins anew. */
export function afterSale(
  before: DaySales | undefined,
  tradeDate: DateJst,
  at: Ms,
  soldYen: Yen,
  boughtToday: boolean,
): DaySales {
  const day =
    before?.tradeDate === tradeDate ? before : { tradeDate, firstAt: at, soldYen: 0, roundTripYen: 0 }
  return {
    ...day,
    soldYen: day.soldYen + soldYen,
    roundTripYen: day.roundTripYen + (boughtToday ? soldYen : 0),
  }
}

/**
 * The facts that the rule asks for: sales of the issue (null: none ever), the day, and all money that could
 * be used for an order.
 */
export type SameFunds = {
  readonly sales: DaySales | null
  readonly tradeDate: DateJst
  readonly freeYen: Yen
}

/**
 * 差金決済 (facts: market rules, section 9): with the same funds, buying, selling and buying the same issue again
 * on one day is forbidden, and so is selling, buying and selling; margin trading is exempt. Proceeds of the
 * day therefore do not count for the third step. How many yen of other money buying at 1× lacks; 0: allowed.
 */
export function lacksForBuying({ sales, tradeDate, freeYen }: SameFunds, neededYen: Yen): Yen {
  if (sales === null || sales.tradeDate !== tradeDate || sales.roundTripYen === 0) return 0
  return Math.max(neededYen - Math.max(freeYen - sales.roundTripYen, 0), 0)
}

/**
 * The same for selling a 1× lot: only one that was bought today, after a sale of the day, can have been paid
 * with that sale's money.
 */
export function lacksForSelling(
  { sales, tradeDate, freeYen }: SameFunds,
  lot: { readonly tradeDate: DateJst; readonly openedAt: Ms },
): Yen {
  if (
    sales === null ||
    sales.tradeDate !== tradeDate ||
    lot.tradeDate !== tradeDate ||
    sales.firstAt > lot.openedAt
  )
    return 0
  return Math.max(sales.soldYen - freeYen, 0)
}
