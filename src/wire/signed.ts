import { canonical, type Json } from '#kernel/hash.ts'
import type { Ms } from '#kernel/time.ts'

/**
 * Carries the signature of a money command: when it was made by the machine's clock in milliseconds, a dot,
 * and r || s in base64url.
 */
export const SIGNATURE_HEADER = 'device-signature'

/** Names the API key that signed a request, in the place of a session's token. */
export const API_KEY_HEADER = 'api-key'

/**
 * The data around the body. `path` as it is sent: a device's without its query, an API key's with it. `key`
 * is the idempotency key.
 */
export type CommandHead = { method: string; path: string; key: string; at: Ms }

/**
 * Fields that prove who asks. They are no part of what is asked: the hash of a short password would be as
 * good as the password.
 */
const PROOFS: ReadonlySet<string> = new Set(['transactionPassword', 'proof', 'oneTimeCode'])

/**
 * The request in a body, as canonical JSON; the other half of what is signed. A request without a body asks
 * for `{}`.
 */
export const askedFor = (body: Json | undefined): string =>
  canonical(Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => !PROOFS.has(name))) as Json)

const TAG = 'KABU-CMD-v1\0'

/** The text of an HTTP line or header has one byte a character. */
const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0))

/**
 * The bytes whose SHA-256 a device signs (security-and-trust 2): `"KABU-CMD-v1\0" || lp(method) || lp(path)
 * || lp(key) || u64(ms) || SHA256(canonical body)`. `body` is that last hash, 32 bytes.
 */
export function commandBytes(
  { method, path, key, at }: CommandHead,
  body: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const texts = [method, path, key].map(bytesOf)
  const bytes = new Uint8Array(
    TAG.length + texts.reduce((sum, { length }) => sum + 4 + length, 0) + 8 + body.length,
  )
  const view = new DataView(bytes.buffer)
  bytes.set(bytesOf(TAG))
  let end = TAG.length
  for (const text of texts) {
    view.setUint32(end, text.length)
    bytes.set(text, end + 4)
    end += 4 + text.length
  }
  view.setBigUint64(end, BigInt(at))
  bytes.set(body, end + 8)
  return bytes
}
