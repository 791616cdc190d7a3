import type { LotId } from '#kernel/id.ts'
import type { PriceYen, Quantity } from '#kernel/price.ts'
import { HOLDING_KINDS, holdingKind } from './holdings.ts'

/** The fields of a lot that decide whether and in which order it can be closed. */
type Closable = {
  readonly id: LotId
  readonly code: string
  readonly side: 'up' | 'down'
  readonly leverage: number
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

/** Orders in which several lots are closed: oldest first, or by what a share has gained or lost. */
export const CLOSE_ORDERS = ['age', 'profit', 'loss'] as const
export type CloseOrder = (typeof CLOSE_ORDERS)[number]

const byAge = (a: Closable, b: Closable): number =>
  a.openedAt === b.openedAt ? (a.id < b.id ? -1 : 1) : a.openedAt < b.openedAt ? -1 : 1

/**
 * Lots of one holding in the order in which they are closed. At one market price a share has gained most
 * where a long opened lowest or a short highest; equal ones by age.
 */
export function inCloseOrder<Lot extends Closable & { readonly openPrice: PriceYen }>(
  lots: readonly Lot[],
  order: CloseOrder,
): Lot[] {
  const ahead = (lot: Lot) => (lot.side === 'up' ? 1 : -1) * (order === 'profit' ? 1 : -1)
  return lots.toSorted(
    (a, b) => (order === 'age' ? 0 : ahead(a) * (a.openPrice - b.openPrice)) || byAge(a, b),
  )
}

/**
 * The lots that can be closed beside this lot: of the same issue, held in the same way (shares paid in full
 * are not sold with what is bought on margin), not all on its way yet; oldest first, as the server takes
 * them (product decision 4).
 */
export const closableWith = <Lot extends Closable>(lot: Lot, lots: readonly Lot[]): Lot[] =>
  lots
    .filter(
      (other) => other.code === lot.code && holdingKind(other) === holdingKind(lot) && freeOf(other) > 0,
    )
    .toSorted(byAge)

/**
 * The lots of an issue that selling (`down`) or buying (`up`) would close: the oldest lot, and the free
 * shares of all that are held in its way, shares paid in full before those on margin. `held`: all shares of
 * the other side. `shares` is 0 where own orders have taken all; null where nothing is held.
 */
export function closedBy<Lot extends Closable>(
  side: 'up' | 'down',
  lots: readonly Lot[],
): { readonly lot: Lot; readonly shares: Quantity; readonly held: Quantity } | null {
  const other = lots.filter((lot) => lot.side !== side && lot.openQuantity > 0)
  const free = other.filter((lot) => freeOf(lot) > 0)
  const held = free.length > 0 ? free : other
  const kind = HOLDING_KINDS.find((each) => held.some((lot) => holdingKind(lot) === each))
  const together = held.filter((lot) => holdingKind(lot) === kind).toSorted(byAge)
  const [lot] = together
  return lot === undefined
    ? null
    : {
        lot,
        shares: together.reduce((sum, each) => sum + freeOf(each), 0),
        held: other.reduce((sum, each) => sum + each.openQuantity, 0),
      }
}
