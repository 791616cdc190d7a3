import { mulDiv, type Yen } from '#kernel/money.ts'
import { consideration, tenthsOf, yenOf, type PriceYen, type Quantity } from '#kernel/price.ts'
import type { OrderView } from '#modules/orders/contract.ts'
import { sweepOf, type QuoteFacts } from '#modules/orders/model/reserve.ts'

type Of = Pick<OrderView, 'side' | 'type' | 'condition' | 'quantity' | 'filledQuantity' | 'quoted'>

/** The price of a share, and what so many shares come to (decision 0150). */
export type Worth = { price: PriceYen; yen: Yen }

/**
 * Price and yen of `quantity` shares of an order: at `at`, its limit or trigger; at market through the board,
 * or where it says nothing at `best`; else their part of what was quoted, of which the rounded average is not
 * the sum. Null: nothing is known.
 */
export function restWorth(
  order: Of,
  at: PriceYen | null,
  { board, best = null }: { board?: QuoteFacts['board']; best?: PriceYen | null } = {},
  quantity: Quantity = order.quantity - order.filledQuantity,
): Worth | null {
  const swept = at === null ? sweepOf({ ...order, quantity }, board === undefined ? {} : { board }) : null
  if (swept !== null) return { price: yenOf(swept.priceTenths), yen: swept.notionalYen }
  const alone = at ?? best
  if (alone !== null) return { price: alone, yen: consideration(tenthsOf(alone), quantity) }
  const { price, notional } = order.quoted
  return price === null ? null : { price, yen: mulDiv([notional, quantity], order.quantity, 'floor') }
}
