import { consideration } from '#kernel/price.ts'
import type { Yen } from '#kernel/money.ts'
import type { FeeRule } from '#modules/margin/model/rates.ts'
import { openFeeShare } from '#modules/portfolio/model/lot.ts'
import { heldLot } from '#modules/portfolio/mobile/public.ts'
import { feesOf, type ClosePart } from './close-parts.ts'

export type CloseEstimate = { fee: number; charges: number; profit: number }
/**
 * The result of closing these parts for `worths`, in whole yen: of shares paid in full against their average
 * cost, which holds the fees of buying (facts: margin and tax, section 6); of leveraged lots their own
 * difference less accrued charges and their share of the opening fee. Commission is one over all of them.
 */
export function estimateClose(
  parts: readonly ClosePart[],
  worths: readonly Yen[],
  rule: FeeRule,
): CloseEstimate {
  const sum = { fee: 0, charges: 0, profit: 0 }
  const fees = feesOf(parts, worths, rule)
  for (const [n, { lot, quantity }] of parts.entries()) {
    const held = heldLot(lot)
    const fee = fees[n]!
    const charges = lot.openQuantity === 0 ? 0 : Math.floor((lot.accrued * quantity) / lot.openQuantity)
    sum.fee += fee
    sum.charges += charges
    if (lot.averageCost !== null) {
      sum.profit += worths[n]! - lot.averageCost * quantity - fee - charges
      continue
    }
    const openFee = openFeeShare({ ...lot, openFeeYen: lot.openFee }, quantity)
    const gained = worths[n]! - consideration(held.openPriceTenths, quantity)
    sum.profit += (held.side === 'up' ? gained : 0 - gained) - fee - charges - openFee
  }
  return sum
}
