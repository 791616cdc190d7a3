import type { Yen } from '#kernel/money.ts'
import type { FeeRule } from '#modules/margin/model/rates.ts'
import { feesOf, type ClosePart } from './close-parts.ts'

/**
 * The tax on these parts, whole yen: shares at 1× are sold against their average cost, whichever lot they are
 * of; null where none of them are.
 */
export function estimateTaxed(
  parts: readonly ClosePart[],
  worths: readonly Yen[],
  rule: FeeRule,
  unitCost: number | undefined,
): number | null {
  const isShares = ({ lot }: ClosePart) => lot.leverage === 1 && lot.side === 'up'
  if (!parts.some(isShares) || unitCost === undefined) return null
  const fees = feesOf(parts, worths, rule)
  return parts.reduce(
    (sum, part, n) => (isShares(part) ? sum + worths[n]! - fees[n]! - unitCost * part.quantity : sum),
    0,
  )
}
