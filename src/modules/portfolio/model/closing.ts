import type { LotId } from '#kernel/id.ts'
import type { Quantity } from '#kernel/price.ts'

/** The fields of a lot that decide whether and in which order it can be closed. */
type Closable = {
  readonly id: LotId
  readonly code: string
  readonly side: 'up' | 'down'
  readonly openQuantity: Quantity
  readonly closingQuantity: Quantity
  readonly openedAt: string
}

/** Shares that no closing order has taken yet. */
export const freeOf = ({
  openQuantity,
  closingQuantity,
}: Pick<Closable, 'openQuantity' | 'closingQuantity'>): number => openQuantity - closingQuantity

/**
 * True if closing so many of a lot's free shares leaves its odd lot whole: shares that make no trading unit
 * go together or stay (decision 0109).
 */
export const leavesUnits = (quantity: Quantity, free: number, unit: number): boolean =>
  quantity % unit === 0 || quantity % unit === free % unit

/**
 * The number of each lot's free shares that are closed, in this order; less in all where they have less.
 * Where that would cut a unit of a lot, whole units of all lots go first and odd lots after them; where that
 * does not come out even either, the first choice stands, and is refused.
 */
export function partsOfFree(free: readonly number[], quantity: Quantity, unit: number): number[] {
  const inOrder = takenOf(free, quantity)
  if (inOrder.every((part, n) => leavesUnits(part, free[n]!, unit))) return inOrder
  const whole = takenOf(
    free.map((shares) => shares - (shares % unit)),
    quantity - (quantity % unit),
  )
  let left = quantity - whole.reduce((sum, part) => sum + part, 0)
  const parts = whole.map((part, n) => {
    const odd = free[n]! % unit
    if (odd > left) return part
    left -= odd
    return part + odd
  })
  return left === 0 ? parts : inOrder
}

function takenOf(free: readonly number[], quantity: Quantity): number[] {
  let left = quantity
  return free.map((shares) => {
    const part = Math.min(left, shares)
    left -= part
    return part
  })
}

/**
 * The lots that can be closed beside this lot: of the same issue and side, not all on its way yet; oldest
 * first, as the server takes them (product decision 4).
 */
export const closableWith = <Lot extends Closable>(lot: Lot, lots: readonly Lot[]): Lot[] =>
  lots
    .filter((other) => other.code === lot.code && other.side === lot.side && freeOf(other) > 0)
    .toSorted((a, b) => (a.openedAt < b.openedAt ? -1 : a.openedAt > b.openedAt ? 1 : a.id < b.id ? -1 : 1))

/**
 * The lots of an issue that selling (`down`) or buying (`up`) would close: the oldest lot, and the free
 * shares of all; null where the member holds nothing on the other side.
 */
export function closedBy<Lot extends Closable>(
  side: 'up' | 'down',
  lots: readonly Lot[],
): { readonly lot: Lot; readonly shares: Quantity } | null {
  const held = lots.filter((lot) => lot.side !== side && freeOf(lot) > 0)
  const first = held[0] && closableWith(held[0], held)[0]
  return first === undefined ? null : { lot: first, shares: held.reduce((sum, lot) => sum + freeOf(lot), 0) }
}
