import type { Caller, DomainEvent, Result, World } from '#platform/engine/command.ts'
import type { Quantity } from '#kernel/price.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import { draftFrom, type Transfer } from '#rooms/ledger/model/drafting.ts'
import { balances } from '#rooms/ledger/server/public.ts'
import { isForcedCause, type ForcedCause, type Lot } from '#rooms/portfolio/model/lot.ts'
import { lots } from '#rooms/portfolio/server/public.ts'
import { cancelOrder, endHere, type HouseReason, type Moment } from './end-order.ts'
import { waitingOrders, workingOrders } from './given.ts'
import { isAtVenue } from '../model/order-life.ts'
import type { OrderView } from '../contract.ts'
import { restQuantity, type Order, type OrderSource, type PlaceOrder } from '../model/order.ts'
import type { Terms } from '../model/terms.ts'
import type { LedReports, OrderEnded } from './apply-execution.ts'
import type { OpeningGiven } from './place-order.ts'
import { orders } from './tables.ts'
import { lotChanged } from './events.ts'
import { sendFired, waitingLots, type Firing } from './trigger-lot.ts'

export { orderView } from './views.ts'
export { orderOf, ordersOf, tradesOf, type OrderWithFills, type Trade } from './queries.ts'
export { openOrder, type OpeningGiven } from './place-order.ts'
export type { LedReports, OrderEnded } from './apply-execution.ts'
export { sideWord } from './messages.ts'
export type { Moment } from './end-order.ts'
export { ordersOfPerson, workingOrders } from './given.ts'
export { followLot } from './closing.ts'
export { watchPrints } from './watch-prints.ts'
export { lotChanged, orderChanged } from './events.ts'

/**
 * Orders that a room's product sends (an AI pick, a pool, a day-trade application), by the same commands, rules and refusals as a ticket. `account`: whose they are.
 * `by.key` makes each once: the same key gets the first answer.
 */
export type OrdersPublic = {
  place(account: string, order: PlaceOrder, by: Sender): Promise<Result<OrderView>>
  /** `reason`: why an order that waits here ends, where it is not by its member's word. */
  cancel(account: string, orderId: string, by: Sender, reason?: HouseReason): Promise<Result<OrderView>>
  closeLot(account: string, lotId: string, terms: Terms & { quantity: Quantity | null }, by: Sender): Promise<Result<OrderView>>
  /** For a command of a product that places an order itself (`openOrder`): what it has to be given. */
  opening(world: World, order: PlaceOrder, account: string, tables: TableReader): OpeningGiven
  /** Once for a product, when rooms are made: runs inside the command that applies the last report of an opening order of its. */
  ended(source: Exclude<OrderSource, 'order'>, carryOut: OrderEnded): void
  /** Once, by the room of accounts that members lead for others: runs inside the command that applies reports of such an account's order, whose messages are its own. */
  led(reports: LedReports): void
}
export type Sender = Pick<Caller, 'actor' | 'device' | 'key'>

/** What a command of another room has to carry on: money to post together with its own (posting is once per command), and what happened. */
export type Done = { readonly transfers: readonly Transfer[]; readonly events: readonly DomainEvent[] }

/**
 * Closes all that is open of a lot at market, without its member: `forced-call` in the next opening auction (at once where the moment is
 * `inSession`), `loss-cut` at once, `day-close` in the closing auction, `day-left` in the next opening auction. Orders in
 * the way (closings of the lot, own orders of the other side) are cancelled first; when the venue has reported that, the closing
 * order goes out by itself. A lot that is being closed like this already stays as it is. `orderId` comes from `given`.
 */
export function closeAtMarket(
  tables: TableAccess, moment: Firing, lot: Lot, origin: ForcedCause,
): DomainEvent[] {
  if (lot.status === 'closed' || (isForcedCause(lot.triggeredBy) && !(origin === 'day-left' && lot.triggeredBy === 'day-close'))) return []
  return sendFired(tables, tables.of(lots).update(lot, { triggeredBy: origin }), moment)
}

/** Whether the venue has such an order of the member's, or is about to. */
export const isWithVenue = (tables: TableReader, memberId: string, which: (order: Order) => boolean): boolean =>
  workingOrders(tables, memberId).some((order) => isAtVenue(order.ordStatus) && which(order))

/** Of the open shares of a lot: those that orders at market are closing, or will as soon as others are out of their way. */
export function leavingQuantity(tables: TableReader, lot: Lot): Quantity {
  if (lot.triggeredBy !== null && lot.triggeredBy !== 'take-profit') return lot.openQuantity
  return workingOrders(tables, lot.memberId)
    .filter((order) => order.lotId === lot.id && order.type === 'market' && order.condition === 'none')
    .reduce((sum, order) => sum + restQuantity(order), 0)
}

/** Cancels every opening order of a member: those that wait here at once, those at the venue when it says so. */
export function cancelAllOpening(tables: TableAccess, memberId: string, moment: Moment): Done {
  const draft = draftFrom(memberId, balances(tables, memberId))
  const opening = workingOrders(tables, memberId).filter(({ purpose }) => purpose === 'open')
  const events = opening.flatMap((order) => cancelOrder(tables, draft, order, moment))
  return { transfers: draft.transfers, events }
}

/**
 * Orders of an issue that wait here lapse on its ex-split day, stops and closing orders included (market rules 3, validity). Orders at the
 * venue end with their day: call it after the close and before the next acceptance. Where the venue was off over the close and has not
 * said so yet, what holders had there of an earlier day lapses as well: no lot may be locked while its shares change.
 */
export function expireForSplit(tables: TableAccess, code: string, moment: Moment): Done {
  const holders = new Set(tables.of(lots).by('code', code).map(({ memberId }) => memberId))
  const unheard = [...holders].flatMap((memberId) => workingOrders(tables, memberId))
    .filter((order) => order.code === code && isAtVenue(order.ordStatus) && order.tradeDate < moment.tradeDate)
  const lapsing = [...waitingOrders(tables).filter((order) => order.code === code), ...unheard]
  const drafts = new Map(lapsing.map(({ memberId }) => [memberId, draftFrom(memberId, balances(tables, memberId))]))
  // The end of a closing order changes the order that opened its lot, which may lapse next.
  const events = lapsing.flatMap(({ id, memberId }) => endHere(tables, drafts.get(memberId)!, tables.of(orders).get(id)!, { execType: 'EXPIRED', reason: 'SPLIT' }, moment))
  // What a lot waited for has ended here, and no report will bring it back: it is armed again.
  const waiting = new Set([...drafts.keys()].flatMap((memberId) => waitingLots(tables, memberId, code)))
  const armed = [...waiting].map((lot) => lotChanged(tables.of(lots).update(lot, { triggeredBy: null })))
  return { transfers: [...drafts.values()].flatMap((draft) => draft.transfers), events: [...events, ...armed] }
}
