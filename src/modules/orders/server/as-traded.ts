import type { Database } from '#platform/database/connect.ts'
import type { MessageRow } from '#modules/inbox/server/public.ts'
import { MESSAGE_KINDS } from '../model/message-kinds.ts'
import { wayOf, type Way } from '../model/way.ts'

/** Messages whose sentence names what an order does. */
const OF_ORDERS: ReadonlySet<string> = new Set(
  Object.entries(MESSAGE_KINDS).flatMap(([kind, { args }]) =>
    (args as readonly string[]).includes('side') ? [kind] : [],
  ),
)
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
  const orderOf = ({ kind, orderId }: Row) => (OF_ORDERS.has(kind) ? orderId : null)
  const ids = messages.map(orderOf).filter((id) => id !== null)
  if (ids.length === 0) return [...messages]
  const found = await kysely
    .selectFrom('orders')
    .select(['id', 'purpose', 'side', 'leverageTenths'])
    .where('id', 'in', ids)
    .execute()
  const ways = new Map(found.map((order) => [order.id, wayOf(order)]))
  return messages.map((message) => {
    const id = orderOf(message)
    const way = id === null ? undefined : ways.get(id)
    if (way === undefined) return message
    const side = message.kind === 'lotClosed' ? CLOSED[way]! : way
    return { ...message, args: { ...message.args, side } }
  })
}
