import { messageKind, type MessageKind } from '#registry/message-kinds.ts'

/**
 * Ids sort as the messages came: the number of the command, then the kind's id, then what it
 * is about. The same command run again makes the same id, so that nothing is told twice.
 */
export const messageId = (seq: number, kind: MessageKind, about: string): string =>
  `${String(seq).padStart(12, '0')}-${String(messageKind(kind).id).padStart(2, '0')}-${about}`
