import { FIELDS } from './fix44.ts'
import type { Field, FixMessage, Received } from '#wire/fix/message.ts'

/** Separator of fields. */
const SOH = '\u0001'

function sumOf(bytes: Buffer, from: number, to: number): number {
  let sum = 0
  for (let at = from; at < to; at++) sum += bytes[at]!
  return sum & 0xff
}

/** Bytes of a message, with BodyLength and CheckSum. */
export function encode(beginString: string, { type, fields }: FixMessage): Buffer {
  const body = `35=${type}${SOH}${fields.map(([tag, value]) => `${tag}=${value}${SOH}`).join('')}`
  const whole = Buffer.from(`8=${beginString}${SOH}9=${body.length}${SOH}${body}10=000${SOH}`, 'latin1')
  const end = whole.length - 7
  whole.write(String(sumOf(whole, 0, end)).padStart(3, '0'), whole.length - 4, 'latin1')
  return whole
}

/** Fields of a text; null: not a list of `tag=value`. A field of `data` is as long as its length says. */
function fieldsOf(text: string): Field[] | null {
  const fields: Field[] = []
  for (let at = 0; at < text.length;) {
    const sign = text.indexOf('=', at)
    const name = text.slice(at, sign)
    if (sign < 0 || !/^-?\d{1,9}$/.test(name)) return null
    const tag = Number(name)
    const end = endOf(text, sign + 1, tag, fields)
    if (end < 0) return null
    fields.push([tag, text.slice(sign + 1, end)])
    at = end + 1
  }
  return fields
}

/** Place of the separator that ends a value. */
function endOf(text: string, from: number, tag: number, before: readonly Field[]): number {
  const lengthTag = FIELDS[tag]?.lengthTag
  const last = before.at(-1)
  if (lengthTag !== undefined && last?.[0] === lengthTag && /^\d{1,6}$/.test(last[1])) {
    const end = from + Number(last[1])
    if (text[end] === SOH) return end
  }
  return text.indexOf(SOH, from)
}

/**
 * Message of a frame, or null where it is garbled: its length or sum is wrong, or its first three fields are
 * not BeginString, BodyLength and MsgType. FIX says of a garbled message that it is passed over, so that the
 * gap is asked for as any other.
 * Source: https://www.fixtrading.org/standards/fix-session-layer-online/ (garbled messages)
 */
export function decode(frame: Buffer): Received | null {
  const fields = fieldsOf(frame.toString('latin1'))
  if (fields === null || fields.length < 4) return null
  const [[first, beginString], [second, length], [third, type]] = fields as [Field, Field, Field]
  const [last, sum] = fields.at(-1)!
  if (first !== 8 || second !== 9 || third !== 35 || last !== 10 || type === '') return null
  const start = beginString.length + length.length + 6
  const end = frame.length - sum.length - 4
  if (!/^\d{1,7}$/.test(length) || Number(length) !== end - start) return null
  if (!/^\d{3}$/.test(sum) || Number(sum) !== sumOf(frame, 0, end)) return null
  return { beginString, type, fields: fields.slice(3, -1) }
}

/** The longest message that is taken: 64 KB; what claims to be longer ends the connection. */
export const LONGEST_MESSAGE = 65_536

/** Cutter of a stream of bytes into frames. */
export class Framer {
  #bytes: Buffer = Buffer.alloc(0)

  /** Whole frames that the bytes complete; null: what came can't be a message, and the connection ends. */
  take(bytes: Buffer): Buffer[] | null {
    this.#bytes = this.#bytes.length === 0 ? bytes : Buffer.concat([this.#bytes, bytes])
    const frames: Buffer[] = []
    for (;;) {
      const frame = this.#next()
      if (frame === 'wrong') return null
      if (frame === 'more') return frames
      if (frame.length > 0) frames.push(frame)
    }
  }

  /** The next frame; an empty one where bytes were passed over. */
  #next(): Buffer | 'more' | 'wrong' {
    const start = this.#bytes.indexOf('8=')
    if (start > 0) this.#bytes = this.#bytes.subarray(start)
    if (start < 0) {
      // The last byte may be the first of the next message.
      this.#bytes = this.#bytes.subarray(Math.max(0, this.#bytes.length - 1))
      return 'more'
    }
    const lengthAt = this.#bytes.indexOf('\u00019=', 0, 'latin1')
    const lengthEnd = lengthAt < 0 ? -1 : this.#bytes.indexOf(1, lengthAt + 3)
    if (lengthEnd < 0) return this.#bytes.length > 256 ? 'wrong' : 'more'
    const digits = this.#bytes.toString('latin1', lengthAt + 3, lengthEnd)
    if (!/^\d{1,7}$/.test(digits)) return this.#passOver()
    const length = Number(digits)
    if (length > LONGEST_MESSAGE) return 'wrong'
    // The sum is looked for from where the length says, so that a length too small ends with its own message.
    const sumAt = this.#bytes.indexOf('\u000110=', lengthEnd + length, 'latin1')
    const end = sumAt < 0 ? -1 : this.#bytes.indexOf(1, sumAt + 4)
    if (end < 0) return this.#bytes.length > 2 * LONGEST_MESSAGE ? 'wrong' : 'more'
    const frame = this.#bytes.subarray(0, end + 1)
    this.#bytes = this.#bytes.subarray(end + 1)
    return frame
  }

  #passOver(): Buffer {
    this.#bytes = this.#bytes.subarray(2)
    return Buffer.alloc(0)
  }
}
