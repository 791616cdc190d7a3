import { MESSAGE_KINDS, messageKind, type MessageKind } from '#registry/message-kinds.ts'

/**
 * Ids sort as the messages came: the number of the command, then the kind's id, then what it
 * is about. The same command run again makes the same id, so that nothing is told twice.
 */
export const messageId = (seq: number, kind: MessageKind, about: string): string =>
  `${placeOf(seq)}-${String(messageKind(kind).id).padStart(2, '0')}-${about}`

/** Digits of the command's number, with which an id begins. */
export const SEQ_DIGITS = 12

/** The kind of a message, as its id has it. */
export const kindOfId = (id: string): MessageKind =>
  MESSAGE_KINDS.find((kind) => messageKind(kind).id === Number(id.split('-')[1]))!

/** The place before all messages of a command, by its number or by the id of one of them. */
export const placeOf = (of: number | string): string =>
  typeof of === 'number' ? String(of).padStart(SEQ_DIGITS, '0') : of.slice(0, SEQ_DIGITS)
