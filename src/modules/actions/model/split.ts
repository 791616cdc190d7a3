import { mulDiv, type Yen } from '#kernel/money.ts'
import { consideration, type PriceTenths, type Quantity } from '#kernel/price.ts'
import type { Ms } from '#kernel/time.ts'
import type { Split } from '#modules/instruments/model/corporate-actions.ts'
import type { TickTable } from '#modules/instruments/model/instrument.ts'
import { roundToTick } from '#modules/instruments/model/tick.ts'
import { isLeveraged } from '#modules/margin/model/charges.ts'
import type { Lot } from '#modules/portfolio/model/lot.ts'

export type Ratio = Pick<Split, 'newShares' | 'oldShares'>

/**
 * Old shares of a lot that become new ones in whole `unit`s. The others, a fraction of a share where the unit
 * is one, are paid out at the last cum price, without a fee.
 */
export function keptShares(
  openQuantity: Quantity,
  unit: Quantity,
  { newShares, oldShares }: Ratio,
): Quantity {
  const step = (unit * oldShares) / greatestDivisor(unit * oldShares, newShares)
  return Math.floor(openQuantity / step) * step
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b))

/**
 * `roundingYen` is paid to the member now, because the new open price is rounded to his disadvantage by less
 * than a tenth of a yen. A split realizes nothing: it comes off the fee of the opening, so that it counts
 * when the lot is closed. `carriesRounding` false: as a journal of before says it, a profit at once.
 */
export type AfterSplit = { readonly lot: Lot; readonly roundingYen: Yen }

/**
 * A lot with new shares for its old ones: as many as make the same value, at the price over the ratio. Its
 * margin stays the same yen, but for shares paid in full, whose margin is their cost: there the rounding
 * joins it. All of the lot's shares become whole ones (`keptShares`).
 */
export function afterSplit(
  lot: Lot,
  { newShares, oldShares }: Ratio,
  table: TickTable,
  at: Ms,
  carriesRounding = true,
): AfterSplit {
  const shares = (quantity: Quantity) => (quantity * newShares) / oldShares
  const openQuantity = shares(lot.openQuantity)
  // What is closed of it may not come out even: it is history, and counts in whole shares.
  const closedQuantity = Math.round(shares(lot.quantity - lot.openQuantity))
  const price = (tenths: PriceTenths, rounding: 'floor' | 'ceil') =>
    mulDiv([tenths, oldShares], newShares, rounding)
  const exit = (tenths: PriceTenths | null) =>
    tenths === null ? null : roundToTick((tenths * oldShares) / newShares, table, 'nearest')
  const openPriceTenths = price(lot.openPriceTenths, lot.side === 'up' ? 'ceil' : 'floor')
  const roundingYen = Math.abs(
    consideration(openPriceTenths, openQuantity) - consideration(lot.openPriceTenths, lot.openQuantity),
  )
  return {
    roundingYen,
    lot: {
      ...lot,
      openPriceTenths,
      quantity: openQuantity + closedQuantity,
      openQuantity,
      marginYen: lot.marginYen + (isLeveraged(lot) ? 0 : roundingYen),
      ...(carriesRounding
        ? { openFeeYen: lot.openFeeYen - roundingYen }
        : { realizedYen: lot.realizedYen + roundingYen }),
      takeProfitTenths: exit(lot.takeProfitTenths),
      stopLossTenths: exit(lot.stopLossTenths),
      exitsAt: at,
    },
  }
}
