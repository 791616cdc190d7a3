/**
 * Status of an order for the engine and the venue: a word of FIX (tag 39), with most of its values. ARMED: a
 * stop that waits for its price. HELD: kept here until the venue takes orders. UNKNOWN: sent, and the venue
 * has said nothing of it.
 */
export type OrdStatus =
  | 'ARMED'
  | 'HELD'
  | 'PENDING_NEW'
  | 'UNKNOWN'
  | 'NEW'
  | 'PARTIALLY_FILLED'
  | 'FILLED'
  | 'CANCELED'
  | 'EXPIRED'
  | 'REJECTED'
/**
 * The events that move an order on: a report of the venue, or here: its trigger was reached, it is sent, it
 * is kept for the next acceptance.
 */
export type ExecType =
  | 'NEW'
  | 'TRADE'
  | 'REPLACED'
  | 'CANCELED'
  | 'EXPIRED'
  | 'REJECTED'
  | 'CANCEL_REJECTED'
  | 'AMEND_REJECTED'
  | 'RESTATED'
  | 'TRIGGERED'
  | 'SENT'
  | 'KEPT'
  | 'LOST'

/**
 * The statuses that the member sees, in the wire's words: `shownStatus` reads it from the order and its lots.
 */
export const ORDER_STATUSES = [
  'pending',
  'holding',
  'closing',
  'closed',
  'cancelled',
  'expired',
  'rejected',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]
