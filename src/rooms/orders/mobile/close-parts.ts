import { paths } from '#client/paths.ts'
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

/** More shares than this lot has free are taken of all lots, the oldest first. */
export const firstScope = (proposed: number | undefined, lot: LotView): CloseScope => (proposed !== undefined && proposed > freeOf(lot) ? 'oldest' : 'one')

type Held = { readonly lot: LotView; readonly shares: number }

/** Where all of it is closed, at the limit `price` (yen) where one is given. */
export const closePath = ({ lot, shares }: Held, price?: number): string => paths.tradeDetail({ lot: lot.id, act: 'close', quantity: shares, price })

/** What selling (`down`) or buying (`up`) would end of an issue's lots, the oldest lot first; null where the member holds nothing on the other side. */
export function closedBy(side: 'up' | 'down', lots: readonly LotView[]): Held | null {
  const held = lots.filter((lot) => lot.side !== side && freeOf(lot) > 0)
  const first = held[0] && closableWith(held[0], held)[0]
  return first === undefined ? null : { lot: first, shares: held.reduce((sum, lot) => sum + freeOf(lot), 0) }
}

/** So many shares out of these lots in their order; less where they have less. */
export function partsOf(lots: readonly LotView[], quantity: number): ClosePart[] {
  let left = quantity
  return lots.flatMap((lot) => {
    const part = Math.min(left, freeOf(lot))
    left -= part
    return part > 0 ? [{ lot, quantity: part }] : []
  })
}
