import type { MemberId } from '#kernel/id.ts'
import type { Ms } from '#kernel/time.ts'
import { dataOf } from '#platform/engine/event.ts'
import type { DomainEvent, Reaction } from '#platform/engine/command.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import { keyStands } from '#modules/apikeys/server/public.ts'
import { orderChanged } from '#modules/orders/server/events.ts'
import { workingOrders } from '#modules/orders/server/public.ts'
import type { FixMessage } from '#wire/fix/message.ts'
import { asCopy, copyOf } from '../model/copy.ts'
import { copyNumbersOf, follow, report, type FixOrder, type PartChange, type Trade } from '../model/report.ts'
import { queue } from './queue.ts'
import { fixCopies, fixParts, fixSessions, keyOf, type FixSessionRow } from './tables.ts'

/** Sessions of copies of a member whose keys stand. */
const sessionsOf = (tables: TableReader, memberId: MemberId): FixSessionRow[] =>
  tables
    .of(fixSessions)
    .by('copies', memberId)
    .filter(({ keyId }) => keyStands(tables, memberId, keyOf(keyId)))

/** Reports of an order that a session sent, under the next numbers of the member's sessions of copies. */
export const copyReports = (
  tables: TableAccess,
  memberId: MemberId,
  messages: readonly FixMessage[],
  at: Ms,
): DomainEvent[] =>
  messages.length === 0
    ? []
    : sessionsOf(tables, memberId).flatMap((session) =>
        queue(tables, session, messages.filter(({ type }) => type === '8').map(asCopy), at),
      )

/**
 * Reports of orders that no session sent, for sessions of copies, written in the command that changed them.
 * An order that was placed before there was such a session is not followed.
 */
export function followUnsent(
  tables: TableAccess,
  events: readonly DomainEvent[],
  trades: ReadonlyMap<string, readonly Trade[]>,
  { seq, at }: Parameters<Reaction>[2],
): DomainEvent[] {
  const numbers = copyNumbersOf(seq, at)
  const changes = new Map<string, PartChange & { memberId: MemberId }>()
  for (const event of events) {
    const change = dataOf(orderChanged, event)
    if (change !== null && tables.of(fixSessions).by('copies', change.memberId).length > 0)
      changes.set(change.orderId, change)
  }
  return [...changes.values()].flatMap((change) => {
    const known = tables.of(fixCopies).get(change.orderId)
    const placed = known === undefined ? placedNow(tables, change) : null
    const order = known ?? placed
    if (order === null) return []
    const first = placed === null ? [] : [report(order, '0', numbers)]
    const { order: next, messages } = follow(order, change, trades.get(change.orderId) ?? [], numbers)
    if (placed !== null) tables.of(fixCopies).insert({ ...next, updatedAt: at })
    else if (next !== order) tables.of(fixCopies).update(order, { ...next, updatedAt: at })
    return copyReports(tables, change.memberId, [...first, ...messages], at)
  })
}

/** The copy of an order that the venue has not answered and no session sent; null: it is no such order. */
function placedNow(
  tables: TableAccess,
  { memberId, orderId }: PartChange & { memberId: MemberId },
): FixOrder | null {
  const order = workingOrders(tables, memberId).find(({ id }) => id === orderId)
  return order?.lastExecNo === 0 && tables.of(fixParts).get(orderId) === undefined ? copyOf(order) : null
}
