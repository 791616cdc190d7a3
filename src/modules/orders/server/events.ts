import type { DomainEvent } from '#platform/engine/command.ts'
import type { Lot } from '#modules/portfolio/model/lot.ts'
import { isAtVenue } from '../model/order-life.ts'
import type { Order } from '../model/order.ts'

/** What listeners hear, after it is durable. */
export const orderAccepted = (order: Order): DomainEvent => ({ type: 'order.accepted', orderId: order.id })
export const cancelAsked = (order: Order): DomainEvent => ({ type: 'order.cancel-asked', orderId: order.id })
export const amendAsked = (order: Order): DomainEvent => ({ type: 'order.amend-asked', orderId: order.id })
export const accountChanged = (memberId: string): DomainEvent => ({ type: 'account.changed', memberId })
/** Money set aside for an order, and nothing else: the margin rules count it as before. */
export const moneyHeld = (memberId: string): DomainEvent => ({
  type: 'account.changed',
  memberId,
  held: true,
})

/** A new order: it goes to the venue, or waits here. */
export const orderTaken = (order: Order): DomainEvent[] => [
  ...(isAtVenue(order.ordStatus) ? [orderAccepted(order)] : []),
  orderChanged(order),
]

export const orderChanged = ({
  memberId,
  id,
  status,
  code,
  purpose,
  filledQuantity,
  quantity,
}: Order): DomainEvent => ({
  type: 'order.changed',
  memberId,
  orderId: id,
  status,
  code,
  purpose,
  filledQuantity,
  quantity,
})

export const lotChanged = ({ memberId, id, status, code }: Lot): DomainEvent => ({
  type: 'lot.changed',
  memberId,
  lotId: id,
  status,
  code,
})
