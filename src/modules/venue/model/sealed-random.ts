import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { Random } from '#kernel/random.ts'

/** Its whole state: a key of eight words, how many blocks were made, and how much of the last one is used. */
export type SealedState = readonly number[]
export type SealedRandom = Omit<Random, 'state'> & { state(): SealedState }

const WORDS = 16
/** "expand 32-byte k", RFC 8439 2.3. */
const CONSTANT = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574] as const

/**
 * A source of random numbers that depends on the words alone, as `seeded`, but nobody can reckon from numbers
 * of it which ones come next, or what another source of the same seed says: the key stream of ChaCha20 (RFC
 * 8439) under the SHA-256 of the words. What moves prices of a day that is on is drawn from it, so that
 * whoever watches the market cannot know where it goes before its seed is revealed (security-and-trust 5.5).
 */
export function sealedRandom(...words: readonly (string | number)[]): SealedRandom {
  const key = sha256(utf8ToBytes(words.join(' ')))
  const view = new DataView(key.buffer, key.byteOffset)
  return sealedFrom([...Array.from({ length: 8 }, (_, word) => view.getUint32(word * 4, true)), 0, WORDS])
}

export function sealedFrom(state: SealedState): SealedRandom {
  const key = state.slice(0, 8)
  let [blocks, used] = [state[8]!, state[9]!]
  const block = new Int32Array(WORDS)
  if (used < WORDS) blockOf(key, blocks - 1, block)
  const next = () => {
    if (used === WORDS) {
      blockOf(key, blocks++, block)
      used = 0
    }
    return (block[used++]! >>> 0) / 4294967296
  }
  return {
    next,
    below: (n) => Math.floor(next() * n),
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    state: () => [...key, blocks, used],
  }
}

const work = new Int32Array(WORDS)
const start = new Int32Array(WORDS)

/** One block of the key stream: nonce zero, counter from 0. */
export function blockOf(key: readonly number[], counter: number, into = new Int32Array(WORDS)): Int32Array {
  for (let index = 0; index < 4; index++) start[index] = CONSTANT[index]!
  for (let index = 0; index < 8; index++) start[4 + index] = key[index]!
  start[12] = counter
  work.set(start)
  for (let round = 0; round < 10; round++) {
    quarter(0, 4, 8, 12)
    quarter(1, 5, 9, 13)
    quarter(2, 6, 10, 14)
    quarter(3, 7, 11, 15)
    quarter(0, 5, 10, 15)
    quarter(1, 6, 11, 12)
    quarter(2, 7, 8, 13)
    quarter(3, 4, 9, 14)
  }
  for (let index = 0; index < WORDS; index++) into[index] = work[index]! + start[index]!
  return into
}

function quarter(a: number, b: number, c: number, d: number): void {
  work[a]! += work[b]!
  work[d] = rotated(work[d]! ^ work[a]!, 16)
  work[c]! += work[d]
  work[b] = rotated(work[b]! ^ work[c]!, 12)
  work[a]! += work[b]
  work[d] = rotated(work[d] ^ work[a]!, 8)
  work[c]! += work[d]
  work[b] = rotated(work[b] ^ work[c]!, 7)
}
const rotated = (word: number, by: number): number => (word << by) | (word >>> (32 - by))
