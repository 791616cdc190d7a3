import type { Ms } from '#kernel/time.ts'

/** A file of an archive: its name with `/` between folders, and when it was made (milliseconds UTC). */
export type ZipEntry = { readonly name: string; readonly bytes: Uint8Array; readonly at: Ms }

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
/**
 * Version 2.0, and names in UTF-8. Nothing is packed: what is large here are pictures, which are packed
 * already.
 */
const VERSION = 20
const UTF8 = 0x0800

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let value = n
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})
/** CRC-32 as zip and PNG have it. */
export function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff
  for (const byte of bytes) value = TABLE[(value ^ byte) & 0xff]! ^ (value >>> 8)
  return (value ^ 0xffffffff) >>> 0
}

type Field = readonly [value: number, bytes: 2 | 4]
function record(...fields: Field[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [, bytes]) => sum + bytes, 0)))
  let at = 0
  for (const [value, bytes] of fields) {
    if (bytes === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += bytes
  }
  return new Uint8Array(view.buffer)
}

/**
 * A zip archive, as parts for a `File`: the entries' own bytes are not copied. Up to 65,535 entries and 4 GB.
 */
export function zipParts(entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer>[] {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (const { name, bytes, at } of entries) {
    const title = new TextEncoder().encode(name)
    const [day, time] = dosTime(at)
    const about: Field[] = [
      [UTF8, 2],
      [0, 2],
      [time, 2],
      [day, 2],
      [crc32(bytes), 4],
      [bytes.byteLength, 4],
      [bytes.byteLength, 4],
      [title.byteLength, 2],
      [0, 2],
    ]
    const head = record([LOCAL, 4], [VERSION, 2], ...about)
    parts.push(head, title, bytes as Uint8Array<ArrayBuffer>)
    directory.push(
      record([CENTRAL, 4], [VERSION, 2], [VERSION, 2], ...about, [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
      title,
    )
    offset += head.byteLength + title.byteLength + bytes.byteLength
  }
  const size = directory.reduce((sum, part) => sum + part.byteLength, 0)
  return [
    ...parts,
    ...directory,
    record(
      [END, 4],
      [0, 2],
      [0, 2],
      [entries.length, 2],
      [entries.length, 2],
      [size, 4],
      [offset, 4],
      [0, 2],
    ),
  ]
}

/** Date and time as MS-DOS wrote them, of UTC; nothing before 1980. */
function dosTime(at: Ms): readonly [day: number, time: number] {
  const when = new Date(Math.max(at, Date.UTC(1980, 0, 1)))
  return [
    ((when.getUTCFullYear() - 1980) << 9) | ((when.getUTCMonth() + 1) << 5) | when.getUTCDate(),
    (when.getUTCHours() << 11) | (when.getUTCMinutes() << 5) | (when.getUTCSeconds() >> 1),
  ]
}
