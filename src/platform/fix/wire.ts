import { HEADER } from './fix44.ts'
import { encode } from './codec.ts'
import type { Field, FixMessage } from '#wire/fix/message.ts'
import { isAdmin, type SessionProfile } from './session.ts'
import { fixTime } from '#wire/fix/time.ts'

const headerTags = new Set(HEADER.fields)

/** A message that went out, as it is kept to be sent again. */
export interface Sent extends FixMessage {
  seq: number
  /** Time at which it first went out. */
  at: number
}

type Ends = Pick<SessionProfile, 'beginString' | 'sender' | 'target'>

/** Bytes of a message under its number; `firstAt`: when it first went out, if this is a repeat. */
export function bytesOf(
  ends: Ends,
  { type, fields }: FixMessage,
  seq: number,
  now: number,
  firstAt?: number,
): Buffer {
  const header: Field[] = [
    [34, String(seq)],
    ...(firstAt === undefined ? [] : [[43, 'Y'] as const]),
    [49, ends.sender],
    [52, fixTime(now)],
    [56, ends.target],
    ...(firstAt === undefined ? [] : [[122, fixTime(firstAt)] as const]),
    ...fields.filter(([tag]) => headerTags.has(tag)),
  ]
  header.sort(([a], [b]) => a - b)
  return encode(ends.beginString, {
    type,
    fields: [...header, ...fields.filter(([tag]) => !headerTags.has(tag))],
  })
}

/**
 * Answer to a request for messages again: application messages as they were, marked as possible repeats, and
 * gap fills for all others.
 * @param sent - what went out and is kept, in its order
 * @param to - last number that is asked for; 0: all
 */
export function resent(
  ends: Ends,
  sent: readonly Sent[],
  range: { from: number; to: number; nextOut: number },
  now: number,
): Buffer[] {
  const last = range.to === 0 || range.to >= range.nextOut ? range.nextOut - 1 : range.to
  const out: Buffer[] = []
  let next = range.from
  const fill = (upTo: number) => {
    if (upTo <= next) return
    const fields: Field[] = [
      [36, String(upTo)],
      [123, 'Y'],
    ]
    out.push(bytesOf(ends, { type: '4', fields }, next, now, now))
    next = upTo
  }
  for (const message of sent) {
    if (message.seq < range.from || message.seq > last || isAdmin(message.type)) continue
    fill(message.seq)
    out.push(bytesOf(ends, message, message.seq, now, message.at))
    next = message.seq + 1
  }
  fill(last + 1)
  return out
}
