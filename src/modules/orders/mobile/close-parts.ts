import type { Quantity } from '#kernel/price.ts'
import type { LotView } from '#modules/portfolio/contract.ts'
import { freeOf, partsOfFree } from '#modules/portfolio/model/closing.ts'

/** The quantity that is closed of a lot. */
export type ClosePart = { readonly lot: LotView; readonly quantity: Quantity }
/** This lot, all lots of the issue and side with the oldest first, or those that are ticked. */
export const CLOSE_SCOPES = ['one', 'oldest', 'chosen'] as const
export type CloseScope = (typeof CLOSE_SCOPES)[number]

/** More shares than this lot has free are taken of all lots, the oldest first. */
export const firstScope = (proposed: number | undefined, lot: LotView): CloseScope =>
  proposed !== undefined && proposed > freeOf(lot) ? 'oldest' : 'one'

/** Parts of these lots that come to `quantity`, as the server takes them. */
export function partsOf(lots: readonly LotView[], quantity: Quantity, unit: number): ClosePart[] {
  const parts = partsOfFree(lots.map(freeOf), quantity, unit)
  return lots.flatMap((lot, n) => (parts[n]! > 0 ? [{ lot, quantity: parts[n]! }] : []))
}
