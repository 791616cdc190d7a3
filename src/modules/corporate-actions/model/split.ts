import { assert } from '#kernel/assert.ts'
import { mulDiv, type Yen } from '#kernel/money.ts'
import { consideration, type PriceTenths, type Quantity } from '#kernel/price.ts'
import type { Ms } from '#kernel/time.ts'
import type { Split } from '#modules/instruments/model/corporate-actions.ts'
import type { TickTable } from '#modules/instruments/model/instrument.ts'
import { roundToTick } from '#modules/instruments/model/tick.ts'
import { isLeveraged } from '#modules/margin/model/charges.ts'
import { openFeeLeft, openNotional, type Lot } from '#modules/portfolio/model/lot.ts'

export type Ratio = Pick<Split, 'newShares' | 'oldShares'>

/**
 * Old shares of a lot that become new ones in whole `unit`s, as journals of before say it: the others were
 * paid out at the last cum price, without a fee.
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
 * Whole new shares of a lot, and what is left over in parts of a new share, of which `oldShares` make one. A
 * fraction alone is paid out, whichever side of the ratio is one, or neither.
 */
export type Exchanged = { readonly shares: Quantity; readonly parts: number }
export function exchanged(openQuantity: Quantity, { newShares, oldShares }: Ratio): Exchanged {
  const parts = openQuantity * newShares
  assert(Number.isSafeInteger(parts), `${openQuantity} shares at ${newShares} for ${oldShares}`)
  return { shares: Math.floor(parts / oldShares), parts: parts % oldShares }
}

/**
 * `roundingYen` is paid to the member now, because the new open price is rounded to his disadvantage by less
 * than a tenth of a yen. A split realizes nothing: it comes off the fee of the opening, so that it counts
 * when the lot is closed.
 */
export type AfterSplit = { readonly lot: Lot; readonly roundingYen: Yen }

/**
 * The rounding rule of a split when it was journalled. `realized`: its rounding was a profit at once;
 * `spread`: it came off the whole opening fee, of which closed shares keep their part; `open-shares`: the
 * shares that are still open carry all of it, and what is left of the fee.
 */
export type RoundingRule = 'realized' | 'spread' | 'open-shares'

/**
 * A lot with new shares for its old ones: as many as make the same value, at the price over the ratio. Its
 * margin stays the same yen, but for shares paid in full, whose margin is their cost: there the rounding
 * joins it. `openedYen`: what the lot's whole new shares were opened for, where a fraction has been paid out.
 */
export function afterSplit(
  lot: Lot,
  ratio: Ratio,
  table: TickTable,
  at: Ms,
  { rule = 'open-shares', openedYen = openNotional(lot) }: { rule?: RoundingRule; openedYen?: Yen } = {},
): AfterSplit {
  const { newShares, oldShares } = ratio
  const { shares: openQuantity } = exchanged(lot.openQuantity, ratio)
  // The closed part may not divide evenly: it is history, and counts in whole shares.
  const closedQuantity = Math.round(((lot.quantity - lot.openQuantity) * newShares) / oldShares)
  const quantity = openQuantity + closedQuantity
  const price = (tenths: PriceTenths, rounding: 'floor' | 'ceil') =>
    mulDiv([tenths, oldShares], newShares, rounding)
  const exit = (tenths: PriceTenths | null) =>
    tenths === null ? null : roundToTick((tenths * oldShares) / newShares, table, 'nearest')
  const distance = (tenths: PriceTenths | null) =>
    tenths === null ? null : Math.max(price(tenths, 'ceil'), 1)
  const openPriceTenths = price(lot.openPriceTenths, lot.side === 'up' ? 'ceil' : 'floor')
  const roundingYen = Math.abs(consideration(openPriceTenths, openQuantity) - openedYen)
  const fee: Readonly<Record<RoundingRule, Partial<Lot>>> = {
    realized: { realizedYen: lot.realizedYen + roundingYen },
    spread: { openFeeYen: lot.openFeeYen - roundingYen },
    // The fee whose part of the open shares is exactly what they carry (`openFeeLeft`).
    'open-shares': { openFeeYen: mulDiv([openFeeLeft(lot) - roundingYen, quantity], openQuantity, 'floor') },
  }
  return {
    roundingYen,
    lot: {
      ...lot,
      openPriceTenths,
      quantity,
      openQuantity,
      marginYen: lot.marginYen + (isLeveraged(lot) ? 0 : roundingYen),
      ...fee[rule],
      takeProfitTenths: exit(lot.takeProfitTenths),
      stopLossTenths: exit(lot.stopLossTenths),
      trailTenths: distance(lot.trailTenths),
      exitsAt: at,
    },
  }
}
