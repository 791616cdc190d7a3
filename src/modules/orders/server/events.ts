import type { MemberId, OrderId } from '#kernel/id.ts'
import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { DomainEvent } from '#platform/engine/event.ts'
import { event } from '#platform/engine/event.ts'
import { accountChanged } from '#modules/ledger/server/events.ts'
import type { Report } from '../model/apply-execution.ts'
import { isAtVenue } from '../model/order-life.ts'
import type { Order } from '../model/order.ts'

const idOf = ({ id }: Order) => ({ orderId: id })
export const orderAccepted = event('order.accepted', idOf)
/** One of which the venue knows nothing goes out once more. */
export const orderSentAgain = event('order.sent-again', idOf)
export const cancelAsked = event('order.cancel-asked', idOf)
/** A cancel of the firm's own was refused: the order is still at the venue. */
export const cancelRefused = event('order.cancel-refused', idOf)
export const amendAsked = event('order.amend-asked', idOf)
/** Money set aside for an order, and nothing else: the margin rules count it as before. */
export const moneyHeld = (memberId: MemberId): DomainEvent => accountChanged(memberId, true)

export const orderChanged = event(
  'order.changed',
  ({ memberId, id, status, ordStatus, code, purpose, filledQuantity, quantity, ...order }: Order) => ({
    memberId,
    orderId: id,
    status,
    ordStatus,
    code,
    purpose,
    filledQuantity,
    quantity,
    priceTenths: order.priceTenths,
    triggerTenths: order.triggerTenths,
    isAmending: order.amendPriceTenths !== null || order.amendQuantity !== null,
    cancelAsked: order.cancelAsked,
    reason: order.reason,
  }),
)

/** A trade that was booked to an order, before the change of the order that it made. */
export const tradeBooked = event(
  'trade.booked',
  (orderId: OrderId, priceTenths: PriceTenths, quantity: Quantity) => ({ orderId, priceTenths, quantity }),
)

/** A new order: it goes to the venue, or waits here. */
export const orderTaken = (order: Order): DomainEvent[] => [
  ...(isAtVenue(order.ordStatus) ? [orderAccepted(order)] : []),
  orderChanged(order),
]

/** A report of the venue that people are to decide about. */
export const reportListed = event('report.listed', (orderId: string, execId: string, fault: string) => ({
  orderId,
  execId,
  fault,
}))

/** Trades of an order that is not in memory: over, or unknown. */
export const tradesUnplaced = event('trades.unplaced', (orderId: OrderId, reports: readonly Report[]) => ({
  orderId,
  reports,
}))
