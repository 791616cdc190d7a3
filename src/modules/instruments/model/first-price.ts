import type { PriceTenths } from '#kernel/price.ts'
import { MINUTE, type Ms } from '#kernel/time.ts'
import type { TickTable } from './instrument.ts'
import { specialQuoteStep, type PriceLimits } from './limits.ts'
import { roundToTick } from './tick.ts'

/**
 * Rules of a newly listed issue until its first price (market rules 10). There are no daily limits and no
 * market orders until then; the first price is the base price of its own day. Bounds of quotes and first
 * prices between two ticks go outwards, as daily limits do.
 */

const between = (lowTenths: PriceTenths, highTenths: PriceTenths, table: TickTable): PriceLimits => ({
  lowerTenths: roundToTick(lowTenths, table, 'down'),
  upperTenths: roundToTick(highTenths, table, 'up'),
})

/**
 * Prices that an order may name: from a quarter to four times the offer price, from the second day on of the
 * last quote. Fractions of a tick go up at both ends (Nagoya exchange's rules of a first price).
 */
export const firstPriceRange = (referenceTenths: PriceTenths, table: TickTable): PriceLimits => ({
  lowerTenths: roundToTick(referenceTenths / 4, table, 'up'),
  upperTenths: roundToTick(referenceTenths * 4, table, 'up'),
})

/** The range of the special quote on the first day: 0.75 to 2.3 times the offer price. */
export const firstDayQuotes = (offerTenths: PriceTenths, table: TickTable): PriceLimits =>
  between((offerTenths * 3) / 4, (offerTenths * 23) / 10, table)

/** Range of the first day's first price: one ordinary step beyond the outermost special quotes. */
export function firstDayPrices(offerTenths: PriceTenths, table: TickTable): PriceLimits {
  const { lowerTenths, upperTenths } = firstDayQuotes(offerTenths, table)
  return between(
    lowerTenths - specialQuoteStep(lowerTenths),
    upperTenths + specialQuoteStep(upperTenths),
    table,
  )
}

/** The steps of a special quote before the first price: their size, and the time between them. */
export type Renewal = { readonly stepTenths: PriceTenths; readonly every: Ms }

const UPWARDS_EVERY: Ms = 10 * MINUTE
const ORDINARILY_EVERY: Ms = 3 * MINUTE

/**
 * Up by 5 % of the offer price every ten minutes, down by the ordinary step every three. The exchange may
 * choose the ordinary step upwards as well; this one does not.
 */
export const firstPriceRenewal = (
  direction: 'up' | 'down',
  offerTenths: PriceTenths,
  quoteTenths: PriceTenths,
): Renewal =>
  direction === 'up'
    ? { stepTenths: Math.ceil(offerTenths / 20), every: UPWARDS_EVERY }
    : { stepTenths: specialQuoteStep(quoteTenths), every: ORDINARILY_EVERY }
