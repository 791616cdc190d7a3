/** What of a lot decides whether and in which order it can be closed. */
type Closable = { readonly id: string; readonly code: string; readonly side: 'up' | 'down'; readonly openQuantity: number; readonly closingQuantity: number; readonly openedAt: string }

/** Shares that no closing order has taken yet. */
export const freeOf = ({ openQuantity, closingQuantity }: Pick<Closable, 'openQuantity' | 'closingQuantity'>): number => openQuantity - closingQuantity

/** What can be closed beside this lot: of the same issue and side, not all on its way yet; oldest first, as the server takes them (product decision 4). */
export const closableWith = <Lot extends Closable>(lot: Lot, lots: readonly Lot[]): Lot[] =>
  lots.filter((other) => other.code === lot.code && other.side === lot.side && freeOf(other) > 0)
    .toSorted((a, b) => (a.openedAt < b.openedAt ? -1 : a.openedAt > b.openedAt ? 1 : a.id < b.id ? -1 : 1))

/** What selling (`down`) or buying (`up`) would end of an issue's lots: the oldest lot, and the free shares of all; null where the member holds nothing on the other side. */
export function closedBy<Lot extends Closable>(side: 'up' | 'down', lots: readonly Lot[]): { readonly lot: Lot; readonly shares: number } | null {
  const held = lots.filter((lot) => lot.side !== side && freeOf(lot) > 0)
  const first = held[0] && closableWith(held[0], held)[0]
  return first === undefined ? null : { lot: first, shares: held.reduce((sum, lot) => sum + freeOf(lot), 0) }
}
