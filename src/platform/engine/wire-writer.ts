import { Bug } from '#kernel/assert.ts'
import type { BaseColumnType } from './table.ts'

/** The types of columns, and two more: bytes that memory keeps as text, in UTF-8 or latin1. */
export type WireType = BaseColumnType | 'utf8' | 'latin1'

/** Element and array types of PostgreSQL, by OID. */
const ELEMENT: Record<WireType, number> = {
  text: 25,
  int8: 20,
  int4: 23,
  bool: 16,
  bytea: 17,
  uuid: 2950,
  jsonb: 3802,
  utf8: 17,
  latin1: 17,
}
export const ARRAY: Record<WireType, number> = {
  text: 1009,
  int8: 1016,
  int4: 1007,
  bool: 1000,
  bytea: 1001,
  uuid: 2951,
  jsonb: 3807,
  utf8: 1001,
  latin1: 1001,
}

type Fields = { readonly [property: string]: unknown }

/** Signature, no flags, no extension. */
const COPY_HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')

/**
 * Messages of PostgreSQL's extended query protocol, written into one buffer: a batch is one write to the
 * socket. Array parameters are binary, because building text for them costs a quarter of the throughput
 * (engine-notes, 4).
 */
export class WireWriter {
  #bytes: Buffer
  #view: DataView
  #at = 0
  readonly #spare: Buffer[] = []

  constructor(capacity: number) {
    this.#bytes = Buffer.allocUnsafeSlow(capacity)
    this.#view = viewOf(this.#bytes)
  }

  /**
   * All that was written. The next batch gets another buffer, because the socket may still hold this one:
   * `giveBack` it when it is answered.
   */
  take(): Buffer {
    const written = this.#bytes.subarray(0, this.#at)
    this.#bytes = this.#spare.pop() ?? Buffer.allocUnsafeSlow(this.#bytes.length)
    this.#view = viewOf(this.#bytes)
    this.#at = 0
    return written
  }

  /** New memory for each batch would cost a page fault every 4 KiB. */
  giveBack(written: Buffer): void {
    this.#spare.push(Buffer.from(written.buffer))
  }

  parse(name: string, sql: string, types: readonly number[]): void {
    const start = this.#begin('P')
    this.#cstring(name)
    this.#cstring(sql)
    this.int16(types.length)
    for (const type of types) this.int32(type)
    this.#end(start)
  }

  /** Bind and Execute of a prepared statement; `values` writes each parameter with the methods below. */
  execute(name: string, parameters: number, values: () => void): void {
    const bind = this.#begin('B')
    this.#cstring('')
    this.#cstring(name)
    this.int16(1)
    this.int16(1)
    this.int16(parameters)
    values()
    this.int16(0)
    this.#end(bind)
    const execute = this.#begin('E')
    this.#cstring('')
    this.int32(0)
    this.#end(execute)
  }

  /** Bind and Execute of a prepared `copy … from stdin (format binary)`, with all its rows. */
  copy(
    name: string,
    columns: readonly { property: string; type: WireType }[],
    rows: readonly object[],
  ): void {
    this.execute(name, 0, () => {})
    const data = this.#begin('d')
    this.#need(COPY_HEADER.length)
    this.#at += COPY_HEADER.copy(this.#bytes, this.#at)
    for (const row of rows) {
      this.int16(columns.length)
      for (const { property, type } of columns) {
        const value = (row as Fields)[property]
        if (value === null || value === undefined) this.int32(-1)
        else this.#element(type, value)
      }
    }
    this.int16(-1)
    this.#end(data)
    this.#end(this.#begin('c'))
  }

  sync(): void {
    this.#end(this.#begin('S'))
  }

  int8Parameter(value: number): void {
    this.int32(8)
    this.#int64(value)
  }

  latin1Parameter(value: string): void {
    this.#latin1(value)
  }

  nullParameter(): void {
    this.int32(-1)
  }

  /** One column of all rows. */
  arrayParameter(type: WireType, rows: readonly object[], property: string): void {
    const start = this.#at
    this.#need(28)
    this.#at += 4
    this.int32(1)
    const nulls = this.#at
    this.int32(0)
    this.int32(ELEMENT[type])
    this.int32(rows.length)
    this.int32(1)
    let hasNull = false
    for (const row of rows) {
      const value = (row as Fields)[property]
      if (value === null || value === undefined) {
        this.int32(-1)
        hasNull = true
      } else this.#element(type, value)
    }
    if (hasNull) this.#view.setInt32(nulls, 1)
    this.#view.setInt32(start, this.#at - start - 4)
  }

  #element(type: WireType, value: unknown): void {
    switch (type) {
      case 'text':
      case 'utf8':
        return this.#text(value as string)
      case 'latin1':
        return this.#latin1(value as string)
      case 'int8':
        this.int32(8)
        return this.#int64(value as number)
      case 'int4':
        this.int32(4)
        return this.int32(value as number)
      case 'bool':
        this.int32(1)
        return this.#byte(value === true ? 1 : 0)
      case 'bytea':
        return this.#sized(value as Buffer)
      case 'uuid':
        return this.#uuid(value as string)
      case 'jsonb':
        return this.#jsonb(value)
    }
  }

  int16(value: number): void {
    this.#need(2)
    this.#view.setInt16(this.#at, value)
    this.#at += 2
  }

  int32(value: number): void {
    this.#need(4)
    this.#view.setInt32(this.#at, value)
    this.#at += 4
  }

  #int64(value: number): void {
    if (!Number.isSafeInteger(value)) throw new Bug(`not a safe integer: ${value}`)
    this.#need(8)
    this.#view.setInt32(this.#at, Math.floor(value / 4_294_967_296))
    this.#view.setUint32(this.#at + 4, value >>> 0)
    this.#at += 8
  }

  #text(text: string): void {
    this.#need(4 + text.length * 3)
    const length = this.#bytes.write(text, this.#at + 4)
    this.#view.setInt32(this.#at, length)
    this.#at += 4 + length
  }

  #latin1(text: string): void {
    this.int32(text.length)
    this.#need(text.length)
    this.#at += this.#bytes.write(text, this.#at, 'latin1')
  }

  #jsonb(value: unknown): void {
    const text = JSON.stringify(value)
    this.#need(5 + text.length * 3)
    const length = this.#bytes.write(text, this.#at + 5)
    this.#view.setInt32(this.#at, length + 1)
    this.#bytes[this.#at + 4] = 1
    this.#at += 5 + length
  }

  #uuid(uuid: string): void {
    if (uuid.length !== 36) throw new Bug(`not a UUID: ${uuid}`)
    this.int32(16)
    this.#need(16)
    for (let from = 0; from < 36; from += 2) {
      if (from === 8 || from === 13 || from === 18 || from === 23) from += 1
      const byte = ((NIBBLE[uuid.charCodeAt(from)] ?? -1) << 4) | (NIBBLE[uuid.charCodeAt(from + 1)] ?? -1)
      if (byte < 0) throw new Bug(`not a UUID: ${uuid}`)
      this.#bytes[this.#at++] = byte
    }
  }

  #sized(bytes: Uint8Array): void {
    this.#need(4 + bytes.length)
    this.#view.setInt32(this.#at, bytes.length)
    this.#bytes.set(bytes, this.#at + 4)
    this.#at += 4 + bytes.length
  }

  #byte(value: number): void {
    this.#need(1)
    this.#bytes[this.#at++] = value
  }

  #cstring(text: string): void {
    this.#need(text.length * 3 + 1)
    this.#at += this.#bytes.write(text, this.#at)
    this.#bytes[this.#at++] = 0
  }

  #begin(code: string): number {
    this.#need(5)
    this.#bytes[this.#at] = code.charCodeAt(0)
    const start = this.#at + 1
    this.#at += 5
    return start
  }

  #end(start: number): void {
    this.#view.setInt32(start, this.#at - start)
  }

  #need(more: number): void {
    if (this.#at + more <= this.#bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#at + more))
    this.#bytes.copy(larger, 0, 0, this.#at)
    this.#bytes = larger
    this.#view = viewOf(larger)
  }
}

/** Value of a hexadecimal digit by its character code, −1 for the rest. */
const NIBBLE = Int8Array.from({ length: 128 }, (_, code) =>
  '0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase()),
)

const viewOf = (bytes: Buffer): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
