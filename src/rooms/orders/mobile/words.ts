import type { Translate } from '#texts/translate.ts'
import type { OrderStatus, OrderView } from '#rooms/orders/contract.ts'

/** What an order does, in one or two words: buy, sell, sell to close, buy to close. */
export function sideWord(t: Translate, order: Pick<OrderView, 'side' | 'purpose'>): string {
  if (order.purpose === 'open') return t(`orders.side.${order.side}`)
  // A closing order stands on the other side of its lot: selling ends a long one.
  return t(order.side === 'down' ? 'orders.side.closeUp' : 'orders.side.closeDown')
}

export const statusWord = (t: Translate, status: OrderStatus): string => t(`orders.status.${status}`)

export const statusTone = (status: OrderStatus): 'brand' | 'warn' | 'grey' =>
  status === 'holding' ? 'brand' : status === 'pending' || status === 'closing' ? 'warn' : 'grey'
