import type { Database } from '#platform/database/connect.ts'
import type { MessageRow } from '#modules/inbox/server/public.ts'
import type { MessageKind } from '#registry/message-kinds.ts'
import { wayOf, type Way } from '../model/way.ts'

/** Messages whose sentence names what an order does. */
const OF_ORDERS: readonly MessageKind[] = [
  'orderFilled',
  'orderPartlyFilled',
  'orderCancelled',
  'orderExpired',
  'orderRejected',
  'orderUnsent',
  'stopReleased',
  'orderAmended',
  'amendTooLate',
]
/** The part of a holding of which the sentence about a closed lot speaks. */
const CLOSED: Partial<Record<Way, string>> = { cashSell: 'cash', closeLong: 'up', closeShort: 'down' }

/**
 * Messages about orders with their `side` as the trade calls it: a cash purchase is no long. What is stored
 * knows up and down alone, and journals of before have to say it again, so the order itself is asked.
 */
export async function asTraded<Row extends MessageRow>(
  { kysely }: Database,
  messages: readonly Row[],
): Promise<Row[]> {
  const ids = messages.flatMap(({ kind, orderId }) =>
    orderId !== null && (kind === 'lotClosed' || OF_ORDERS.includes(kind)) ? [orderId] : [],
  )
  if (ids.length === 0) return [...messages]
  const found = await kysely
    .selectFrom('orders')
    .select(['id', 'purpose', 'side', 'leverageTenths'])
    .where('id', 'in', ids)
    .execute()
  const ways = new Map(found.map((order) => [order.id, wayOf(order)]))
  return messages.map((message) => {
    const way = message.orderId === null ? undefined : ways.get(message.orderId)
    if (way === undefined) return message
    if (message.kind === 'lotClosed') return { ...message, args: { ...message.args, side: CLOSED[way]! } }
    return OF_ORDERS.includes(message.kind) ? { ...message, args: { ...message.args, side: way } } : message
  })
}
