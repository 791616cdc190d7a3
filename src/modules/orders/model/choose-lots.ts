import type { Quantity } from '#kernel/price.ts'
import type { Side } from '#modules/margin/model/charges.ts'
import { partsOfFree } from '#modules/portfolio/model/closing.ts'
import { freeQuantity, type Lot } from '#modules/portfolio/model/lot.ts'

/**
 * Shares of an issue to close: out of these lots in this order, or, where none are named, of the oldest first
 * (product decision 4). `side` is that of the lots.
 */
export type CloseShares = {
  readonly code: string
  readonly side: Side
  readonly quantity: Quantity
  readonly lots: readonly string[] | null
}
export type Part = { readonly lot: Lot; readonly quantity: Quantity }

/**
 * The quantity to close of each lot; the parts come to less than was asked for when not enough is free. null:
 * a lot that is named is not one of these.
 */
export function chooseLots(open: readonly Lot[], asked: CloseShares, unit: Quantity): Part[] | null {
  const eligible = open
    .filter(({ code, side }) => code === asked.code && side === asked.side)
    .toSorted((a, b) => a.openedAt - b.openedAt || (a.id < b.id ? -1 : 1))
  const named = asked.lots?.map((id) => eligible.find((lot) => lot.id === id))
  if (named?.includes(undefined) || new Set(asked.lots).size !== (asked.lots?.length ?? 0)) return null
  const from = (named as Lot[] | undefined) ?? eligible
  const quantities = partsOfFree(from.map(freeQuantity), asked.quantity, unit)
  return from.flatMap((lot, n) => (quantities[n]! > 0 ? [{ lot, quantity: quantities[n]! }] : []))
}
