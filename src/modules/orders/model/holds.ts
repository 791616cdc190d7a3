import type { Yen } from '#kernel/money.ts'
import { move, type Draft } from '#modules/ledger/model/drafting.ts'
import type { Order } from './order.ts'

type Holding = Pick<Order, 'id' | 'code' | 'holdAvailableYen' | 'holdUnsettledYen'>
type Held = Pick<Order, 'holdAvailableYen' | 'holdUnsettledYen'>

/**
 * Sets more money aside for an order: available money first, then unsettled. That it is there has been asked
 * before.
 */
export function hold(draft: Draft, order: Holding, yen: Yen): Held {
  const fromAvailable = Math.min(yen, draft.balances.available)
  const fromUnsettled = yen - fromAvailable
  const what = { kind: 'order-hold', about: { orderId: order.id, code: order.code } } as const
  move(draft, 'available', 'orderHold', fromAvailable, what)
  move(draft, 'unsettled', 'orderHold', fromUnsettled, what)
  return {
    holdAvailableYen: order.holdAvailableYen + fromAvailable,
    holdUnsettledYen: order.holdUnsettledYen + fromUnsettled,
  }
}

/** Back to where it came from: unsettled money last taken is first returned. */
export function release(draft: Draft, order: Holding, yen: Yen): Held {
  const toUnsettled = Math.min(yen, order.holdUnsettledYen)
  const toAvailable = yen - toUnsettled
  const what = { kind: 'order-release', about: { orderId: order.id, code: order.code } } as const
  move(draft, 'orderHold', 'available', toAvailable, what)
  move(draft, 'orderHold', 'unsettled', toUnsettled, what)
  return {
    holdAvailableYen: order.holdAvailableYen - toAvailable,
    holdUnsettledYen: order.holdUnsettledYen - toUnsettled,
  }
}
