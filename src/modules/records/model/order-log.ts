import type { LogStatus } from '#modules/funding/model/states.ts'
import type { OrderStatus } from '#modules/orders/model/order-status.ts'

/** The log's word for an order (README): it waits, it traded, or it ended without a trade. */
const LOG_OF: Readonly<Record<OrderStatus, LogStatus>> = {
  pending: 'pending',
  holding: 'approved',
  closing: 'approved',
  closed: 'approved',
  cancelled: 'denied',
  expired: 'denied',
  rejected: 'denied',
}
export const orderLogStatus = (status: OrderStatus): LogStatus => LOG_OF[status]
export const statusesOfLog = (status: LogStatus): OrderStatus[] =>
  (Object.keys(LOG_OF) as OrderStatus[]).filter((each) => LOG_OF[each] === status)
