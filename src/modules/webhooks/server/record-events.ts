import type { DomainEvent, Reaction } from '#platform/engine/command.ts'
import { dataOf } from '#platform/engine/event.ts'
import { keyOpens } from '#modules/apikeys/server/public.ts'
import { fundingChanged } from '#modules/funding/server/public.ts'
import { orderChanged } from '#modules/orders/server/public.ts'
import { eventId } from '../model/event-id.ts'
import { webhooksOf } from './commands.ts'
import { webhookTold } from './events.ts'
import { webhookEvents, type EventRow } from './tables.ts'

type Change = Pick<EventRow, 'memberId' | 'type' | 'data'> & { id: string }

/** An event of a module below in the words of webhooks: ids, states and figures of the member's own. */
function changeIn(event: DomainEvent): Change | null {
  const order = dataOf(orderChanged, event)
  if (order !== null) {
    const { memberId, orderId: id, code, purpose, status, quantity, filledQuantity } = order
    const data = { id, code, purpose, status, quantity, filledQuantity }
    return { memberId, id, type: 'order.changed', data }
  }
  const step = dataOf(fundingChanged, event)?.step ?? null
  if (step === null) return null
  const { kind, id, status, yen } = step
  return {
    memberId: dataOf(fundingChanged, event)!.memberId,
    id,
    type: `${kind}.changed`,
    data: { id, status, amount: yen },
  }
}

/**
 * Writes what webhooks tell of, in the command that it happened in: one of each object, as the command leaves
 * it. A member without a webhook costs a look into a map.
 */
export const recordEvents: Reaction = (tables, events, { seq, at }) => {
  const changes = new Map<string, Change>()
  for (const event of events) {
    const change = changeIn(event)
    if (change !== null && webhooksOf(tables, change.memberId).length > 0) changes.set(change.id, change)
  }
  return [...changes.values()].flatMap(({ memberId, id, type, data }) => {
    const webhookIds = webhooksOf(tables, memberId)
      .filter(
        (row) =>
          row.state === 'active' && row.events.includes(type) && keyOpens(tables, memberId, row.keyId, at),
      )
      .map((row) => row.id)
    if (webhookIds.length === 0) return []
    const row: EventRow = { memberId, id: eventId(seq, id), seq, type, webhookIds, data, at }
    tables.of(webhookEvents).insert(row)
    return [webhookTold(row)]
  })
}
