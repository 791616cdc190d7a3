import type { PriceTenths } from '#kernel/price.ts'
import { firstDayPrices, firstDayQuotes, firstPriceRenewal } from '#modules/instruments/model/first-price.ts'
import type { TickTable } from '#modules/instruments/model/instrument.ts'
import { specialQuoteStep, type PriceLimits } from '#modules/instruments/model/limits.ts'
import { roundToTick } from '#modules/instruments/model/tick.ts'
import { BUY, type BookSide } from './book.ts'

/**
 * Prices at most `steps` special quote steps of the reference away from it, bounds included (market rules 4,
 * 5.3, 6). A bound between two ticks is not tradable, so the range ends at the tick inside; the day's limits
 * end it too.
 */
export function rangeAround(
  referenceTenths: PriceTenths,
  steps: number,
  table: TickTable,
  limits: PriceLimits,
): PriceLimits {
  const width = steps * specialQuoteStep(referenceTenths)
  const { lowerTenths, upperTenths } = limits
  const within = (price: number, direction: 'up' | 'down') =>
    Math.min(Math.max(roundToTick(Math.max(price, lowerTenths), table, direction), lowerTenths), upperTenths)
  return {
    lowerTenths: within(referenceTenths - width, 'up'),
    upperTenths: within(referenceTenths + width, 'down'),
  }
}

/**
 * Prices at which a new listing may find its first price from this quote (market rules 10): the next quotes
 * of both directions, and from the outermost quotes one ordinary step more.
 */
export function firstPriceReach(
  quoteTenths: PriceTenths,
  offerTenths: PriceTenths,
  table: TickTable,
): PriceLimits {
  const quotes = firstDayQuotes(offerTenths, table)
  const prices = firstDayPrices(offerTenths, table)
  const lower = roundToTick(
    quoteTenths - firstPriceRenewal('down', offerTenths, quoteTenths).stepTenths,
    table,
    'up',
  )
  const upper = roundToTick(
    quoteTenths + firstPriceRenewal('up', offerTenths, quoteTenths).stepTenths,
    table,
    'down',
  )
  return {
    lowerTenths: quoteTenths <= quotes.lowerTenths ? prices.lowerTenths : Math.max(lower, quotes.lowerTenths),
    upperTenths: quoteTenths >= quotes.upperTenths ? prices.upperTenths : Math.min(upper, quotes.upperTenths),
  }
}

/** The special quote of a new listing at this end of its reach, and how long it stands. */
export function firstDayQuote(
  side: BookSide,
  edge: PriceTenths,
  offerTenths: PriceTenths,
  quoteTenths: PriceTenths,
  table: TickTable,
) {
  const { lowerTenths, upperTenths } = firstDayQuotes(offerTenths, table)
  const { every } = firstPriceRenewal(side === BUY ? 'up' : 'down', offerTenths, quoteTenths)
  return { priceTenths: Math.min(Math.max(edge, lowerTenths), upperTenths), every }
}

/**
 * A trade at this share of the base price or below it restricts short sales until the end of the next day
 * (market rules 11).
 */
const SHORT_TRIGGER_PERCENT = 90
export const triggersShortRule = (priceTenths: PriceTenths, baseTenths: PriceTenths): boolean =>
  priceTenths * 100 <= baseTenths * SHORT_TRIGGER_PERCENT

/** The end of a range in the direction in which this side pushes the price. */
export const edgeOf = (range: PriceLimits, side: BookSide): PriceTenths =>
  side === BUY ? range.upperTenths : range.lowerTenths

/** True if a price lies farther in the direction of this side than another. */
export const isBeyond = (side: BookSide, price: PriceTenths, other: PriceTenths): boolean =>
  side === BUY ? price > other : price < other
