import { assert } from '#kernel/assert.ts'
import { mulDiv, type Yen } from '#kernel/money.ts'
import type { Quantity } from '#kernel/price.ts'

/**
 * What a member's shares of one issue, bought in full (1×), have cost, fees of buying included. Tax takes the moving average of them all
 * (総平均法に準ずる方法), whichever lot is sold (facts: margin and tax, section 6).
 */
export type AverageCost = { readonly quantity: Quantity; readonly costYen: Yen }
export const NOTHING_HELD: AverageCost = { quantity: 0, costYen: 0 }

/** Per share, rounded up to the yen; 0 without shares. */
export const unitCost = ({ quantity, costYen }: AverageCost): Yen => (quantity === 0 ? 0 : mulDiv([costYen], quantity, 'ceil'))

export const afterBuying = (held: AverageCost, quantity: Quantity, costYen: Yen): AverageCost =>
  ({ quantity: held.quantity + quantity, costYen: held.costYen + costYen })

/** What the sold shares have cost; the rest keeps the unit cost. Selling more than is held is a bug. */
export function afterSelling(held: AverageCost, quantity: Quantity): { held: AverageCost; costYen: Yen } {
  const rest = held.quantity - quantity
  assert(rest >= 0, `${quantity} shares sold of ${held.quantity}`)
  const unitYen = unitCost(held)
  return { held: { quantity: rest, costYen: unitYen * rest }, costYen: unitYen * quantity }
}
