import type { DomainEvent } from '#platform/engine/command.ts'
import type { TableAccess } from '#platform/engine/table.ts'
import type { Ms } from '#kernel/time.ts'
import { messageId } from '../model/message-id.ts'
import type { ArgsOf, MessageKind } from '../model/kinds.ts'
import { messages } from './tables.ts'

export type { MessageKind } from '../model/kinds.ts'

export type About = { orderId?: string | null; lotId?: string | null }

/**
 * Leaves a message for a member, in the same command as what it tells of: neither can be lost without the other. `when` is the
 * command's number and market time. Give the event that comes back to the command's outcome: it tells the member's screens.
 * At most one message of a kind about one lot (else order, else member) in one command.
 */
export function notify<K extends MessageKind>(
  tables: TableAccess, when: { seq: number; at: Ms }, memberId: string, message: { kind: K; args: ArgsOf<K> } & About,
): DomainEvent {
  const { kind, args, orderId = null, lotId = null } = message
  const id = messageId(when.seq, kind, lotId ?? orderId ?? memberId)
  tables.of(messages).insert({ args, at: when.at, id, kind, lotId, memberId, orderId })
  return { type: 'message.left', memberId, messageId: id }
}
