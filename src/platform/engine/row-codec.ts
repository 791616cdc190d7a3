import { assert } from '#kernel/assert.ts'
import type { SharedTexts } from './shared-texts.ts'

/**
 * Code for the rows of one table that names each column: V8 makes of it a row with
 * a place for each column, and no look-up by name. Written by `scripts/row-codecs.ts`; a table without one is
 * read and written by its definition, with the same results.
 */
export type RowCodec = {
  /** The columns that it was written for, in their order. */
  columns: readonly string[]
  /** The next row of a binary COPY. */
  read(from: CopyFields): object
  /** The row as `rowText` says it. */
  text(row: object): string
  /** True if the patch names every column. */
  isWhole(patch: object): boolean
  /** The first column that must not change and does; null: none. */
  changedFixed(before: object, after: object): string | null
}

/** The order, types and fixed columns that a codec belongs to. */
export const codecColumns = (
  { columns, own = [] }: { columns: object; own?: readonly string[] },
  fixed: readonly string[],
): string[] => [
  ...Object.entries(columns).map(([name, type]) => `${name} ${type}`),
  ...fixed.map((name) => `fixed ${name}`),
  ...own.map((name) => `own ${name}`),
]

/**
 * Fields of the rows of a binary COPY, one after another, each as its column's type has it; null where there
 * is nothing, whatever the definition says.
 */
export class CopyFields {
  bytes: Buffer = Buffer.alloc(0)
  at = 0
  readonly #texts: SharedTexts

  constructor(texts: SharedTexts) {
    this.#texts = texts
  }

  text(): string | null {
    const length = this.#length()
    return length === -1 ? null : this.#texts.of(this.bytes, (this.at += length) - length, length)
  }

  /** Of a column of which no other row has the text. */
  own(): string | null {
    const length = this.#length()
    return length === -1 ? null : this.bytes.toString('utf8', this.at, (this.at += length))
  }

  int8(): number | null {
    const length = this.#length()
    if (length === -1) return null
    assert(length === 8, 'an int8 has eight bytes')
    const { bytes, at } = this
    this.at += 8
    const high = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!
    const low = (bytes[at + 4]! << 24) | (bytes[at + 5]! << 16) | (bytes[at + 6]! << 8) | bytes[at + 7]!
    if (high === low >> 31) return low
    const value = high * 4_294_967_296 + (low >>> 0)
    if (!Number.isSafeInteger(value)) throw new Error(`an int8 of the database is no safe integer: ${value}`)
    return value
  }

  int4(): number | null {
    const length = this.#length()
    if (length === -1) return null
    assert(length === 4, 'an int4 has four bytes')
    return this.#int32()
  }

  bool(): boolean | null {
    return this.#length() === -1 ? null : this.bytes[this.at++] === 1
  }

  jsonb(): unknown {
    const length = this.#length()
    if (length === -1) return null
    const from = this.at
    this.at += length
    return JSON.parse(this.bytes.toString('utf8', from + 1, this.at)) as unknown
  }

  /** The length of the field that follows, −1 where there is nothing. */
  #length(): number {
    const length = this.#int32()
    if (length < -1 || this.at + length > this.bytes.length)
      throw new Error('COPY sent a row that is cut off')
    return length
  }

  #int32(): number {
    const { bytes, at } = this
    this.at += 4
    return (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!
  }
}
