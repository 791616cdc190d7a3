/** Digits of the command's number, with which an id begins. */
const SEQ_DIGITS = 12

/** Ids sort as things happened, and the same command run again makes the same. */
export const eventId = (seq: number, objectId: string): string => `${placeOf(seq)}-${objectId}`

/** The place before all events of a command, by its number or by the id of one of them. */
export const placeOf = (of: number | string): string =>
  typeof of === 'number' ? String(of).padStart(SEQ_DIGITS, '0') : of.slice(0, SEQ_DIGITS)
