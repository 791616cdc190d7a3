/** A field on the wire: its tag and its value as text (bytes as Latin-1: every byte stays what it is). */
export type Field = readonly [tag: number, value: string]

/** A message without BeginString, BodyLength and CheckSum, which the wire adds. */
export interface FixMessage {
  /** MsgType (35). */
  type: string
  /** All other fields in the order in which they stand. */
  fields: readonly Field[]
}

/** A message as it came: the version it names, and the fields as they stood. */
export interface Received extends FixMessage {
  beginString: string
}

export const valueOf = ({ fields }: FixMessage, tag: number): string | undefined =>
  fields.find(([own]) => own === tag)?.[1]

/** Whole number of a field; null: not there, or not a number of at most fifteen digits. */
export function numberOf(message: FixMessage, tag: number): number | null {
  const value = valueOf(message, tag)
  return value !== undefined && /^-?\d{1,15}$/.test(value) ? Number(value) : null
}

export const isFlagged = (message: FixMessage, tag: number): boolean => valueOf(message, tag) === 'Y'
