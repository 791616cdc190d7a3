import { expect, test } from 'vitest'
import { Bug } from '#kernel/assert.ts'
import { afterReport, changed, NEXT_ORD_STATUS, NEXT_STATUS, shownStatus } from './order-life.ts'
import type { ExecType, OrderStatus, OrdStatus } from './order-status.ts'
import type { Order } from './order.ts'

/**
 * Every report in every state: what follows, or nothing. Written out once more, so that a change of the table
 * is noticed.
 */
const legal: Record<OrdStatus, Partial<Record<ExecType, OrdStatus>>> = {
  ARMED: { TRIGGERED: 'HELD', CANCELED: 'CANCELED', EXPIRED: 'EXPIRED', REJECTED: 'REJECTED' },
  HELD: {
    SENT: 'PENDING_NEW',
    TRADE: 'HELD',
    CANCELED: 'CANCELED',
    EXPIRED: 'EXPIRED',
    REJECTED: 'REJECTED',
  },
  PENDING_NEW: {
    NEW: 'NEW',
    TRADE: 'PARTIALLY_FILLED',
    REPLACED: 'NEW',
    RESTATED: 'NEW',
    CANCEL_REJECTED: 'PENDING_NEW',
    AMEND_REJECTED: 'PENDING_NEW',
    KEPT: 'HELD',
    LOST: 'UNKNOWN',
    CANCELED: 'CANCELED',
    EXPIRED: 'EXPIRED',
    REJECTED: 'REJECTED',
  },
  UNKNOWN: {
    NEW: 'NEW',
    TRADE: 'PARTIALLY_FILLED',
    REPLACED: 'NEW',
    RESTATED: 'NEW',
    CANCEL_REJECTED: 'UNKNOWN',
    AMEND_REJECTED: 'UNKNOWN',
    KEPT: 'HELD',
    SENT: 'PENDING_NEW',
    CANCELED: 'CANCELED',
    EXPIRED: 'EXPIRED',
    REJECTED: 'REJECTED',
  },
  NEW: {
    TRADE: 'PARTIALLY_FILLED',
    REPLACED: 'NEW',
    RESTATED: 'NEW',
    CANCEL_REJECTED: 'NEW',
    AMEND_REJECTED: 'NEW',
    KEPT: 'HELD',
    CANCELED: 'CANCELED',
    EXPIRED: 'EXPIRED',
    REJECTED: 'REJECTED',
  },
  PARTIALLY_FILLED: {
    TRADE: 'PARTIALLY_FILLED',
    REPLACED: 'PARTIALLY_FILLED',
    RESTATED: 'PARTIALLY_FILLED',
    CANCEL_REJECTED: 'PARTIALLY_FILLED',
    AMEND_REJECTED: 'PARTIALLY_FILLED',
    KEPT: 'HELD',
    CANCELED: 'CANCELED',
    EXPIRED: 'EXPIRED',
    REJECTED: 'REJECTED',
  },
  FILLED: {},
  CANCELED: {},
  EXPIRED: {},
  REJECTED: {},
}
const states = Object.keys(NEXT_ORD_STATUS) as OrdStatus[]
const reports: ExecType[] = [
  'NEW',
  'TRADE',
  'REPLACED',
  'CANCELED',
  'EXPIRED',
  'REJECTED',
  'CANCEL_REJECTED',
  'AMEND_REJECTED',
  'RESTATED',
  'TRIGGERED',
  'SENT',
  'KEPT',
  'LOST',
]

test.each(states.flatMap((from) => reports.map((report) => [from, report] as const)))(
  '%s takes %s',
  (from, report) => {
    const to = legal[from][report]
    if (to === undefined) expect(() => afterReport(from, report, 100)).toThrow(Bug)
    else expect(afterReport(from, report, 100)).toBe(to)
  },
)

test('a trade that leaves nothing fills the order', () => {
  expect(afterReport('NEW', 'TRADE', 0)).toBe('FILLED')
  expect(afterReport('PARTIALLY_FILLED', 'TRADE', 0)).toBe('FILLED')
})

const shown: [
  purpose: Order['purpose'],
  ordStatus: OrdStatus,
  filled: number,
  lotsOpen: number,
  lotsClosing: number,
  status: OrderStatus,
][] = [
  ['open', 'ARMED', 0, 0, 0, 'pending'],
  ['open', 'HELD', 100, 1, 0, 'pending'],
  ['close', 'HELD', 0, 0, 0, 'pending'],
  ['open', 'PENDING_NEW', 0, 0, 0, 'pending'],
  ['open', 'NEW', 0, 0, 0, 'pending'],
  ['open', 'PARTIALLY_FILLED', 100, 1, 0, 'pending'],
  ['open', 'FILLED', 200, 2, 0, 'holding'],
  ['open', 'FILLED', 200, 2, 1, 'closing'],
  ['open', 'FILLED', 200, 0, 0, 'closed'],
  ['open', 'CANCELED', 0, 0, 0, 'cancelled'],
  ['open', 'EXPIRED', 0, 0, 0, 'expired'],
  ['open', 'REJECTED', 0, 0, 0, 'rejected'],
  ['open', 'CANCELED', 100, 1, 0, 'holding'],
  ['open', 'EXPIRED', 100, 1, 1, 'closing'],
  ['open', 'CANCELED', 100, 0, 0, 'closed'],
  ['close', 'NEW', 0, 0, 0, 'pending'],
  ['close', 'PARTIALLY_FILLED', 100, 0, 0, 'pending'],
  ['close', 'FILLED', 200, 0, 0, 'closed'],
  ['close', 'CANCELED', 100, 0, 0, 'cancelled'],
  ['close', 'EXPIRED', 0, 0, 0, 'expired'],
  ['close', 'REJECTED', 0, 0, 0, 'rejected'],
]
test.each(shown)(
  '%s, %s, %d filled, %d lots open, %d closing: %s',
  (purpose, ordStatus, filledQuantity, lotsOpen, lotsClosing, status) => {
    expect(shownStatus({ purpose, ordStatus, filledQuantity, lotsOpen, lotsClosing })).toBe(status)
  },
)

const STATUSES: OrderStatus[] = [
  'pending',
  'holding',
  'closing',
  'closed',
  'cancelled',
  'expired',
  'rejected',
]
/** Parts of an order that show as this status. */
const showing: Record<OrderStatus, Partial<Order>> = {
  pending: { ordStatus: 'NEW' },
  holding: { ordStatus: 'FILLED', filledQuantity: 100, lotsOpen: 1, lotsClosing: 0 },
  closing: { ordStatus: 'FILLED', filledQuantity: 100, lotsOpen: 1, lotsClosing: 1 },
  closed: { ordStatus: 'FILLED', filledQuantity: 100, lotsOpen: 0, lotsClosing: 0 },
  cancelled: { ordStatus: 'CANCELED', filledQuantity: 0 },
  expired: { ordStatus: 'EXPIRED', filledQuantity: 0 },
  rejected: { ordStatus: 'REJECTED', filledQuantity: 0 },
}
test.each(STATUSES.flatMap((from) => STATUSES.map((to) => [from, to] as const)))(
  'an opening order: %s to %s',
  (from, to) => {
    const order = {
      number: 'O-1',
      purpose: 'open',
      lotsOpen: 0,
      lotsClosing: 0,
      filledQuantity: 0,
      ...showing[from],
      status: from,
    } as Order
    if (NEXT_STATUS.open[from].includes(to)) expect(changed(order, showing[to]).status).toBe(to)
    else expect(() => changed(order, showing[to])).toThrow(Bug)
  },
)

test('a closing order holds nothing: it ends with itself', () => {
  expect(NEXT_STATUS.close).toEqual({
    pending: ['pending', 'closed', 'cancelled', 'expired', 'rejected'],
    holding: [],
    closing: [],
    closed: [],
    cancelled: [],
    expired: [],
    rejected: [],
  })
})

test('what is over changes no more', () => {
  for (const purpose of ['open', 'close'] as const) {
    for (const status of ['closed', 'cancelled', 'expired', 'rejected'] as const)
      expect(NEXT_STATUS[purpose][status]).toEqual([])
  }
})
