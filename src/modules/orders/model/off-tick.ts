import { yenOf, type PriceTenths } from '#kernel/price.ts'
import type { TickTable } from '#modules/instruments/model/instrument.ts'
import { nextTick, roundToTick, tickAt } from '#modules/instruments/model/tick.ts'

/**
 * For the sentence of a price that is on no tick: the tick there, and the prices on both sides, in yen; under
 * the lowest, the two lowest.
 */
export function neighbours(priceTenths: PriceTenths, table: TickTable) {
  const below = roundToTick(priceTenths, table, 'down')
  return {
    tick: yenOf(tickAt(priceTenths, table)),
    below: yenOf(below),
    above: yenOf(nextTick(below, table, 1)),
  }
}
