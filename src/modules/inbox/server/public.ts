import type { LotId, MemberId, OrderId } from '#kernel/id.ts'
import type { DomainEvent } from '#platform/engine/command.ts'
import type { TableAccess } from '#platform/engine/table.ts'
import type { Ms } from '#kernel/time.ts'
import { messageId } from '../model/message-id.ts'
import type { ArgsOf, MessageKind } from '#registry/message-kinds.ts'
import { messageLeft } from './events.ts'
import { messages } from './tables.ts'

export type { MessageKind } from '#registry/message-kinds.ts'
export type { MessageRow } from './tables.ts'

/**
 * The subject of a message; the member gets there from it. `about` names what is neither an order nor a lot;
 * `apart` tells two of a kind about the same from each other.
 */
export type About = { orderId?: OrderId | null; lotId?: LotId | null; about?: string | null; apart?: string }

/** The questions that the server puts to the inbox. */
export type InboxPublic = {
  /**
   * Leaves a message for a member where no command tells of it (a login, a review by hand): by a command of
   * its own, so that it is journalled, durable when this resolves, and told to the member's screens and
   * devices. `args` are figures, codes and listed words: no personal text.
   */
  tellMember<K extends MessageKind>(
    memberId: MemberId,
    kind: K,
    args: ArgsOf<K>,
    about?: About,
  ): Promise<void>
  /** A session has ended: its device is told nothing more. */
  forgetSession(sessionId: string): Promise<void>
}

/**
 * Leaves a message for a member, in the same command as what it tells of: neither can be lost without the
 * other. `when` is the command's number and market time. Give the event that comes back to the command's
 * outcome: it tells the member's screens. At most one message of a kind about one lot (else order, else what
 * it is about, else member) in one command.
 */
export function notify<K extends MessageKind>(
  tables: TableAccess,
  when: { seq: number; at: Ms },
  memberId: MemberId,
  message: { kind: K; args: ArgsOf<K> } & About,
): DomainEvent {
  const { kind, args, orderId = null, lotId = null, about = null, apart } = message
  const id = messageId(when.seq, kind, apart ?? lotId ?? orderId ?? about ?? memberId)
  tables.of(messages).insert({ about, args, at: when.at, id, kind, lotId, memberId, orderId })
  return messageLeft(memberId, id)
}
