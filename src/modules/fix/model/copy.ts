import type { Order } from '#modules/orders/model/order.ts'
import type { FixMessage } from '#wire/fix/message.ts'
import { isLeveraged } from '#modules/margin/model/charges.ts'
import type { FixOrder } from './report.ts'
import type { Terms } from './terms.ts'

const ORD_TYPES = { market: '1', limit: '2', stop: '3', 'stop-limit': '4' } as const
const CONDITIONS = { none: '0', 'at-open': '2', 'at-close': '7', 'limit-then-market': '0' } as const

type Placed = Pick<
  Order,
  | 'code'
  | 'side'
  | 'purpose'
  | 'type'
  | 'condition'
  | 'timeInForce'
  | 'validUntil'
  | 'tradeDate'
  | 'priceTenths'
  | 'triggerTenths'
  | 'leverageTenths'
>

/** The terms of an order in FIX's words, wherever it was placed. */
export function termsOf(order: Placed): Terms {
  const { code, side, purpose, leverageTenths, condition, timeInForce, priceTenths, triggerTenths } = order
  const isOnMargin = isLeveraged({ side: purpose === 'open' ? side : other(side), leverageTenths })
  const isLater = condition === 'none' && order.validUntil > order.tradeDate
  return {
    code,
    side: side === 'up' ? '1' : purpose === 'open' ? '5' : '2',
    cash: !isOnMargin ? '1' : purpose === 'open' ? '2' : '3',
    ordType: ORD_TYPES[order.type],
    inForce: timeInForce === 'ioc' ? '3' : isLater ? '6' : CONDITIONS[condition],
    priceTenths,
    triggerTenths,
  }
}
const other = (side: Order['side']): Order['side'] => (side === 'up' ? 'down' : 'up')

/** An order that no session sent, as sessions of copies are told of it: its own id is its name. */
export const copyOf = (order: Order): FixOrder => ({
  id: order.id,
  keyId: '',
  memberId: order.memberId,
  clOrdId: order.id,
  asked: null,
  terms: termsOf(order),
  quantity: order.quantity,
  filled: 0,
  filledTenths: 0,
  parts: { [order.id]: { quantity: order.quantity, filled: 0, end: null } },
  status: '0',
  updatedAt: order.updatedAt,
})

/** A report for a session of copies: CopyMsgIndicator (797). */
export const asCopy = ({ type, fields }: FixMessage): FixMessage => ({
  type,
  fields: [...fields, [797, 'Y']],
})
