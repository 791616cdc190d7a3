import type { LotId } from '#kernel/id.ts'
import { mulDiv, type Yen } from '#kernel/money.ts'
import { consideration, type PriceTenths, type Quantity } from '#kernel/price.ts'

/** The part of a lot that may be sold, and the last price of its issue. */
export type Sellable = {
  readonly lotId: LotId
  readonly freeQuantity: Quantity
  readonly priceTenths: PriceTenths
  readonly unit: Quantity
}

/**
 * The shares that a pool sells at market to pay those who leave: of every lot the same part, rounded up to
 * whole units, so that those who stay hold what they held before in smaller numbers. Lots come back in the
 * order given; nothing for 0.
 */
export function toSell(lots: readonly Sellable[], wantYen: Yen): { lotId: LotId; quantity: Quantity }[] {
  const worth = lots.map(({ freeQuantity, priceTenths }) => consideration(priceTenths, freeQuantity))
  const allYen = worth.reduce((sum, yen) => sum + yen, 0)
  if (wantYen <= 0 || allYen === 0) return []
  return lots.flatMap(({ lotId, freeQuantity, unit }) => {
    const shares = wantYen >= allYen ? freeQuantity : mulDiv([freeQuantity, wantYen], allYen, 'ceil')
    const quantity = Math.min(Math.ceil(shares / unit) * unit, freeQuantity)
    return quantity === 0 ? [] : [{ lotId, quantity }]
  })
}
