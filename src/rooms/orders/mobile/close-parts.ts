import type { LotView } from '#rooms/portfolio/contract.ts'

/** How much is closed of which lot. */
export type ClosePart = { readonly lot: LotView; readonly quantity: number }
/** This lot, all lots of the issue and side with the oldest first, or those that are ticked. */
export const CLOSE_SCOPES = ['one', 'oldest', 'chosen'] as const
export type CloseScope = (typeof CLOSE_SCOPES)[number]

export const freeOf = ({ openQuantity, closingQuantity }: LotView): number => openQuantity - closingQuantity

/** What can be closed beside this lot: of the same issue and side, not all on its way yet; oldest first, as the server takes them (product decision 4). */
export const closableWith = (lot: LotView, lots: readonly LotView[]): LotView[] =>
  lots.filter(({ code, side, ...other }) => code === lot.code && side === lot.side && other.openQuantity > other.closingQuantity)
    .toSorted((a, b) => (a.openedAt < b.openedAt ? -1 : a.openedAt > b.openedAt ? 1 : a.id < b.id ? -1 : 1))

/** So many shares out of these lots in their order; less where they have less. */
export function partsOf(lots: readonly LotView[], quantity: number): ClosePart[] {
  let left = quantity
  return lots.flatMap((lot) => {
    const part = Math.min(left, freeOf(lot))
    left -= part
    return part > 0 ? [{ lot, quantity: part }] : []
  })
}
