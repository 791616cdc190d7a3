import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { MemberOrder } from './member-orders.ts'
import type { Decision } from './match-context.ts'
import type { ExecutionReport, ExecType, VenueReason } from './terms.ts'

export type Outcome = {
  reason?: VenueReason
  priceTenths?: PriceTenths | null
  quantity?: Quantity
  price?: PriceTenths
  decision?: Decision
}

/** The report that an order is told, as it stands after what happened. */
export function executionReport(
  order: MemberOrder,
  execType: ExecType,
  outcome: Outcome,
  stamp: Pick<ExecutionReport, 'execId' | 'at' | 'tradeDate'>,
): ExecutionReport & { readonly decision?: Decision } {
  const open = order.leavesQty === 0 ? 'FILLED' : order.cumQty > 0 ? 'PARTIALLY_FILLED' : 'NEW'
  const isEnd = execType === 'CANCELED' || execType === 'EXPIRED' || execType === 'REJECTED'
  const { reason, priceTenths, decision } = outcome
  return {
    ...stamp,
    orderId: order.orderId,
    code: order.code,
    execType,
    ordStatus: isEnd ? execType : open,
    lastQty: outcome.quantity ?? 0,
    lastPxTenths: outcome.price ?? 0,
    cumQty: order.cumQty,
    leavesQty: order.leavesQty,
    venueSeq: order.venueSeq,
    ...(reason ? { reason } : {}),
    ...(priceTenths === undefined ? {} : { priceTenths }),
    ...(decision ? { decision } : {}),
  }
}
