import { consideration, tenthsOf, type PriceYen } from '#kernel/price.ts'
import type { FeeRule } from '#modules/margin/model/rates.ts'
import { feesOf, type ClosePart } from './close-parts.ts'

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
  const isShares = ({ lot }: ClosePart) => lot.leverage === 1 && lot.side === 'up'
  if (!parts.some(isShares) || unitCost === undefined) return null
  const fees = feesOf(parts, price, rule)
  return parts.reduce(
    (sum, part, n) =>
      isShares(part)
        ? sum + consideration(tenthsOf(price), part.quantity) - fees[n]! - unitCost * part.quantity
        : sum,
    0,
  )
}
