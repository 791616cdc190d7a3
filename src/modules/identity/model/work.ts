import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * A number that only trying finds: what a device pays for one more guess at an account that strangers guess
 * at.
 */
export type Work = { challenge: string; nonce: number }

/** True if the hash begins with so many zero bits: 2^bits tries on average. */
export function isWork({ challenge, nonce }: Work, bits: number): boolean {
  const hash = sha256(utf8ToBytes(`AKARI-WORK-v1\n${challenge}\n${nonce}`))
  return new DataView(hash.buffer, hash.byteOffset).getUint32(0) >>> (32 - bits) === 0
}

/** The first number that does, of `tries` from `from` on; null: none of them. */
export function findWork(challenge: string, bits: number, from: number, tries: number): number | null {
  for (let nonce = from; nonce < from + tries; nonce++) if (isWork({ challenge, nonce }, bits)) return nonce
  return null
}
