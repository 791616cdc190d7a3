import { sha256 } from '@noble/hashes/sha2.js'
import { joined } from './bytes.ts'

/**
 * The tree of RFC 9162 (2.1) over the records of the journal: a tree of `size` leaves is split at the largest
 * power of two below it. The server makes proofs with it, every browser checks them with it. Hashes are 32
 * bytes.
 */
export type Hash = Uint8Array
/** A range of `size` leaves from `start` on. */
export type Range = { readonly start: number; readonly size: number }
/** The root over 2^level leaves from index × 2^level on: it never changes once they are all there. */
export type Node = { readonly level: number; readonly index: number }
export type NodeHash = (node: Node) => Hash

export const HASH_BYTES = 32
export const leafHash = (data: Uint8Array): Hash => sha256(joined(Uint8Array.of(0), data))
export const nodeHash = (left: Hash, right: Hash): Hash => sha256(joined(Uint8Array.of(1), left, right))

/** The largest power of two below `size`, which is at least 2. */
function splitOf(size: number): number {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
}
const isPower = (size: number): boolean => Number.isInteger(Math.log2(size))

/** The complete nodes that a range falls into, left to right. */
export function nodesOf({ start, size }: Range): Node[] {
  if (isPower(size)) return [{ level: Math.log2(size), index: start / size }]
  const split = splitOf(size)
  return [...nodesOf({ start, size: split }), ...nodesOf({ start: start + split, size: size - split })]
}

/** The root of a range that begins where such a split may. */
export function rangeRoot(range: Range, hashOf: NodeHash): Hash {
  const { start, size } = range
  if (isPower(size)) return hashOf({ level: Math.log2(size), index: start / size })
  const split = splitOf(size)
  return nodeHash(
    rangeRoot({ start, size: split }, hashOf),
    rangeRoot({ start: start + split, size: size - split }, hashOf),
  )
}

/** A complete node over leaves that are at hand. */
export const nodeOver = (leafAt: (index: number) => Hash, { level, index }: Node): Hash =>
  level === 0
    ? leafAt(index)
    : nodeHash(
        nodeOver(leafAt, { level: level - 1, index: index * 2 }),
        nodeOver(leafAt, { level: level - 1, index: index * 2 + 1 }),
      )

/** The root over a whole list of leaves, which has at least one. */
export const treeRoot = (leaves: readonly Hash[]): Hash =>
  rangeRoot({ start: 0, size: leaves.length }, (node) => nodeOver((index) => leaves[index]!, node))

/** The nodes beside a leaf on the way to the root, nearest first (RFC 9162, 2.1.3.1). */
export function inclusionPath(leaf: number, size: number): Range[] {
  const path = ({ start, size: within }: Range): Range[] => {
    if (within === 1) return []
    const split = splitOf(within)
    const [left, right] = [
      { start, size: split },
      { start: start + split, size: within - split },
    ]
    return leaf < right.start ? [...path(left), right] : [...path(right), left]
  }
  return path({ start: 0, size })
}

/**
 * The nodes that prove that the tree of `before` leaves is the beginning of that of `size` (RFC 9162,
 * 2.1.4.1); `before` is at least 1.
 */
export function consistencyPath(before: number, size: number): Range[] {
  const path = (old: number, { start, size: within }: Range, isWhole: boolean): Range[] => {
    if (old === within) return isWhole ? [] : [{ start, size: within }]
    const split = splitOf(within)
    const [left, right] = [
      { start, size: split },
      { start: start + split, size: within - split },
    ]
    return old <= split ? [...path(old, left, isWhole), right] : [...path(old - split, right, false), left]
  }
  return path(before, { start: 0, size }, true)
}

/**
 * The root that a leaf and its path lead to; null where the path has the wrong length (RFC 9162, 2.1.3.2).
 */
export function rootByInclusion(leaf: Hash, index: number, size: number, path: readonly Hash[]): Hash | null {
  if (index >= size) return null
  let [node, last, hash] = [index, size - 1, leaf]
  for (const beside of path) {
    if (last === 0) return null
    if (node % 2 === 1 || node === last) {
      hash = nodeHash(beside, hash)
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)]
    } else hash = nodeHash(hash, beside)
    ;[node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
  }
  return last === 0 ? hash : null
}

/**
 * The roots of both trees that a path leads to; null where it has the wrong length (RFC 9162, 2.1.4.2).
 * `before` is below `size`.
 */
export function rootsByConsistency(
  before: number,
  size: number,
  beforeRoot: Hash,
  path: readonly Hash[],
): { before: Hash; now: Hash } | null {
  if (before < 1 || before >= size) return null
  const steps = isPower(before) ? [beforeRoot, ...path] : [...path]
  let [node, last] = [before - 1, size - 1]
  while (node % 2 === 1) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
  const first = steps.shift()
  if (first === undefined) return null
  let [old, now] = [first, first]
  for (const beside of steps) {
    if (last === 0) return null
    if (node % 2 === 1 || node === last) {
      old = nodeHash(beside, old)
      now = nodeHash(beside, now)
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)]
    } else now = nodeHash(now, beside)
    ;[node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
  }
  return last === 0 ? { before: old, now } : null
}
