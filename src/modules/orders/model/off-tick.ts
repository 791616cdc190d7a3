import { yenOf, type PriceTenths } from '#kernel/price.ts'
import type { TickTable } from '#modules/instruments/model/instrument.ts'
import { roundToTick, tickAt } from '#modules/instruments/model/tick.ts'

/** For the sentence of a price between two ticks: the tick there, and the prices on both sides, in yen. */
export const neighbours = (priceTenths: PriceTenths, table: TickTable) => ({
  tick: yenOf(tickAt(priceTenths, table)),
  below: yenOf(roundToTick(priceTenths, table, 'down')),
  above: yenOf(roundToTick(priceTenths, table, 'up')),
})
