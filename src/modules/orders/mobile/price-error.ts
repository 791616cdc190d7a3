import type { useText } from '#client/texts.ts'
import { tenthsOf, type PriceYen } from '#kernel/price.ts'
import type { Refusal } from '#kernel/result.ts'
import type { TickTable } from '#modules/instruments/model/instrument.ts'
import type { Phase } from '#modules/instruments/model/schedule.ts'
import type { QuoteView, StockView } from '#modules/market/contract.ts'
import type { OrderView } from '#modules/orders/contract.ts'
import { neighbours } from '#modules/orders/model/off-tick.ts'
import { helpWithPrice, refusedByTrigger } from '#modules/orders/model/place-order.ts'
import { marketOf } from './use-ticket.ts'

/** The sentence of a refusal. */
export const sayRefusal = (text: ReturnType<typeof useText>, refusal: Refusal | null | undefined) =>
  refusal ? text(`orders.rejection.${refusal.rejection}`, refusal.detail) : undefined

/** The problem of a limit price (yen), in a sentence; undefined: none, as far as the phone knows. */
export const priceError = (
  text: ReturnType<typeof useText>,
  stock: StockView,
  quote: QuoteView,
  price: number | null,
) => {
  return sayRefusal(text, helpWithPrice(factsOf(stock, quote), price === null ? null : tenthsOf(price)))
}

/** The problem of another trigger (yen) for a stop that waits, likewise. */
export const triggerError = (
  text: ReturnType<typeof useText>,
  stock: StockView,
  quote: QuoteView,
  { side, validUntil }: Pick<OrderView, 'side' | 'validUntil'>,
  trigger: PriceYen,
) =>
  sayRefusal(
    text,
    refusedByTrigger(factsOf(stock, quote), {
      side,
      triggerTenths: tenthsOf(trigger),
      validity: validUntil > stock.tradeDate ? 'date' : 'day',
    }),
  )

function factsOf(stock: StockView, quote: QuoteView) {
  const market = marketOf(stock, quote)
  return { instrument: market, quote: market.quote, phase: stock.phase as Phase }
}

/** The sentence for a price (yen) finer than any tick, which is read as no price at all. */
export const tooFineFor =
  (text: ReturnType<typeof useText>, tickTable: TickTable) =>
  (price: PriceYen): string =>
    text('orders.rejection.PRICE_OFF_TICK', neighbours(price * 10, tickTable))
