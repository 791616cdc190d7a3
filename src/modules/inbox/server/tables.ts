import type { LotId, MemberId, OrderId } from '#kernel/id.ts'
import type { Ms } from '#kernel/time.ts'
import { defineAppendTable } from '#platform/engine/table.ts'
import type { MessageKind } from '#registry/message-kinds.ts'
import type { Args } from '../model/groups.ts'

export type MessageRow = {
  memberId: MemberId
  /** Grows with time: the command's number, then what the message is about. */
  id: string
  kind: MessageKind
  args: Args
  orderId: OrderId | null
  lotId: LotId | null
  /** The other thing that it tells of: a deposit, an alert. Its kind says what the id names. */
  about: string | null
  /** Market time. */
  at: Ms
}

/** By member first: a member's messages are read by this key alone. */
export const messages = defineAppendTable<MessageRow>()({
  name: 'messages',
  columns: {
    memberId: 'text',
    id: 'text',
    kind: 'text',
    args: 'jsonb',
    orderId: 'text?',
    lotId: 'text?',
    about: 'text?',
    at: 'int8',
  },
  key: ['memberId', 'id'],
})

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    messages: MessageRow
    messageReads: { memberId: MemberId; upTo: string }
  }
}
