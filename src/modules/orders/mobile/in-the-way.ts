import type { Quantity } from '#kernel/price.ts'
import type { Side } from '#modules/margin/model/charges.ts'
import type { OrderView } from '#modules/orders/contract.ts'
import { maybeTenths } from '#modules/orders/model/order.ts'
import { refusedByOwnOrders } from '#modules/orders/model/own-orders.ts'
import type { Board } from '#modules/venue/model/terms.ts'

/** Shares to be closed at market, by the side of the closing order. `board`: none where nobody trades. */
export type ClosedAtMarket = {
  readonly code: string
  readonly side: Side
  readonly quantity: Quantity
  readonly board: Board | undefined
}

/** The own orders with which closings at market would trade, which the exchange does not allow. */
export const inTheWay = (closings: readonly ClosedAtMarket[], pending: readonly OrderView[]): OrderView[] =>
  pending.filter(
    ({ code, number, side, price, condition, place }) =>
      place !== 'armed' &&
      closings.some(
        (closing) =>
          closing.code === code &&
          refusedByOwnOrders(
            { ownOrders: [{ number, side, condition, priceTenths: maybeTenths(price ?? undefined) }] },
            { ...closing, type: 'market', condition: 'none', priceTenths: null },
            closing.board,
          ) !== null,
      ),
  )
