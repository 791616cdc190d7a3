import pg from 'pg'
import { assert } from '#kernel/assert.ts'
import { CopyFields, type RowCodec } from './row-codec.ts'
import { SharedTexts } from './shared-texts.ts'
import type { WireType } from './wire-writer.ts'

/** `isOwn`: no other row has this text. */
export type CopyColumn = { property: string; type: WireType; isOwn?: boolean }

const HEADER_BYTES = 19

/**
 * Reads rows by binary COPY: a million balances in about a second, where queries take many (engine-notes,
 * traps). The rows come one by one, so that nothing holds them twice.
 */
export class CopyRows extends pg.Query {
  readonly #sql: string
  readonly #columns: readonly CopyColumn[]
  readonly #onRow: (row: Record<string, unknown>) => void
  readonly #settled: { resolve: () => void; reject: (error: Error) => void }
  #error: Error | null = null
  #headerRead = false
  readonly #empty: Readonly<Record<string, unknown>>
  readonly #texts: SharedTexts | null
  readonly #codec: RowCodec | undefined
  readonly #fields: CopyFields

  constructor(
    select: string,
    columns: readonly CopyColumn[],
    onRow: (row: Record<string, unknown>) => void,
    settled: { resolve: () => void; reject: (error: Error) => void },
    { texts = null, codec }: { texts?: SharedTexts | null; codec?: RowCodec | undefined } = {},
  ) {
    super('')
    this.#sql = `copy (${select}) to stdout (format binary)`
    this.#columns = columns
    this.#empty = emptyRow(columns)
    this.#onRow = onRow
    this.#texts = texts
    this.#codec = codec
    this.#fields = new CopyFields(texts ?? new SharedTexts())
    this.#settled = settled
  }

  override submit = (connection: pg.Connection): void => {
    connection.query(this.#sql)
  }

  /** PostgreSQL sends one message a row; the first also carries the header. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.#error !== null) return
    try {
      this.#read(chunk)
    } catch (error) {
      this.#error = error as Error
    }
  }

  handleError(error: Error): void {
    this.#error ??= error
    this.handleReadyForQuery()
  }

  handleReadyForQuery(): void {
    if (this.#error === null) this.#settled.resolve()
    else this.#settled.reject(this.#error)
  }

  handleCommandComplete(): void {}

  #read(chunk: Buffer): void {
    const texts = this.#texts
    let at = 0
    if (!this.#headerRead) {
      this.#headerRead = true
      at = HEADER_BYTES
    }
    while (at < chunk.length) {
      const fields = chunk.readInt16BE(at)
      at += 2
      if (fields === -1) return
      if (fields !== this.#columns.length)
        throw new Error(`COPY sent ${fields} columns, not ${this.#columns.length}`)
      if (this.#codec !== undefined) {
        at = this.#readByCode(this.#codec, chunk, at)
        continue
      }
      const row: Record<string, unknown> = { ...this.#empty }
      for (const { property, type, isOwn } of this.#columns) {
        const length = chunk.readInt32BE(at)
        at += 4
        if (type === 'text' && isOwn !== true && texts !== null && length !== -1)
          row[property] = texts.of(chunk, at, length)
        else row[property] = length === -1 ? null : READ[type](chunk, at, length)
        if (length > 0) at += length
      }
      this.#onRow(row)
    }
  }

  #readByCode(codec: RowCodec, chunk: Buffer, from: number): number {
    const fields = this.#fields
    fields.bytes = chunk
    fields.at = from
    const row = codec.read(fields)
    if (fields.at > chunk.length) throw new Error('COPY sent a row that is cut off')
    this.#onRow(row as Record<string, unknown>)
    return fields.at
  }
}

/**
 * A row to copy, in which every column has its place: one that grows by a column at a time becomes a hash
 * table in V8 after the twelfth, five times as large and slower for as long as it lives.
 */
const emptyRow = (columns: readonly CopyColumn[]): Record<string, unknown> =>
  JSON.parse(`{${columns.map(({ property }) => `${JSON.stringify(property)}:null`).join(',')}}`) as Record<
    string,
    unknown
  >

const READ: Record<WireType, (bytes: Buffer, at: number, length: number) => unknown> = {
  text: (bytes, at, length) => bytes.toString('utf8', at, at + length),
  utf8: (bytes, at, length) => bytes.toString('utf8', at, at + length),
  latin1: (bytes, at, length) => bytes.toString('latin1', at, at + length),
  int8: (bytes, at) => {
    const value = bytes.readInt32BE(at) * 4_294_967_296 + bytes.readUInt32BE(at + 4)
    assert(Number.isSafeInteger(value), `an int8 in the database is not a safe integer: ${value}`)
    return value
  },
  int4: (bytes, at) => bytes.readInt32BE(at),
  bool: (bytes, at) => bytes[at] === 1,
  bytea: (bytes, at, length) => Buffer.from(bytes.subarray(at, at + length)),
  uuid: (bytes, at) => {
    const hex = bytes.toString('hex', at, at + 16)
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  },
  jsonb: (bytes, at, length) => JSON.parse(bytes.toString('utf8', at + 1, at + length)) as unknown,
}
