import { mulDiv } from '#kernel/money.ts'
import type { PriceTenths, TradingUnits } from '#kernel/price.ts'
import { roundToTick } from '#modules/instruments/model/tick.ts'

/** Demand that is worth the top of the band, as a multiple of what is offered (decision 0045). */
export const TOP_AT_TIMES = 2

/**
 * The inputs of the rule: the band in tenths of a yen, on the grid; units offered, and units wanted at the
 * close.
 */
export type Demand = {
  readonly bandLowTenths: PriceTenths
  readonly bandHighTenths: PriceTenths
  readonly offeredUnits: TradingUnits
  readonly wantedUnits: TradingUnits
}

/**
 * The offer price, by the published rule alone (product decision 7, decision 0045): the bottom of the band as
 * long as no more is wanted than offered, the top from twice as much on, in proportion between, rounded down
 * to the tick. Never outside the band.
 */
export function offerPrice({
  bandLowTenths,
  bandHighTenths,
  offeredUnits,
  wantedUnits,
}: Demand): PriceTenths {
  const spanUnits = offeredUnits * (TOP_AT_TIMES - 1)
  const overUnits = Math.min(Math.max(wantedUnits - offeredUnits, 0), spanUnits)
  const exact = bandLowTenths + mulDiv([bandHighTenths - bandLowTenths, overUnits], spanUnits, 'floor')
  return Math.max(roundToTick(exact, 'other', 'down'), bandLowTenths)
}
