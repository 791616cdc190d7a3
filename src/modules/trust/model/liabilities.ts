import { hexOf } from '#kernel/hex.ts'
import type { Yen } from '#kernel/money.ts'
import type { DateJst } from '#kernel/time.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesOf, joined, lp, u64, type Bytes } from './bytes.ts'
import { SALT_BYTES } from './record.ts'
import { HASH_BYTES, type Hash } from './tree.ts'

/**
 * The debt of the server to its members, as a tree whose every node carries the sum of what is under it
 * (security-and-trust 5.3). Both sums of a node's children are hashed, not their total alone: else a server
 * could swap what it owes between them unseen. The server makes paths with it, every browser checks them.
 */
export type Sum = { readonly hash: Hash; readonly yen: bigint }

/** A sum above it, or below zero, is refused: with either, a server could hide what it owes. */
const MOST_YEN = 2n ** 63n - 1n
const isSum = (yen: bigint): boolean => yen >= 0n && yen <= MOST_YEN

const ascii = (text: string): Bytes => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

/** `pseudonym`: the member's own id, which stands for one member alone; ASCII. `salt`: 16 bytes. */
export const liabilityLeaf = (pseudonym: string, salt: Uint8Array, yen: bigint): Sum => ({
  hash: sha256(joined(Uint8Array.of(2), lp(ascii(pseudonym)), salt, u64(yen))),
  yen,
})

/** The node that stands where no member is: the places are a power of two. */
export const FILLER: Sum = { hash: sha256(Uint8Array.of(4)), yen: 0n }

/** Null: a sum is below zero or above 2^63 − 1. */
export function sumNode(left: Sum, right: Sum): Sum | null {
  const yen = left.yen + right.yen
  if (!isSum(left.yen) || !isSum(right.yen) || !isSum(yen)) return null
  return { hash: sha256(joined(Uint8Array.of(3), left.hash, u64(left.yen), right.hash, u64(right.yen))), yen }
}

/** Places for so many leaves. */
export function placesFor(leaves: number): number {
  let places = 1
  while (places < leaves) places *= 2
  return places
}

/**
 * Level by level over leaves that are a power of two; the last has the root alone. Null: a sum is out of
 * range.
 */
export function sumLevels(leaves: readonly Sum[]): Sum[][] | null {
  const levels = [[...leaves]]
  for (let level = levels[0]!; level.length > 1; level = levels.at(-1)!) {
    const next: Sum[] = []
    for (let index = 0; index < level.length; index += 2) {
      const node = sumNode(level[index]!, level[index + 1]!)
      if (node === null) return null
      next.push(node)
    }
    levels.push(next)
  }
  return levels
}

/** The nodes beside a place on the way up, nearest first. */
export const sumPath = (levels: readonly (readonly Sum[])[], place: number): Sum[] =>
  levels.slice(0, -1).map((level, up) => level[Math.floor(place / 2 ** up) ^ 1]!)

/**
 * The root that a leaf and its path lead to. Null: the place is not in such a tree, or a sum is out of range.
 */
export function rootBySums(leaf: Sum, place: number, path: readonly Sum[]): Sum | null {
  if (!Number.isSafeInteger(place) || place < 0 || place >= 2 ** path.length || !isSum(leaf.yen)) return null
  let node: Sum | null = leaf
  for (const [up, beside] of path.entries()) {
    node = Math.floor(place / 2 ** up) % 2 === 1 ? sumNode(beside, node) : sumNode(node, beside)
    if (node === null) return null
  }
  return node
}

/** A member's leaf as it is told, hashes in hexadecimal, with the accounts that it sums up. */
export type OwnLeaf = {
  readonly pseudonym: string
  readonly place: number
  readonly yen: Yen
  readonly salt: string
  readonly path: readonly { readonly hash: string; readonly yen: Yen }[]
  readonly parts: readonly { readonly yen: Yen }[]
}
/**
 * `included`: it leads to the signed root and sum. `adds`: its accounts come to it; who owes more than they
 * own is owed nothing.
 */
export function checkLeaf(
  { pseudonym, place, yen, salt, path, parts }: OwnLeaf,
  { root, total }: { readonly root: string; readonly total: Yen },
): { included: boolean; adds: boolean } {
  const found =
    yen < 0
      ? null
      : rootBySums(
          liabilityLeaf(pseudonym, bytesOf(salt, SALT_BYTES), BigInt(yen)),
          place,
          path.map((node) => ({ hash: bytesOf(node.hash, HASH_BYTES), yen: BigInt(node.yen) })),
        )
  const held = parts.reduce((sum, part) => sum + part.yen, 0)
  return {
    included: found !== null && hexOf(found.hash) === root && found.yen === BigInt(total),
    adds: Math.max(0, held) === yen,
  }
}

/**
 * The published statement of a market day. `size`: records of the journal that it counts; `bank`: what
 * members paid in less what was paid out to them; `market`: what came from the exchange and from issuers less
 * what went to them, below zero where members lost. `root`: hexadecimal; whole yen; `at`: ISO 8601.
 */
export type Statement = {
  readonly origin: string
  readonly day: DateJst
  readonly size: number
  readonly members: number
  readonly root: string
  readonly total: number
  readonly bank: number
  readonly market: number
  readonly at: string
}

/** The text that the server and the auditor sign. */
export const statementText = ({
  origin,
  day,
  size,
  members,
  root,
  total,
  bank,
  market,
  at,
}: Statement): string =>
  `KABU-LIABILITIES-v1\n${origin}\n${day}\n${size}\n${members}\n${root}\n${total}\n${bank}\n${market}\n${at}\n`

/** True if the account of members' money has at least what is owed (security-and-trust 5.3). */
export const isCovered = ({ total, bank, market }: Pick<Statement, 'total' | 'bank' | 'market'>): boolean =>
  total <= bank + market
