import type { MemberId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import { mulDiv, PPM } from '#kernel/money.ts'
import type { PriceTenths } from '#kernel/price.ts'
import type { DateJst } from '#kernel/time.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { buyingPower, ownMoney } from '#modules/ledger/model/accounts.ts'
import { balances } from '#modules/ledger/server/public.ts'
import { isLeveraged } from '#modules/margin/model/charges.ts'
import { marginHeadroom, marginState, priceDifference } from '#modules/margin/model/ratio.ts'
import { heldLot } from '#modules/portfolio/model/lot.ts'
import { openLots, settledCashOf } from '#modules/portfolio/server/public.ts'
import { LOAN_COVER_PPM, withdrawable } from '../model/withdrawal.ts'

/**
 * Source of prices and of the settlement day of a trade of now. `besideYen`: what else counts in total assets
 * (units of pools, less interest of loans).
 */
export type HeldSource = {
  lastPrices(codes: ReadonlySet<string>): ReadonlyMap<string, PriceTenths>
  settlementDate: () => DateJst
  besideYen: (tables: TableReader, memberId: MemberId) => Yen
}
/**
 * Last prices of what the member holds, and the day until which charges accrue: journalled with the command.
 * `besideYen` where there is any.
 */
export type ValuationSnapshot = {
  prices: Readonly<Record<string, PriceTenths>>
  settlementDate: DateJst
  besideYen?: Yen
}

export function valuationSnapshot(
  source: HeldSource,
  tables: TableReader,
  memberId: MemberId,
): ValuationSnapshot | null {
  const lots = openLots(tables, memberId)
  const besideYen = source.besideYen(tables, memberId)
  if (lots.length === 0 && besideYen === 0) return null
  const prices = source.lastPrices(new Set(lots.map(({ code }) => code)))
  return {
    prices: Object.fromEntries([...prices].sort(([a], [b]) => (a < b ? -1 : 1))),
    settlementDate: source.settlementDate(),
    ...(besideYen === 0 ? {} : { besideYen }),
  }
}

/** The three terms of security and trust 4, and the least of them. */
export type Terms = {
  settledYen: Yen
  marginHeadroomYen: Yen | null
  loanHeadroomYen: Yen | null
  withdrawableYen: Yen
}

/** Money that may leave without touching the margin of open lots or the cover of open loans. */
export function termsOf(tables: TableReader, memberId: MemberId, held: ValuationSnapshot | null): Terms {
  const money = balances(tables, memberId)
  const lots = held === null ? [] : openLots(tables, memberId).map((lot) => heldLot(lot, held.settlementDate))
  const priceOf = (code: string) => held?.prices[code]
  const state = marginState(buyingPower(money) + money.orderHold, lots, priceOf, money.loan)
  const floatingYen = lots.reduce(
    (sum, lot) =>
      sum +
      priceDifference(lot, lot.openPriceTenths, priceOf(lot.code) ?? lot.openPriceTenths, lot.openQuantity) -
      lot.accruedYen,
    0,
  )
  const assetsYen = ownMoney(money) + floatingYen + (held?.besideYen ?? 0) - money.loan - money.shortfall
  const settledYen = settledCashOf(tables, memberId)
  const marginHeadroomYen = lots.some(isLeveraged) ? marginHeadroom(state) : null
  const loanHeadroomYen =
    money.loan === 0
      ? null
      : Math.max(assetsYen - money.withdrawalHold - mulDiv([money.loan, PPM], LOAN_COVER_PPM, 'ceil'), 0)
  return {
    settledYen,
    marginHeadroomYen,
    loanHeadroomYen,
    withdrawableYen: withdrawable(settledYen, marginHeadroomYen, loanHeadroomYen),
  }
}
