import type { Yen } from '#kernel/money.ts'
import type { Quantity } from '#kernel/price.ts'
import { feeOfFill, feeRuleFor, isDayTrade } from '#modules/margin/model/charges.ts'
import type { FeeRule } from '#modules/margin/model/rates.ts'
import type { LotView } from '#modules/portfolio/contract.ts'
import { freeOf, partsOfFree } from '#modules/portfolio/model/closing.ts'

/** The quantity that is closed of a lot. */
export type ClosePart = { readonly lot: LotView; readonly quantity: Quantity }
/** This lot, all lots of the holding, or those that are ticked. */
export const CLOSE_SCOPES = ['one', 'all', 'chosen'] as const
export type CloseScope = (typeof CLOSE_SCOPES)[number]

/** More shares than this lot has free are taken of all lots of the holding. */
export const firstScope = (proposed: number | undefined, lot: LotView): CloseScope =>
  proposed !== undefined && proposed > freeOf(lot) ? 'all' : 'one'

/** Parts of these lots that come to `quantity`, as the server takes them. */
export function partsOf(lots: readonly LotView[], quantity: Quantity, unit: number): ClosePart[] {
  const parts = partsOfFree(lots.map(freeOf), quantity, unit)
  return lots.flatMap((lot, n) => (parts[n]! > 0 ? [{ lot, quantity: parts[n]! }] : []))
}

/**
 * Commission of each part when they close for `worths`, whole yen with its tax: one commission over all of
 * them, of which each part brings what it adds (decision 0144).
 */
export function feesOf(parts: readonly ClosePart[], worths: readonly Yen[], rule: FeeRule): Yen[] {
  let tradedYen = 0
  return parts.map(({ lot }, n) => {
    const held = { side: lot.side, source: lot.source, leverageTenths: Math.round(lot.leverage * 10) }
    const worth = worths[n]!
    const fee = feeOfFill(tradedYen, worth, feeRuleFor(held, rule)).totalYen
    if (!isDayTrade(held)) tradedYen += worth
    return fee
  })
}
