import { assert } from '#kernel/assert.ts'
import type { Order } from './order.ts'
import type { ExecType, OrderStatus, OrdStatus } from './order-status.ts'

const ENDS = { CANCELED: 'CANCELED', EXPIRED: 'EXPIRED', REJECTED: 'REJECTED' } as const

/** Answers of the venue that leave an order where it is. */
const staying = <S extends OrdStatus>(status: S) =>
  ({ CANCEL_REJECTED: status, AMEND_REJECTED: status }) as const

/** A trade that leaves nothing open makes an order FILLED: `afterReport` sees to it. */
export const NEXT_ORD_STATUS: Readonly<Record<OrdStatus, Partial<Readonly<Record<ExecType, OrdStatus>>>>> = {
  ARMED: { TRIGGERED: 'HELD', ...ENDS },
  // A trade of the day before that people book.
  HELD: { SENT: 'PENDING_NEW', TRADE: 'HELD', ...ENDS },
  PENDING_NEW: {
    NEW: 'NEW',
    TRADE: 'PARTIALLY_FILLED',
    REPLACED: 'NEW',
    RESTATED: 'NEW',
    KEPT: 'HELD',
    LOST: 'UNKNOWN',
    ...staying('PENDING_NEW'),
    ...ENDS,
  },
  UNKNOWN: {
    NEW: 'NEW',
    TRADE: 'PARTIALLY_FILLED',
    REPLACED: 'NEW',
    RESTATED: 'NEW',
    KEPT: 'HELD',
    SENT: 'PENDING_NEW',
    ...staying('UNKNOWN'),
    ...ENDS,
  },
  NEW: {
    TRADE: 'PARTIALLY_FILLED',
    REPLACED: 'NEW',
    RESTATED: 'NEW',
    KEPT: 'HELD',
    ...staying('NEW'),
    ...ENDS,
  },
  PARTIALLY_FILLED: {
    TRADE: 'PARTIALLY_FILLED',
    REPLACED: 'PARTIALLY_FILLED',
    RESTATED: 'PARTIALLY_FILLED',
    KEPT: 'HELD',
    ...staying('PARTIALLY_FILLED'),
    ...ENDS,
  },
  FILLED: {},
  CANCELED: {},
  EXPIRED: {},
  REJECTED: {},
}

export function afterReport(from: OrdStatus, execType: ExecType, leavesQty: number): OrdStatus {
  const to = NEXT_ORD_STATUS[from][execType]
  assert(to !== undefined, `an order that is ${from} cannot take ${execType}`)
  return execType === 'TRADE' && leavesQty === 0 ? 'FILLED' : to
}

/** The venue has it, or is about to. */
export const isAtVenue = (ordStatus: OrdStatus): boolean =>
  ordStatus === 'PENDING_NEW' ||
  ordStatus === 'UNKNOWN' ||
  ordStatus === 'NEW' ||
  ordStatus === 'PARTIALLY_FILLED'

/** Not over: what it holds stays held. */
export const isWorking = (ordStatus: OrdStatus): boolean =>
  isAtVenue(ordStatus) || ordStatus === 'HELD' || ordStatus === 'ARMED'

/**
 * The life that the member sees. An opening order lives on with its lots, also when its rest was cancelled; a
 * closing order ends with itself.
 */
export const NEXT_STATUS: Readonly<
  Record<Order['purpose'], Readonly<Record<OrderStatus, readonly OrderStatus[]>>>
> = {
  open: {
    pending: ['pending', 'holding', 'closing', 'closed', 'cancelled', 'expired', 'rejected'],
    holding: ['holding', 'closing'],
    closing: ['closing', 'holding', 'closed'],
    closed: [],
    cancelled: [],
    expired: [],
    rejected: [],
  },
  close: {
    pending: ['pending', 'closed', 'cancelled', 'expired', 'rejected'],
    holding: [],
    closing: [],
    closed: [],
    cancelled: [],
    expired: [],
    rejected: [],
  },
}

const ENDED = { CANCELED: 'cancelled', EXPIRED: 'expired', REJECTED: 'rejected' } as const

type Standing = Pick<Order, 'purpose' | 'ordStatus' | 'filledQuantity' | 'lotsOpen' | 'lotsClosing'>

export function shownStatus(order: Standing): OrderStatus {
  const { purpose, ordStatus, filledQuantity, lotsOpen, lotsClosing } = order
  switch (ordStatus) {
    case 'ARMED':
    case 'HELD':
    case 'PENDING_NEW':
    case 'UNKNOWN':
    case 'NEW':
    case 'PARTIALLY_FILLED':
      return 'pending'
    case 'CANCELED':
    case 'EXPIRED':
    case 'REJECTED':
      if (purpose === 'close' || filledQuantity === 0) return ENDED[ordStatus]
      break
    case 'FILLED':
      if (purpose === 'close') return 'closed'
  }
  return lotsOpen === 0 ? 'closed' : lotsClosing > 0 ? 'closing' : 'holding'
}

/** The next version of an order; a change that the tables above do not list is a bug. */
export function changed(order: Order, patch: Partial<Order>): Order {
  const next = { ...order, ...patch }
  const status = shownStatus(next)
  assert(
    NEXT_STATUS[order.purpose][order.status].includes(status),
    `order ${order.number}: ${order.status} cannot become ${status}`,
  )
  return status === next.status ? next : { ...next, status }
}
