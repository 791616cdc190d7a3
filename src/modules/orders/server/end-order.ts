import type { DateJst, Ms } from '#kernel/time.ts'
import type { DomainEvent } from '#platform/engine/command.ts'
import type { TableAccess } from '#platform/engine/table.ts'
import { managerOf } from '#modules/identity/server/public.ts'
import type { Draft, Transfer } from '#modules/ledger/model/drafting.ts'
import { settleFreed } from '#modules/portfolio/server/public.ts'
import { accountChanged } from '#modules/ledger/server/events.ts'
import { ended } from '../model/apply-execution.ts'
import { isAtVenue } from '../model/order-life.ts'
import type { FirmReason, Order } from '../model/order.ts'
import { freeLot } from './closing.ts'
import { cancelAsked, orderChanged } from './events.ts'
import { messages } from './messages.ts'
import { orders } from './tables.ts'
import { isDisputed } from './venue-exceptions.ts'

/**
 * The moment of a command that touches orders: its number in the journal, market time, trade date. `says`:
 * orders that it takes back by itself say why; missing in journals of before, which name the member's wish.
 */
export type Moment = {
  readonly seq: number
  readonly at: Ms
  readonly tradeDate: DateJst
  readonly says?: boolean
}

/**
 * The results that a command of another module has to carry on: money to post together with its own (posting
 * is once per command), and the events.
 */
export type Done = { readonly transfers: readonly Transfer[]; readonly events: readonly DomainEvent[] }

/**
 * The change of an order of an account that a member leads for others, told in the command that made it:
 * `before` and `after`.
 */
export type ManagedReports = (
  tables: TableAccess,
  before: Order,
  after: Order,
  moment: Moment,
) => readonly DomainEvent[]
/** By whom, once the module of such accounts has said so; null: there are none. */
export type ManagedAccount = { reports: ManagedReports | null }
export const NOBODY_LED: ManagedAccount = { reports: null }

/** People with a part in an order are told by the module of the account that it is of. */
export const notifyManaged = (
  managed: ManagedAccount,
  tables: TableAccess,
  before: Order,
  after: Order,
  moment: Moment,
): readonly DomainEvent[] =>
  managed.reports === null || managerOf(tables, after.memberId) === after.memberId
    ? []
    : managed.reports(tables, before, after, moment)

/**
 * Ends an order that the venue does not have: what it holds goes back in the draft, what it would have closed
 * is free.
 */
export function endHere(
  tables: TableAccess,
  draft: Draft,
  order: Order,
  end: { execType: 'CANCELED' | 'EXPIRED' | 'REJECTED'; reason: string },
  moment: Moment,
  managed: ManagedAccount,
): DomainEvent[] {
  const after = tables.of(orders).update(order, ended(draft, order, end.execType, end.reason, moment.at))
  settleFreed(tables, draft)
  return [
    orderChanged(after),
    ...(after.lotId === null ? [accountChanged(after.memberId)] : freeLot(tables, after)),
    ...messages(tables, moment, order, after, draft),
    ...notifyManaged(managed, tables, order, after, moment),
  ]
}

/** Asks the venue to cancel; an order that waits here is over at once. Asking again changes nothing. */
export function cancelOrder(
  tables: TableAccess,
  draft: Draft,
  order: Order,
  moment: Moment,
  managed: ManagedAccount,
  reason: 'REQUESTED' | FirmReason = 'REQUESTED',
): DomainEvent[] {
  // While people are to decide about it, it waits here, and nothing frees what it holds.
  const waits = order.ordStatus === 'HELD' && isDisputed(tables, order.id)
  if (!isAtVenue(order.ordStatus) && !waits)
    return endHere(tables, draft, order, { execType: 'CANCELED', reason }, moment, managed)
  if (order.cancelAsked) return []
  const why = reason === 'REQUESTED' || moment.says !== true ? {} : { reason }
  const asked = tables.of(orders).update(order, { cancelAsked: true, ...why, updatedAt: moment.at })
  return waits ? [orderChanged(asked)] : [cancelAsked(asked), orderChanged(asked)]
}
