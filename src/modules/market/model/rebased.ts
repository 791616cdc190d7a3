import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { Quote } from '#modules/venue/model/terms.ts'
import type { SourcedBar } from './interval.ts'

/**
 * A bar of before a split in the shares of after it: `shares` new ones for an old one. Prices to the nearest
 * tenth of a yen, as the base price of an ex-date; a chart shows no step where nothing was won or lost.
 */
export const rebased = <B extends SourcedBar>(bar: B, shares: number): B =>
  shares === 1
    ? bar
    : {
        ...bar,
        openTenths: Math.round(bar.openTenths / shares),
        highTenths: Math.round(bar.highTenths / shares),
        lowTenths: Math.round(bar.lowTenths / shares),
        closeTenths: Math.round(bar.closeTenths / shares),
        volume: Math.round(bar.volume * shares),
      }

/** The same of a quote, for the time until the exchange's first one in new shares. */
export function rebasedQuote(quote: Quote, shares: number): Quote {
  const price = (tenths: PriceTenths) => Math.round(tenths / shares)
  const maybe = (tenths: PriceTenths | null) => (tenths === null ? null : price(tenths))
  const count = (quantity: Quantity) => Math.round(quantity * shares)
  return {
    ...quote,
    lastTenths: maybe(quote.lastTenths),
    previousCloseTenths: price(quote.previousCloseTenths),
    baseTenths: price(quote.baseTenths),
    openTenths: maybe(quote.openTenths),
    highTenths: maybe(quote.highTenths),
    lowTenths: maybe(quote.lowTenths),
    vwapTenths: maybe(quote.vwapTenths),
    bidTenths: maybe(quote.bidTenths),
    askTenths: maybe(quote.askTenths),
    upperLimitTenths: price(quote.upperLimitTenths),
    lowerLimitTenths: price(quote.lowerLimitTenths),
    volume: count(quote.volume),
    bidQty: count(quote.bidQty),
    askQty: count(quote.askQty),
    indication: null,
  }
}
