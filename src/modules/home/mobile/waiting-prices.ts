import type { PriceYen } from '#kernel/price.ts'
import type { OrderView } from '#modules/orders/contract.ts'

/** A price at which an order waits, and whether the member may move it now. */
export type WaitingPrice = { of: 'price' | 'trigger'; price: PriceYen; isFree: boolean }

/**
 * The prices at which an order waits: its limit, and the trigger of a stop that has not been released. A
 * member's own orders can be moved, unless a change is on its way.
 */
export function waitingPrices({
  price,
  triggerPrice,
  place,
  amending,
  origin,
}: Pick<OrderView, 'price' | 'triggerPrice' | 'place' | 'amending' | 'origin'>): WaitingPrice[] {
  const isFree = amending === null && origin === 'member'
  return [
    ...(triggerPrice !== null && place === 'armed'
      ? [{ of: 'trigger', price: triggerPrice, isFree } as const]
      : []),
    ...(price !== null ? [{ of: 'price', price, isFree } as const] : []),
  ]
}
