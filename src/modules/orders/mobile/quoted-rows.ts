import type { Yen } from '#kernel/money.ts'
import { consideration, tenthsOf } from '#kernel/price.ts'
import type { OrderView } from '#modules/orders/contract.ts'
import { heldBy } from './labels.ts'

export type QuotedRow = {
  item: 'price' | 'notional' | 'margin' | 'fee' | 'settled'
  quoted: number | null
  actual: number | null
}

/** Yen that the fills came to, fill by fill as the ledger has them: no average gives it back. */
export const tradedYen = ({ fills }: Pick<OrderView, 'fills'>): Yen =>
  fills.reduce((sum, fill) => sum + consideration(tenthsOf(fill.price), fill.quantity), 0)

/**
 * Quoted and actual of an opening order, for the part that is filled. Margin: ⌈notional ÷ leverage⌉, per
 * fill; a purchase in full has none, and comes to what is paid with the fee.
 */
export function quotedRows(order: OrderView): QuotedRow[] {
  const whole = order.filledQuantity === order.quantity
  const isPaid = heldBy(order) === 'cash'
  // Price in tenths over leverage in tenths: the tens cancel out.
  const margin = order.fills.reduce(
    (sum, fill) =>
      sum + Math.ceil((Math.round(fill.price * 10) * fill.quantity) / Math.round(order.leverage * 10)),
    0,
  )
  return [
    { item: 'price', quoted: order.quoted.price, actual: order.averagePrice },
    { item: 'notional', quoted: whole ? order.quoted.notional : null, actual: tradedYen(order) },
    ...(isPaid
      ? []
      : [{ item: 'margin', quoted: whole ? order.quoted.margin : null, actual: margin } as const]),
    { item: 'fee', quoted: whole ? order.quoted.fee : null, actual: order.fee },
    ...(isPaid
      ? [
          {
            item: 'settled',
            quoted: whole ? order.quoted.notional + order.quoted.fee : null,
            actual: tradedYen(order) + order.fee,
          } as const,
        ]
      : []),
  ]
}

/**
 * Yen by which the filled order came out better (+) or worse (−) than quoted: cheaper when buying, dearer
 * when selling short, fees included.
 */
export function verdictYen(order: OrderView): number {
  if (order.filledQuantity !== order.quantity) return 0
  const saved = order.quoted.notional - tradedYen(order)
  return (order.side === 'up' ? saved : -saved) + order.quoted.fee - order.fee
}
