import type { TradingUnits } from '#kernel/price.ts'
import { assert } from '#kernel/assert.ts'
import type { Side } from '#modules/margin/model/charges.ts'

/** Units of an issue that the firm lets on one day: to buy, and to sell short. */
export type Inventory = {
  readonly longUnits: TradingUnits
  readonly longLeft: number
  readonly shortUnits: TradingUnits
  readonly shortLeft: number
}

export const leftOf = (row: Inventory, side: Side): number => (side === 'up' ? row.longLeft : row.shortLeft)
export const unitsOf = (row: Inventory, side: Side): number =>
  side === 'up' ? row.longUnits : row.shortUnits

/**
 * The inventory after `units` were taken (below 0: given back). Never under nothing, never over what there
 * was.
 */
export function taken(
  row: Inventory,
  side: Side,
  units: TradingUnits,
): Pick<Inventory, 'longLeft'> | Pick<Inventory, 'shortLeft'> {
  const left = leftOf(row, side) - units
  assert(
    left >= 0 && left <= unitsOf(row, side),
    `an inventory of ${unitsOf(row, side)} units would have ${left} left`,
  )
  return side === 'up' ? { longLeft: left } : { shortLeft: left }
}
