import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { assert } from '#kernel/assert.ts'
import { hexOf } from '#kernel/hex.ts'
import { bytesOf, joined, tag } from '#modules/trust/model/bytes.ts'
import { HASH_BYTES, treeRoot } from '#modules/trust/model/tree.ts'

/**
 * The draw of security-and-trust 5.2, whole: the server decides by it, and every browser that checks a draw
 * runs the same. Hashes, seeds and random bytes are hexadecimal text on both sides; `docs/verify-a-draw.md`
 * says each step for those who write it anew.
 */

/** A line of the list: `lots` (units) asked for, `r` from the applicant's own browser. */
export type Entry = { readonly ticket: string; readonly lots: number; readonly r: string }
/** Lots that a ticket got; `place` in the order of the draw, from 1. */
export type Allotment = { readonly ticket: string; readonly place: number; readonly lots: number }
export type Role = 'operator' | 'auditor'

/** Argon2id with one pass and one lane, 32 bytes: the link after `link`. Memory in KiB. */
export const LINK = { memory: 65_536, passes: 1, parallelism: 1, tagLength: 32, saltLength: 16 } as const
/**
 * Links of the chain: several minutes, so that nobody can try lists out before the root is due; a
 * demonstration need not last (security-and-trust 5.2).
 */
export const LINKS = { usual: 4_096, demo: 32 } as const

const SEED_BYTES = 32
const R_BYTES = 16

/** Ids, roles and tickets are ASCII. */
function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => {
    const code = letter.charCodeAt(0)
    assert(code < 128, `${text} is not ASCII`)
    return code
  })
}
function u32(value: number): Uint8Array {
  assert(Number.isSafeInteger(value) && value >= 0 && value <= 0xffff_ffff, `${value} is no u32`)
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value)
}
function u64(value: number): Uint8Array {
  return joined(u32(Math.floor(value / 2 ** 32)), u32(value % 2 ** 32))
}
const lp = (bytes: Uint8Array): Uint8Array => joined(u32(bytes.length), bytes)

/** The commitment to a seed, published before anybody applies. */
export const commitmentOf = (id: string, role: Role, seed: string): string =>
  hexOf(sha256(joined(tag('KABU-SEED-v1'), lp(ascii(id)), lp(ascii(role)), bytesOf(seed, SEED_BYTES))))

/** The list as it is hashed: by ticket. Tickets have one length, so text order is their order. */
export const byTicket = <E extends { readonly ticket: string }>(entries: readonly E[]): E[] =>
  entries.toSorted((a, b) => (a.ticket < b.ticket ? -1 : a.ticket > b.ticket ? 1 : 0))

const leafOf = ({ ticket, lots, r }: Entry): Uint8Array =>
  sha256(joined(Uint8Array.of(0), tag('KABU-APP-v1'), lp(ascii(ticket)), u32(lots), bytesOf(r, R_BYTES)))
/** The root over the list in the shape of RFC 9162; it has at least one entry. */
export function rootOf(entries: readonly Entry[]): string {
  assert(entries.length > 0, 'an empty list has no root')
  return hexOf(treeRoot(byTicket(entries).map(leafOf)))
}

/** x0 of the delay chain. */
export const chainStart = (id: string, root: string): string =>
  hexOf(sha256(joined(tag('KABU-DELAY-v1'), lp(ascii(id)), bytesOf(root, HASH_BYTES))))
/** The salt of all its links. */
export const chainSalt = (id: string): Uint8Array<ArrayBuffer> =>
  joined(sha256(ascii(id)).subarray(0, LINK.saltLength))

/** K: everything that decides, in one key. `tickets`: how many are in the list. */
export function keyOf(parts: {
  id: string
  tickets: number
  root: string
  beacon: string
  operatorSeed: string
  auditorSeed: string
}): string {
  const seeds = joined(bytesOf(parts.operatorSeed, SEED_BYTES), bytesOf(parts.auditorSeed, SEED_BYTES))
  return hexOf(
    hmac(
      sha256,
      seeds,
      joined(
        tag('KABU-DRAW-v1'),
        lp(ascii(parts.id)),
        u32(parts.tickets),
        bytesOf(parts.root, HASH_BYTES),
        lp(bytesOf(parts.beacon, HASH_BYTES)),
      ),
    ),
  )
}

const WORDS = 2n ** 64n
/**
 * Integers below `n`, one after another: words of 8 bytes from HMAC(K, 0), HMAC(K, 1), …; a word that would
 * favour some is left out.
 */
export function numbersBelow(key: string): (n: number) => number {
  const bytes = bytesOf(key, HASH_BYTES)
  let block = new DataView(new ArrayBuffer(0))
  let [counter, at] = [0, 0]
  const word = (): bigint => {
    if (at === block.byteLength) {
      const piece = hmac(sha256, bytes, u64(counter++))
      block = new DataView(piece.buffer, piece.byteOffset, piece.byteLength)
      at = 0
    }
    const value = block.getBigUint64(at)
    at += 8
    return value
  }
  return (n) => {
    const many = BigInt(n)
    const limit = WORDS - (WORDS % many)
    let value = word()
    while (value >= limit) value = word()
    return Number(value % many)
  }
}

/** For i from the last down to 1: swap with one of 0…i. */
export function shuffled<T>(list: readonly T[], key: string): T[] {
  const below = numbersBelow(key)
  const order = [...list]
  for (let i = order.length - 1; i >= 1; i--) {
    const j = below(i + 1)
    const moved = order[i]!
    order[i] = order[j]!
    order[j] = moved
  }
  return order
}

/**
 * ONE_EACH_FIRST: along the order again and again, one lot to everyone who still wants one, until lots run
 * out.
 */
export function oneEachFirst(order: readonly { readonly lots: number }[], lots: number): number[] {
  const allotted = order.map(() => 0)
  let wanting = order.keys().toArray()
  let left = lots
  while (left > 0 && wanting.length > 0) {
    // The rounds that nobody leaves are done at once; then comes the last one, in which lots run out.
    const rounds = Math.min(
      Math.floor(left / wanting.length),
      leastOf(wanting, (index) => order[index]!.lots - allotted[index]!),
    )
    const taking = rounds > 0 ? wanting : wanting.slice(0, left)
    for (const index of taking) allotted[index]! += Math.max(rounds, 1)
    left -= taking.length * Math.max(rounds, 1)
    wanting = wanting.filter((index) => allotted[index]! < order[index]!.lots)
  }
  return allotted
}
const leastOf = (list: readonly number[], value: (index: number) => number): number =>
  list.reduce((least, index) => Math.min(least, value(index)), Infinity)

/**
 * The whole draw of a closed list: who got how much, in the order of the draw. Those who got nothing are the
 * waiting list, in the same order.
 */
export function drawn(entries: readonly Entry[], key: string, lots: number): Allotment[] {
  const order = shuffled(byTicket(entries), key)
  const allotted = oneEachFirst(order, lots)
  return order.map(({ ticket }, index) => ({ ticket, place: index + 1, lots: allotted[index]! }))
}

/**
 * PER_LOT, which no offering uses: one row a wanted lot, the first rows win. It stays for the test vectors.
 */
export function drawnPerLot(
  entries: readonly Entry[],
  key: string,
  lots: number,
): ReadonlyMap<string, number> {
  const rows = shuffled(
    byTicket(entries).flatMap(({ ticket, lots: wanted }) => Array.from({ length: wanted }, () => ticket)),
    key,
  )
  const won = new Map<string, number>()
  for (const ticket of rows.slice(0, lots)) won.set(ticket, (won.get(ticket) ?? 0) + 1)
  return won
}

/**
 * Of the result in the order of the draw: what is published and what is recomputed are the same or they are
 * not.
 */
export const resultOf = (allotments: readonly Allotment[]): string =>
  hexOf(sha256(ascii(allotments.map(({ place, ticket, lots }) => `${place} ${ticket} ${lots}\n`).join(''))))
