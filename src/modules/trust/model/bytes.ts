import { assert } from '#kernel/assert.ts'

/**
 * The bytes of security-and-trust 5: `||` joins, integers are big-endian, tags end with one zero byte. Texts
 * are ASCII or, in records, UTF-8.
 */
export type Bytes = Uint8Array<ArrayBuffer>

/** `length`: how many bytes there must be; anything else is a bug of the caller. */
export function bytesOf(hex: string, length: number): Bytes {
  assert(isHex(hex, length), `not ${length} bytes of hexadecimal`)
  return Uint8Array.from({ length }, (_, index) => Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16))
}
export const isHex = (text: string, length: number): boolean =>
  text.length === length * 2 && /^[0-9a-f]*$/.test(text)

export function joined(...parts: readonly Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** `name` is ASCII. */
export const tag = (name: string): Bytes => Uint8Array.from(`${name}\0`, (letter) => letter.charCodeAt(0))

/**
 * Eight bytes, big-endian. A figure that they cannot hold is a bug of the caller: money is never below zero
 * here.
 */
export function u64(value: number | bigint): Bytes {
  const big = BigInt(value)
  assert(big >= 0n && big < 2n ** 64n, `${value} is no u64`)
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, big)
  return bytes
}

/** The length of `bytes` in four bytes, then they themselves. */
export function lp(bytes: Uint8Array): Bytes {
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, bytes.length)
  return joined(length, bytes)
}
