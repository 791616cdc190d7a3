import type { OrderId } from '#kernel/id.ts'
import { yenOf, type PriceTenths } from '#kernel/price.ts'
import { defineCommand, done, type Call, type DomainEvent } from '#platform/engine/command.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import { isFrozen } from '#modules/identity/server/public.ts'
import { notify } from '#modules/inbox/server/public.ts'
import { draftFrom, type Draft } from '#modules/ledger/model/drafting.ts'
import { balances, post } from '#modules/ledger/server/public.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import { settleFreed } from '#modules/portfolio/server/public.ts'
import { accountChanged } from '#modules/ledger/server/events.ts'
import { changed, isAtVenue } from '../model/order-life.ts'
import { isFirmReason, type Order } from '../model/order.ts'
import { isReached } from '../model/place-order.ts'
import { isOutside, sent } from '../model/send-order.ts'
import { takesOrders } from '../model/terms.ts'
import { endHere, type ManagedAccount, type Moment } from './end-order.ts'
import { orderAccepted, orderChanged } from './events.ts'
import { marketSnapshot, ordersPower, type MarketSnapshot, type CommandDeps } from './load-facts.ts'
import { keptSide } from './messages.ts'
import { orders } from './tables.ts'

/** Reason why an order is held while the venue takes orders. */
export const OUTSIDE = 'PRICE_OUTSIDE_LIMIT'

/** `isFrozen`: the member's account; records from before it was asked have none. */
type WaitingInputs = MarketSnapshot & { isFrozen?: boolean }
type Step = {
  tables: TableAccess
  draft: Draft
  inputs: WaitingInputs
  moment: Moment
  managed: ManagedAccount
}

const inputsOf = (deps: CommandDeps, orderId: OrderId, call: Call, tables: TableReader): WaitingInputs => {
  const order = tables.of(orders).get(orderId)
  return {
    ...marketSnapshot(deps, order?.code ?? '', { validity: 'day', validUntil: null }),
    isFrozen: order !== undefined && isFrozen(tables, order.memberId, call.at),
  }
}

/** The one order of a command, with the draft of its member; what it moves is posted. */
function onOrder(
  tables: TableAccess,
  orderId: OrderId,
  inputs: WaitingInputs,
  seq: number,
  managed: ManagedAccount,
  act: (step: Step, order: Order) => DomainEvent[],
) {
  const order = tables.of(orders).get(orderId)
  if (!order || (order.ordStatus !== 'HELD' && order.ordStatus !== 'ARMED')) return done({ status: 'gone' })
  const moment = { seq, at: inputs.at, tradeDate: inputs.tradeDate }
  const draft = draftFrom(order.memberId, balances(tables, order.memberId))
  const events = act({ tables, draft, inputs, moment, managed }, order)
  post(tables, moment, draft.transfers)
  return done({ status: tables.of(orders).get(orderId)!.ordStatus }, events)
}

/** The end of one that was to be cancelled while people were to decide about it, or is past its last day. */
const endOf = ({ cancelAsked, reason }: Order): Parameters<typeof endHere>[3] =>
  cancelAsked
    ? { execType: 'CANCELED', reason: isFirmReason(reason) ? reason : 'REQUESTED' }
    : { execType: 'EXPIRED', reason: 'VALIDITY_END' }

/**
 * Looks at an order that waits here: past its last day it lapses; held, it goes to the venue as soon as that
 * takes orders, exactly once; outside the day's limits it is kept, and the member told (market rules 3,
 * validity).
 */
export const releaseOrderCommand = (deps: CommandDeps, managed: ManagedAccount) =>
  defineCommand({
    type: 'order.release',
    captureInputs: (_world, { orderId }: { orderId: OrderId }, call, tables) =>
      inputsOf(deps, orderId, call, tables),
    run: (tables, { orderId }, inputs, { seq }) =>
      onOrder(tables, orderId, inputs, seq, managed, (step, order) =>
        order.cancelAsked || order.validUntil < inputs.tradeDate
          ? endHere(tables, step.draft, order, endOf(order), step.moment, managed)
          : sendWaiting(step, order),
      ),
  })

export type StopPrint = { orderId: OrderId; priceTenths: PriceTenths }

/**
 * A trade at its trigger, or through it, releases a stop once. It goes to the venue at once, or as soon as
 * that takes orders.
 */
export const triggerOrderCommand = (deps: CommandDeps, managed: ManagedAccount) =>
  defineCommand({
    type: 'order.trigger',
    captureInputs: (_world, { orderId }: StopPrint, call, tables) => inputsOf(deps, orderId, call, tables),
    run: (tables, { orderId, priceTenths }, inputs, { seq }) =>
      onOrder(tables, orderId, inputs, seq, managed, (step, order) => {
        if (
          order.ordStatus !== 'ARMED' ||
          !isReached(order, priceTenths) ||
          order.validUntil < inputs.tradeDate
        )
          return []
        if (inputs.quote !== null && inputs.limitsOfToday && isOutside(order.priceTenths, inputs.quote))
          return keepBack(step, order)
        const released = tables
          .of(orders)
          .update(order, changed(order, { ordStatus: 'HELD', reason: null, updatedAt: inputs.at }))
        const { id, memberId, code, quantity } = order
        const message = notify(tables, step.moment, memberId, {
          kind: 'stopReleased',
          args: { code, side: keptSide(order), quantity, price: yenOf(priceTenths) },
          orderId: id,
        })
        const events = sendWaiting(step, released)
        return [...(events.length === 0 ? [orderChanged(released)] : events), message]
      }),
  })

function sendWaiting(step: Step, order: Order): DomainEvent[] {
  const {
    tables,
    draft,
    inputs: { phase, quote, limitsOfToday, at },
    moment,
    managed,
  } = step
  if (quote === null || !limitsOfToday || !takesOrders(phase)) return []
  // A frozen account opens nothing: the order waits on until it is lifted, or its last day is over.
  if (order.purpose === 'open' && step.inputs.isFrozen === true) return []
  if (isOutside(order.priceTenths, quote)) return keepBack(step, order)
  if (order.ordStatus === 'ARMED')
    return order.reason === null
      ? []
      : [orderChanged(tables.of(orders).update(order, { reason: null, updatedAt: at }))]
  const after = sent(draft, order, quote, ordersPower(tables, order.memberId), at)
  if (after === null)
    return endHere(
      tables,
      draft,
      order,
      { execType: 'REJECTED', reason: 'INSUFFICIENT_BUYING_POWER' },
      moment,
      managed,
    )
  settleFreed(tables, draft)
  const out = tables.of(orders).update(order, after)
  return [
    orderAccepted(out),
    orderChanged(out),
    ...(draft.transfers.length > 0 ? [accountChanged(out.memberId)] : []),
  ]
}

/** Marked once a day: the member is told once. */
function keepBack({ tables, inputs, moment }: Step, order: Order): DomainEvent[] {
  if (order.reason === OUTSIDE) return []
  const marked = tables.of(orders).update(order, { reason: OUTSIDE, updatedAt: inputs.at })
  const { id, memberId, code, quantity, priceTenths } = marked
  const args = { code, side: keptSide(marked), quantity, price: yenOf(priceTenths!) }
  return [orderChanged(marked), notify(tables, moment, memberId, { kind: 'orderUnsent', args, orderId: id })]
}

/** True if the release of this order would change anything now. */
export function isDue(
  order: Order,
  market: Pick<MarketPublic, 'quote' | 'isStale' | 'phase'>,
  isFrozenNow: boolean,
): boolean {
  const { phase, tradeDate } = market.phase()
  if (isAtVenue(order.ordStatus)) return false
  if (order.cancelAsked || order.validUntil < tradeDate) return true
  if (order.purpose === 'open' && isFrozenNow) return false
  const quote = takesOrders(phase) && !market.isStale(order.code) ? market.quote(order.code) : null
  if (quote === null || quote.tradeDate !== tradeDate) return false
  if (isOutside(order.priceTenths, quote)) return order.reason !== OUTSIDE
  return order.ordStatus === 'HELD' || order.reason !== null
}
