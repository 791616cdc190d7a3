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
 * Quoted and actual of an order, for the part that is filled. Margin, of an opening: ⌈notional ÷ leverage⌉,
 * per fill; shares paid in full have none, and come to what is paid with the fee, or received after it.
 */
export function quotedRows(order: OrderView): QuotedRow[] {
  const isPaid = heldBy(order) === 'cash'
  const isClosing = order.purpose === 'close'
  const quoted = (yen: number) => (isComparable(order) ? yen : null)
  const withFee = (notional: number, fee: number) => notional + (isClosing ? 0 - fee : fee)
  const traded = tradedYen(order)
  // Price in tenths over leverage in tenths: the tens cancel out.
  const margin = order.fills.reduce(
    (sum, fill) =>
      sum + Math.ceil((Math.round(fill.price * 10) * fill.quantity) / Math.round(order.leverage * 10)),
    0,
  )
  const { notional, fee } = order.quoted
  const rows: QuotedRow[] = [
    { item: 'price', quoted: order.quoted.price, actual: order.averagePrice },
    { item: 'notional', quoted: quoted(notional), actual: traded },
  ]
  if (!isPaid && !isClosing)
    rows.push({ item: 'margin', quoted: quoted(order.quoted.margin), actual: margin })
  rows.push({ item: 'fee', quoted: quoted(fee), actual: order.fee })
  if (isPaid)
    rows.push({ item: 'settled', quoted: quoted(withFee(notional, fee)), actual: withFee(traded, order.fee) })
  return rows
}

/** True if all of it is filled and there was a price to quote: a part is not held against the whole. */
const isComparable = ({ filledQuantity, quantity, quoted }: OrderView): boolean =>
  filledQuantity === quantity && quoted.notional > 0

/**
 * Yen by which the filled order came out better (+) or worse (−) than quoted: cheaper when buying, dearer
 * when selling, fees included.
 */
export function verdictYen(order: OrderView): number {
  if (!isComparable(order)) return 0
  const saved = order.quoted.notional - tradedYen(order)
  return (order.side === 'up' ? saved : -saved) + order.quoted.fee - order.fee
}
