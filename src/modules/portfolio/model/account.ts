import type { BasisPoints, Yen } from '#kernel/money.ts'
import { consideration, type PriceTenths, type Quantity } from '#kernel/price.ts'
import type { DateJst } from '#kernel/time.ts'
import { buyingPower, type Balances } from '#modules/ledger/model/accounts.ts'
import { marginState, priceDifference, ratioBp, type HeldLot } from '#modules/margin/model/ratio.ts'

/**
 * The prices at which a holding is valued: last trade, and the price that "today" counts from, on an issue's
 * first day its offer price (`market/model/figures.ts`), which stands for both before the day's first trade.
 */
export type Mark = {
  readonly lastTenths: PriceTenths
  readonly previousCloseTenths: PriceTenths
  /** Both are the offer price of an issue that has never traded: a value, no market price. */
  readonly isOffer?: boolean
}
export type MarkOf = (code: string) => Mark | undefined

/**
 * An open lot, whether it was opened on the trade date that "today" means, and what its opening cost (the
 * part still open).
 */
export type LiveLot = HeldLot & { readonly openedToday: boolean; readonly openFeeYen: Yen }

export type LotFigures = { readonly marketValueYen: Yen; readonly floatingYen: Yen; readonly todayYen: Yen }

/**
 * Without a mark a lot counts at its open price. Floating profit is net of accrued charges
 * (product decision 3). Today counts from the opening price where the lot began today, else from where the
 * change of its issue does.
 */
export function lotFigures(lot: LiveLot, mark: Mark | undefined): LotFigures {
  const price = mark?.lastTenths ?? lot.openPriceTenths
  const reference = lot.openedToday || mark === undefined ? lot.openPriceTenths : mark.previousCloseTenths
  return {
    marketValueYen: consideration(price, lot.openQuantity),
    floatingYen: priceDifference(lot, lot.openPriceTenths, price, lot.openQuantity) - lot.accruedYen,
    todayYen:
      priceDifference(lot, reference, price, lot.openQuantity) -
      (lot.openedToday ? lot.openFeeYen + lot.accruedYen : 0),
  }
}

export type AccountFigures = {
  readonly totalAssetsYen: Yen
  readonly buyingPowerYen: Yen
  /** Holds and lot margins. */
  readonly usedFundsYen: Yen
  readonly floatingYen: Yen
  /**
   * The change of total assets by prices and trades of the day: of open lots their moves since the previous
   * close, or since their opening today less what it cost, and what closings of the day add to that.
   */
  readonly todayChangeYen: Yen
  readonly marketValueYen: Yen
  readonly accruedYen: Yen
  readonly marginHeldYen: Yen
  readonly openNotionalYen: Yen
  readonly marginRatioBp: BasisPoints | null
}

/**
 * Parts of an account that modules above know: units of copy pools at the last NAV and loan interest that is
 * not charged yet, in yen; the credit score.
 */
export const BESIDE = ['copyUnits', 'loanInterest', 'creditScore'] as const
export type Beside = (typeof BESIDE)[number]
/** A part is missing where no module reckons it. */
export type BesideParts = Readonly<Partial<Record<Beside, number>>>

/** Shares of a lot from an earlier day that went today, and what their closing cost. */
export type ClosedToday = Pick<HeldLot, 'code' | 'side'> & {
  readonly priceTenths: PriceTenths
  readonly quantity: Quantity
  readonly feeYen: Yen
}

/**
 * The part of today's change that closed shares have brought, in yen. Their gain until yesterday was in total
 * assets then: only the move since the previous close counts, and the fee. `ownYen`: what lots that were
 * opened today came to, against their own prices and with all their costs.
 */
export const closedTodayYen = (closed: readonly ClosedToday[], ownYen: Yen, markOf: MarkOf): Yen =>
  closed.reduce((sum, { code, side, priceTenths, quantity, feeYen }) => {
    const base = markOf(code)?.previousCloseTenths ?? priceTenths
    const moveYen = consideration(priceTenths, quantity) - consideration(base, quantity)
    return sum + (side === 'up' ? moveYen : 0 - moveYen) - feeYen
  }, ownYen)

/** The account summary of product decision 3, on the server and on the phone with every tick. */
export function accountFigures(
  balances: Balances,
  lots: readonly LiveLot[],
  markOf: MarkOf,
  closedTodayYen: Yen,
  beside: BesideParts = {},
): AccountFigures {
  let floatingYen = 0
  let marketValueYen = 0
  let accruedYen = 0
  let todayChangeYen = closedTodayYen
  for (const lot of lots) {
    const figures = lotFigures(lot, markOf(lot.code))
    floatingYen += figures.floatingYen
    marketValueYen += figures.marketValueYen
    todayChangeYen += figures.todayYen
    accruedYen += lot.accruedYen
  }
  const holdsYen =
    balances.orderHold + balances.withdrawalHold + balances.subscriptionHold + balances.dividendHold
  const besideYen = balances.paidShares + (beside.copyUnits ?? 0) - (beside.loanInterest ?? 0)
  const usedFundsYen = holdsYen + balances.lotMargin
  const cashYen = buyingPower(balances)
  const margin = marginState(
    cashYen + balances.orderHold,
    lots,
    (code) => markOf(code)?.lastTenths,
    balances.loan,
  )
  return {
    totalAssetsYen: cashYen + usedFundsYen + floatingYen + besideYen - balances.loan - balances.shortfall,
    buyingPowerYen: cashYen,
    usedFundsYen,
    floatingYen,
    todayChangeYen,
    marketValueYen,
    accruedYen,
    marginHeldYen: margin.heldYen,
    openNotionalYen: margin.notionalYen,
    marginRatioBp: ratioBp(margin),
  }
}

/**
 * Money of a member that becomes settled cash on a day; and what tax takes on a day (below 0: gives back).
 */
export type PendingSettlement = { readonly dueDate: DateJst; readonly yen: Yen }
export type ComingTax = { readonly settlementDate: DateJst; readonly yen: Yen }

/**
 * Settled cash that may leave: available money, less what stands in for proceeds that are used before they
 * settled, and less tax that the proceeds of its own day and of earlier ones will not pay.
 */
export function settledCash(
  balances: Balances,
  pending: readonly PendingSettlement[],
  taxes: readonly ComingTax[],
): Yen {
  const pendingYen = pending.reduce((sum, { yen }) => sum + yen, 0)
  return Math.max(
    0,
    Math.min(
      balances.available,
      buyingPower(balances) - pendingYen,
      balances.available - uncoveredTax(pending, taxes),
    ),
  )
}

/** The most that tax will have taken at any time beyond what has settled by then. */
function uncoveredTax(pending: readonly PendingSettlement[], taxes: readonly ComingTax[]): Yen {
  let mostYen = 0
  for (const { settlementDate: day } of taxes) {
    const taken = taxes.reduce((sum, tax) => (tax.settlementDate <= day ? sum + tax.yen : sum), 0)
    const settled = pending.reduce((sum, { dueDate, yen }) => (dueDate <= day ? sum + yen : sum), 0)
    mostYen = Math.max(mostYen, taken - settled)
  }
  return mostYen
}
