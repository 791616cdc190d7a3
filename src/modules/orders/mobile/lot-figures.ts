import { rateOf } from '#kernel/money.ts'
import type { LotView } from '#modules/portfolio/contract.ts'

/**
 * Profit against the cost of what is still open, in basis points, unrounded; null without a price.
 */
export function profitBp(
  lot: Pick<LotView, 'floatingProfit' | 'averageCost' | 'openPrice' | 'openQuantity'>,
): number | null {
  const cost = Math.round((lot.averageCost ?? lot.openPrice) * lot.openQuantity)
  return lot.floatingProfit === null || cost === 0 ? null : rateOf(lot.floatingProfit, cost)
}

/** Profit against the margin locked to the lot, in basis points, unrounded. */
export const profitOfMarginBp = (lot: Pick<LotView, 'floatingProfit' | 'margin'>): number | null =>
  lot.floatingProfit === null || lot.margin === 0 ? null : rateOf(lot.floatingProfit, lot.margin)
