import type { LotId, MemberId, OrderId } from '#kernel/id.ts'
import type {
  Caller,
  Command,
  DomainEvent,
  Result,
  NondeterministicInputs,
} from '#platform/engine/command.ts'
import type { Quantity } from '#kernel/price.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import { draftFrom } from '#modules/ledger/model/drafting.ts'
import { balances } from '#modules/ledger/server/public.ts'
import { isForcedCause, type ForcedCause, type Lot } from '#modules/portfolio/model/lot.ts'
import { lots } from '#modules/portfolio/server/public.ts'
import { cancelOrder, NOBODY_LED, type Done, type ManagedReports, type Moment } from './end-order.ts'
import { workingOrders } from './load-facts.ts'
import { isAtVenue } from '../model/order-life.ts'
import {
  restQuantity,
  type FirmReason,
  type Order,
  type OrderSource,
  type PlaceOrder,
} from '../model/order.ts'
import type { Terms } from '../model/terms.ts'
import type { OrderEnded } from './apply-execution.ts'
import type { ReportDecisions } from './decide-report.ts'
import type { OpeningInputs } from './place-order.ts'
import { sendFired, type Firing } from './trigger-lot.ts'
import type { KeptOrderView } from './views.ts'

export { orderView, wordedOrder, type KeptOrderView } from './views.ts'
export { asTraded } from './as-traded.ts'
export { keptSide } from './messages.ts'
export { leverageOf, orderOf, ordersOf, tradesOf, type OrderWithFills, type Trade } from './queries.ts'
export { openOrder, type OpeningInputs } from './place-order.ts'
export type { OrderEnded } from './apply-execution.ts'
export type { ReportDecision, ReportDecisions } from './decide-report.ts'
export type { Done, ManagedReports, Moment } from './end-order.ts'
export { ordersOfPerson, workingOrders } from './load-facts.ts'
export { followLot } from './closing.ts'
export { watchPrints } from './watch-prints.ts'
export { orderChanged } from './events.ts'

/**
 * Orders that a module's product sends (an AI pick, a pool, a day-trade application), by the same commands,
 * rules and refusals as a ticket. `account`: whose they are. `by.key` makes each once: the same key gets the
 * first answer.
 */
export type OrdersPublic = {
  place(account: string, order: PlaceOrder, by: Sender): Promise<Result<KeptOrderView>>
  /** `reason`: why an order that waits here ends, where it is not by its member's word. */
  cancel(account: string, orderId: OrderId, by: Sender, reason?: FirmReason): Promise<Result<KeptOrderView>>
  closeLot(
    account: string,
    lotId: LotId,
    terms: Terms & { quantity: Quantity | null },
    by: Sender,
  ): Promise<Result<KeptOrderView>>
  /** For a command of a product that places an order itself (`openOrder`): what it has to be given. */
  opening(
    world: NondeterministicInputs,
    order: PlaceOrder,
    account: string,
    tables: TableReader,
  ): OpeningInputs
  /**
   * Once for a product, when modules are made: runs inside the command that applies the last report of an
   * opening order of its.
   */
  ended(source: Exclude<OrderSource, 'order'>, carryOut: OrderEnded): void
  /**
   * Once, by the module of accounts that members lead for others: runs inside the command that applies
   * reports of such an account's order, or ends it here; its messages are its own.
   */
  managed(reports: ManagedReports): void
  /** Decisions of people about reports of the venue that do not go with their order. */
  reports: ReportDecisions
  /** The commands of tickets, for a module whose own commands run them. */
  commands: Readonly<Record<'place' | 'closeMany' | 'cancel' | 'amend', Command>>
  /** Inside a command: orders of an issue that wait here lapse on its ex-split day. */
  expireForSplit(tables: TableAccess, code: string, moment: Moment): Done
}
export type Sender = Pick<Caller, 'actor' | 'device' | 'key'>

/**
 * Closes all that is open of a lot at market, without its member: `forced-call` in the next opening auction
 * (at once where the moment is `inSession`), `loss-cut` at once, `day-close` in the closing auction,
 * `day-left` in the next opening auction. Orders in the way (closings of the lot, own orders of the other
 * side) are cancelled first; when the venue has reported that, the closing order goes out by itself. A lot
 * that is being closed like this already stays as it is. `orderId` is captured before. Accounts that are led
 * have no such lots: they buy at 1× alone.
 */
export function closeAtMarket(
  tables: TableAccess,
  moment: Firing,
  lot: Lot,
  origin: ForcedCause,
): DomainEvent[] {
  if (
    lot.status === 'closed' ||
    (isForcedCause(lot.triggeredBy) && !(origin === 'day-left' && lot.triggeredBy === 'day-close'))
  )
    return []
  return sendFired(tables, tables.of(lots).update(lot, { triggeredBy: origin }), moment, NOBODY_LED)
}

/** True if the venue has such an order of the member's, or is about to. */
export const isWithVenue = (
  tables: TableReader,
  memberId: MemberId,
  which: (order: Order) => boolean,
): boolean => workingOrders(tables, memberId).some((order) => isAtVenue(order.ordStatus) && which(order))

/**
 * Of the open shares of a lot: those that orders at market are closing, or will as soon as others are out of
 * their way.
 */
export function leavingQuantity(tables: TableReader, lot: Lot): Quantity {
  if (lot.triggeredBy !== null && lot.triggeredBy !== 'take-profit') return lot.openQuantity
  return workingOrders(tables, lot.memberId)
    .filter((order) => order.lotId === lot.id && order.type === 'market' && order.condition === 'none')
    .reduce((sum, order) => sum + restQuantity(order), 0)
}

/**
 * Cancels every opening order of a member: those that wait here at once, those at the venue when it says so.
 * For leveraged accounts: none that is led is one.
 */
export function cancelAllOpening(tables: TableAccess, memberId: MemberId, moment: Moment): Done {
  const draft = draftFrom(memberId, balances(tables, memberId))
  const opening = workingOrders(tables, memberId).filter(({ purpose }) => purpose === 'open')
  const reason = moment.says === true ? 'FORCED_FIRST' : undefined
  const events = opening.flatMap((order) => cancelOrder(tables, draft, order, moment, NOBODY_LED, reason))
  return { transfers: draft.transfers, events }
}
