import { assert } from '#kernel/assert.ts'
import { mulDiv, type Yen } from '#kernel/money.ts'
import type { Quantity } from '#kernel/price.ts'
import type { DateJst } from '#kernel/time.ts'

/**
 * The cost of a member's shares of one issue, bought in full (1×), fees of buying included. Tax takes the
 * moving average of them all (総平均法に準ずる方法), whichever lot is sold (facts: margin and tax, section 6).
 */
export type AverageCost = { readonly quantity: Quantity; readonly costYen: Yen }
export const NOTHING_HELD: AverageCost = { quantity: 0, costYen: 0 }

/** Per share, rounded up to the yen; 0 without shares. */
export const unitCost = ({ quantity, costYen }: AverageCost): Yen =>
  quantity === 0 ? 0 : mulDiv([costYen], quantity, 'ceil')

export const afterBuying = (held: AverageCost, quantity: Quantity, costYen: Yen): AverageCost => ({
  quantity: held.quantity + quantity,
  costYen: held.costYen + costYen,
})

/** The cost of the sold shares; the rest keeps the unit cost. Selling more than is held is a bug. */
export function afterSelling(held: AverageCost, quantity: Quantity): { held: AverageCost; costYen: Yen } {
  const rest = held.quantity - quantity
  assert(rest >= 0, `${quantity} shares sold of ${held.quantity}`)
  const unitYen = unitCost(held)
  return { held: { quantity: rest, costYen: unitYen * rest }, costYen: unitYen * quantity }
}

/**
 * The same with the newest day on which it changed: several sales of a day count as made at the last of them,
 * and all that the day buys goes into the average before them (facts: margin and tax, section 6).
 * `dayQuantity`, `dayCostYen`: what was held before the day and what it has bought; less than that is held by
 * what it has sold.
 */
export type DayCost = AverageCost & {
  readonly tradeDate: DateJst | null
  readonly dayQuantity: Quantity
  readonly dayCostYen: Yen
}
export const NEVER_HELD: DayCost = { ...NOTHING_HELD, tradeDate: null, dayQuantity: 0, dayCostYen: 0 }

/** A purchase or sale that comes late, for a day that is over, counts on the newest day. */
const onDay = (held: DayCost, tradeDate: DateJst): DayCost =>
  held.tradeDate !== null && tradeDate <= held.tradeDate
    ? held
    : { ...held, tradeDate, dayQuantity: held.quantity, dayCostYen: held.costYen }

const averageOf = ({ dayQuantity, dayCostYen }: DayCost): AverageCost => ({
  quantity: dayQuantity,
  costYen: dayCostYen,
})

/** `dearerYen`: by how much each share that the day has sold already has cost more than was reckoned. */
export function boughtOn(
  before: DayCost,
  tradeDate: DateJst,
  quantity: Quantity,
  costYen: Yen,
): { held: DayCost; dearerYen: Yen } {
  const day = onDay(before, tradeDate)
  const average = afterBuying(averageOf(day), quantity, costYen)
  const soldSome = day.quantity < day.dayQuantity
  const heldQuantity = day.quantity + quantity
  return {
    held: {
      tradeDate: day.tradeDate,
      dayQuantity: average.quantity,
      dayCostYen: average.costYen,
      quantity: heldQuantity,
      costYen: soldSome ? unitCost(average) * heldQuantity : average.costYen,
    },
    dearerYen: soldSome ? unitCost(average) - unitCost(averageOf(day)) : 0,
  }
}

/** The cost of the sold shares, by all that the day has bought so far. Selling more than is held is a bug. */
export function soldOn(
  before: DayCost,
  tradeDate: DateJst,
  quantity: Quantity,
): { held: DayCost; costYen: Yen } {
  const day = onDay(before, tradeDate)
  const rest = day.quantity - quantity
  assert(rest >= 0, `${quantity} shares sold of ${day.quantity}`)
  const unitYen = unitCost(averageOf(day))
  return { held: { ...day, quantity: rest, costYen: unitYen * rest }, costYen: unitYen * quantity }
}
