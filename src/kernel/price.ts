import { assert } from './assert.ts'
import { mulDiv, safeYen, type Yen } from './money.ts'
import type { Unit } from './unit.ts'

/** Tenths of a yen: the finest tick of the exchange is 0.1 yen. 3,482.5 yen is 34_825. */
export type PriceTenths = Unit<number, 'PriceTenths'>
/** A price as it stands on the wire and on screens: yen, one decimal at most. */
export type PriceYen = Unit<number, 'PriceYen'>
/** Tenths of a leverage: 3.3× is 33. */
export type LeverageTenths = Unit<number, 'LeverageTenths'>
/** Trading units, of a hundred shares mostly: what is applied for and drawn. */
export type TradingUnits = Unit<number, 'TradingUnits'>
/** Shares. */
export type Quantity = Unit<number, 'Quantity'>

/**
 * A price of the wire (yen, at most one decimal) as tenths. The contract has already refused other values.
 */
export function tenthsOf(priceYen: PriceYen): PriceTenths {
  const tenths = Math.round(priceYen * 10)
  assert(Math.abs(tenths - priceYen * 10) < 1e-4, `more than one decimal: ${priceYen}`)
  return tenths
}

export const yenOf = (tenths: PriceTenths): PriceYen => tenths / 10

/**
 * The cost of `quantity` shares at this price, in whole yen. Odd tenths (quantity not a multiple of 10) round
 * up.
 */
export function consideration(priceTenths: PriceTenths, quantity: Quantity): Yen {
  const tenths = priceTenths * quantity
  return Number.isSafeInteger(tenths) && tenths % 10 === 0
    ? safeYen(tenths / 10)
    : mulDiv([priceTenths, quantity], 10, 'ceil')
}

/** Tenths of a yen by which that is more than price times quantity: 0 for whole trading units. */
export const roundedUpTenths = (priceTenths: PriceTenths, quantity: Quantity): number => {
  const beyond = ((priceTenths % 10) * (quantity % 10)) % 10
  return beyond === 0 ? 0 : 10 - beyond
}
