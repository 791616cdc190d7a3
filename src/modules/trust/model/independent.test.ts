import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hexOf } from '#kernel/hex.ts'
import { seeded } from '#kernel/random.ts'
import { bytesOf } from './bytes.ts'
import { FILLER, liabilityLeaf, placesFor, rootBySums, sumLevels, sumPath } from './liabilities.ts'
import { committedRoot, type InclusionCommitment } from './inclusion-commitment.ts'
import { recordLeaf } from './record.ts'
import {
  consistencyPath,
  inclusionPath,
  nodeOver,
  rangeRoot,
  rootByInclusion,
  rootsByConsistency,
  type Hash,
  type Range,
} from './tree.ts'

/*
 * The same once more, written from docs/verify-records.md and RFC 9162 (2.1) alone: definitions over whole
 * lists, hexadecimal throughout, the platform's hash. Slow and plain; the two must agree on random trees.
 */
const sha = (...parts: Buffer[]): string => createHash('sha256').update(Buffer.concat(parts)).digest('hex')
const raw = (hex: string) => Buffer.from(hex, 'hex')
const big = (value: bigint, bytes: number) => Buffer.from(value.toString(16).padStart(bytes * 2, '0'), 'hex')
const half = (n: number): number => 2 ** Math.ceil(Math.log2(n) - 1)

/** MTH(D[n]). */
function mth(d: readonly string[]): string {
  if (d.length === 1) return d[0]!
  const k = half(d.length)
  return sha(Buffer.of(1), raw(mth(d.slice(0, k))), raw(mth(d.slice(k))))
}
/** PATH(m, D[n]). */
function path(m: number, d: readonly string[]): string[] {
  if (d.length === 1) return []
  const k = half(d.length)
  return m < k
    ? [...path(m, d.slice(0, k)), mth(d.slice(k))]
    : [...path(m - k, d.slice(k)), mth(d.slice(0, k))]
}
/** SUBPROOF(m, D[n], b). */
function subproof(m: number, d: readonly string[], b: boolean): string[] {
  if (m === d.length) return b ? [] : [mth(d)]
  const k = half(d.length)
  return m <= k
    ? [...subproof(m, d.slice(0, k), b), mth(d.slice(k))]
    : [...subproof(m - k, d.slice(k), false), mth(d.slice(0, k))]
}

const { below } = seeded('two implementations')
const bytes = (n: number): Buffer => Buffer.from(Array.from({ length: n }, () => below(256)))
const TREES = process.env['TEST_LONG'] === '1' ? 1_000 : 60
const MOST = 300

describe('two implementations agree', () => {
  it('on records, roots and paths of random trees, each checking what the other made', () => {
    for (let round = 0; round < TREES; round++) {
      const size = 2 + below(MOST)
      const records = Array.from({ length: size }, () => ({ salt: bytes(16), text: bytes(1 + below(60)) }))
      const leaves: Hash[] = records.map(({ salt, text }) => recordLeaf(salt, text))
      const own = records.map(({ salt, text }) =>
        sha(Buffer.of(0), raw(sha(Buffer.from('KABU-ENT-v1\0'), salt, text))),
      )
      expect(leaves.map(hexOf)).toEqual(own)
      const over = (range: Range) =>
        hexOf(rangeRoot(range, (node) => nodeOver((index) => leaves[index]!, node)))
      const root = mth(own)
      expect(over({ start: 0, size })).toBe(root)
      const [leaf, from] = [below(size), 1 + below(size - 1)]
      expect(inclusionPath(leaf, size).map(over)).toEqual(path(leaf, own))
      expect(
        hexOf(
          rootByInclusion(
            leaves[leaf]!,
            leaf,
            size,
            path(leaf, own).map((hash) => bytesOf(hash, 32)),
          )!,
        ),
      ).toBe(root)
      expect(consistencyPath(from, size).map(over)).toEqual(subproof(from, own, true))
      const older = mth(own.slice(0, from))
      const roots = rootsByConsistency(
        from,
        size,
        bytesOf(older, 32),
        subproof(from, own, true).map((hash) => bytesOf(hash, 32)),
      )!
      expect([hexOf(roots.before), hexOf(roots.now)]).toEqual([older, root])
    }
  })
  it('on promises', () => {
    for (let round = 0; round < TREES; round++) {
      const size = 1 + below(80)
      const made = Array.from({ length: size }, () => ({ seq: below(2 ** 40), leaf: bytes(32) }))
      const own = made.map(({ seq, leaf }) => sha(Buffer.of(0), big(BigInt(seq), 8), leaf))
      const place = below(size)
      const promised: InclusionCommitment = {
        seq: made[place]!.seq,
        leaf: made[place]!.leaf.toString('hex'),
        place,
        size,
        path: path(place, own),
        at: '',
        signature: '',
      }
      expect(committedRoot(promised)).toBe(mth(own))
    }
  })
  it('on what is owed', () => {
    type Sum = { hash: string; yen: bigint }
    const leafOf = (name: string, salt: Buffer, yen: bigint): Sum => ({
      hash: sha(Buffer.of(2), big(BigInt(name.length), 4), Buffer.from(name), salt, big(yen, 8)),
      yen,
    })
    const over = (d: readonly Sum[]): Sum => {
      if (d.length === 1) return d[0]!
      const [left, right] = [over(d.slice(0, d.length / 2)), over(d.slice(d.length / 2))]
      return {
        hash: sha(Buffer.of(3), raw(left.hash), big(left.yen, 8), raw(right.hash), big(right.yen, 8)),
        yen: left.yen + right.yen,
      }
    }
    for (let round = 0; round < TREES; round++) {
      const members = Array.from({ length: below(100) }, (_, index) => ({
        name: `m${index}`,
        salt: bytes(16),
        yen: BigInt(below(2 ** 45)),
      }))
      const places = placesFor(members.length)
      const rest = Array.from({ length: places - members.length }, () => FILLER)
      const levels = sumLevels([
        ...members.map(({ name, salt, yen }) => liabilityLeaf(name, salt, yen)),
        ...rest,
      ])!
      const root = over([
        ...members.map(({ name, salt, yen }) => leafOf(name, salt, yen)),
        ...rest.map(() => ({ hash: sha(Buffer.of(4)), yen: 0n })),
      ])
      expect([hexOf(levels.at(-1)![0]!.hash), levels.at(-1)![0]!.yen]).toEqual([root.hash, root.yen])
      if (members.length === 0) continue
      const place = below(members.length)
      const { name, salt, yen } = members[place]!
      const found = rootBySums(liabilityLeaf(name, salt, yen), place, sumPath(levels, place))!
      expect([hexOf(found.hash), found.yen]).toEqual([root.hash, root.yen])
    }
  })
})
