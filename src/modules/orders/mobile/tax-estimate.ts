import { consideration, tenthsOf, type PriceYen } from '#kernel/price.ts'
import { feeOf, feeRuleFor } from '#modules/margin/model/charges.ts'
import type { FeeRule } from '#modules/margin/model/rates.ts'
import type { ClosePart } from './close-parts.ts'

/**
 * The tax on these parts, whole yen: shares at 1× are sold against their average cost, whichever lot they are
 * of; null where none of them are.
 */
export function estimateTaxed(
  parts: readonly ClosePart[],
  price: PriceYen,
  rule: FeeRule,
  unitCost: number | undefined,
): number | null {
  const shares = parts.filter(({ lot }) => lot.leverage === 1 && lot.side === 'up')
  if (shares.length === 0 || unitCost === undefined) return null
  return shares.reduce((sum, { lot, quantity }) => {
    const worth = consideration(tenthsOf(price), quantity)
    return (
      sum +
      worth -
      feeOf(
        worth,
        feeRuleFor(
          { side: lot.side, leverageTenths: Math.round(lot.leverage * 10), source: lot.source },
          rule,
        ),
      ).totalYen -
      unitCost * quantity
    )
  }, 0)
}
