import { dataOf } from '#platform/engine/event.ts'
import type { DomainEvent, Reaction } from '#platform/engine/command.ts'
import type { TableAccess } from '#platform/engine/table.ts'
import { orderChanged, tradeBooked } from '#modules/orders/server/events.ts'
import type { MemberId, OrderId } from '#kernel/id.ts'
import { follow, isOver, numbersOf, type FixOrder, type PartChange, type Trade } from '../model/report.ts'
import { copyReports, followUnsent } from './copies.ts'
import { queue } from './queue.ts'
import { fixNames, fixOrders, fixParts, fixSessions } from './tables.ts'

/**
 * Reports of orders that sessions sent, written in the command that changed them, so that none is durable
 * without the other. An order that no session sent costs a look into a map.
 */
export const followOrders: Reaction = (tables, events, call) => {
  const { seq, at } = call
  if (tables.of(fixSessions).size === 0) return []
  const changes = new Map<OrderId, PartChange & { memberId: MemberId }>()
  const trades = new Map<OrderId, Trade[]>()
  for (const event of events) {
    const trade = dataOf(tradeBooked, event)
    if (trade !== null) trades.set(trade.orderId, [...(trades.get(trade.orderId) ?? []), trade])
    const change = dataOf(orderChanged, event)
    if (change !== null && tables.of(fixParts).get(change.orderId) !== undefined)
      changes.set(change.orderId, change)
  }
  const numbers = numbersOf(seq, at)
  const told: DomainEvent[] = followUnsent(tables, events, trades, call)
  for (const [orderId, change] of changes) {
    const part = tables.of(fixParts).get(orderId)!
    const order = tables.of(fixOrders).get(part.fixOrderId)
    if (order === undefined) continue
    const { order: next, messages } = follow(order, change, trades.get(orderId) ?? [], numbers)
    if (next === order && messages.length === 0) continue
    const after = tables.of(fixOrders).update(order, { ...next, updatedAt: at })
    if (isOver(after)) letGo(tables, after)
    told.push(
      ...queue(tables, tables.of(fixSessions).get(order.keyId)!, messages, at),
      ...copyReports(tables, order.memberId, messages, at),
    )
  }
  return told
}

/** Names and parts of an order that is over leave memory with it. */
function letGo(tables: TableAccess, { id }: FixOrder): void {
  for (const part of tables.of(fixParts).by('order', id)) tables.of(fixParts).update(part, { isOver: true })
  for (const name of tables.of(fixNames).by('order', id)) tables.of(fixNames).update(name, { isOver: true })
}
