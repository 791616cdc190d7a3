import { tenthsOf } from '#kernel/price.ts'
import type { QuoteView } from '#modules/market/contract.ts'
import { marginState, ratioBp, type HeldLot } from '#modules/margin/model/ratio.ts'
import type { AccountView, LotView } from '../contract.ts'
import { lotFigures } from '../model/account.ts'
import { openFeeLeft } from '../model/lot.ts'

/** The fields of a lot that the margin rules need, from its view. */
export const heldLot = (lot: LotView): HeldLot => ({
  side: lot.side,
  leverageTenths: Math.round(lot.leverage * 10),
  source: lot.source,
  code: lot.code,
  openQuantity: lot.openQuantity,
  openPriceTenths: tenthsOf(lot.openPrice),
  marginYen: lot.margin,
  accruedYen: lot.accrued,
})

/**
 * The lot at a newer quote: floating profit net of accrued charges, value in whole yen. Without a price it
 * stays as it was read; one that was read before its issue had any (shares of an offering until its first day
 * begins) is reckoned as the server does.
 */
export function liveLot(lot: LotView, quote: QuoteView | undefined): LotView {
  const price = quote?.last ?? null
  if (quote === undefined || price === null || price === lot.marketPrice || lot.openQuantity === 0) return lot
  const live = {
    ...heldLot(lot),
    openedToday: lot.tradeDate === quote.tradeDate,
    openFeeYen: openFeeLeft({ ...lot, openFeeYen: lot.openFee }),
  }
  const {
    marketValueYen,
    floatingYen: ownYen,
    todayYen,
  } = lotFigures(live, { lastTenths: tenthsOf(price), previousCloseTenths: tenthsOf(quote.previousClose) })
  const floatingYen = lot.averageCost === null ? ownYen : marketValueYen - lot.averageCost * lot.openQuantity
  return {
    ...lot,
    marketPrice: price,
    offerPrice: null,
    marketValue: marketValueYen,
    floatingProfit: floatingYen,
    // The figure that was read is of the day before while a quote waits for the opening auction.
    todayProfit:
      lot.todayProfit === null || lot.floatingProfit === null
        ? todayYen
        : lot.todayProfit + floatingYen - lot.floatingProfit,
  }
}

/**
 * The account with its lots at newer quotes: what they gained since `read` goes into every figure that
 * contains it; G and M by the margin rules.
 */
export function liveAccount(
  read: AccountView,
  before: readonly LotView[],
  now: readonly LotView[],
): AccountView {
  const sum = (lots: readonly LotView[], of: (lot: LotView) => number) =>
    lots.reduce((total, lot) => total + of(lot), 0)
  const gained = sum(now, (lot) => lot.floatingProfit ?? 0) - sum(before, (lot) => lot.floatingProfit ?? 0)
  const marginHeld = read.marginHeld + heldAtPrices(now) - heldAtPrices(before)
  return {
    ...read,
    totalAssets: read.totalAssets + gained,
    positions: read.positions + gained,
    floatingProfit: read.floatingProfit + gained,
    todayChange: read.todayChange + gained,
    marketValue:
      read.marketValue + sum(now, (lot) => lot.marketValue ?? 0) - sum(before, (lot) => lot.marketValue ?? 0),
    marginHeld,
    marginRatioBp: ratioBp({ heldYen: marginHeld, notionalYen: read.openNotional }),
  }
}

/** The amount that the lots bring into G at their market prices. */
function heldAtPrices(lots: readonly LotView[]): number {
  const prices = new Map(lots.map((lot) => [lot.code, lot.marketPrice]))
  return marginState(0, lots.map(heldLot), (code) => {
    const price = prices.get(code)
    return price === null || price === undefined ? undefined : tenthsOf(price)
  }).heldYen
}
