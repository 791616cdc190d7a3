import { describe, expect, it } from 'vitest'
import { hexOf } from '#kernel/hex.ts'
import { bytesOf } from './bytes.ts'
import { recordLeaf } from './record.ts'
import {
  consistencyPath,
  inclusionPath,
  leafHash,
  nodeHash,
  rangeRoot,
  rootByInclusion,
  rootsByConsistency,
  type Hash,
  type NodeHash,
} from './tree.ts'

/** The definition of RFC 9162, 2.1.1, written again: the tests' own tree. */
function rootOf(leaves: readonly Hash[]): Hash {
  if (leaves.length === 1) return leaves[0]!
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  return nodeHash(rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split)))
}
const MOST = 70
const leaves = Array.from({ length: MOST }, (_, index) => leafHash(Uint8Array.of(index)))
const nodeOf: NodeHash = ({ level, index }) =>
  rootOf(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level))
const hex = (hash: Hash | null | undefined) => (hash ? hexOf(hash) : null)
const hashes = (ranges: readonly { start: number; size: number }[]) =>
  ranges.map((range) => rangeRoot(range, nodeOf))

describe('the tree', () => {
  it('has the roots of its definition at every size', () => {
    for (let size = 1; size <= MOST; size++)
      expect(hex(rangeRoot({ start: 0, size }, nodeOf))).toBe(hex(rootOf(leaves.slice(0, size))))
  })
  it('has the two-leaf root of the published vectors', () => {
    const genesis =
      '{"actor":"system","body":{"v":"1"},"device":"","key":"","seq":"0","ts":"1767225600000","type":"genesis"}'
    const request =
      '{"actor":"m:0001","body":{"account":"b:01","yen":"10000"},"device":"d:01","key":"7c1d0f0e-0000-4000-8000-000000000001","seq":"1","ts":"1767225601000","type":"withdrawal.request"}'
    const [first, second] = [genesis, request].map((record, index) =>
      recordLeaf(bytesOf(`0${index + 1}`.repeat(16), 16), new TextEncoder().encode(record)),
    ) as [Hash, Hash]
    expect(hex(nodeHash(first, second))).toBe(
      'eac9315333474a1b8350595de4cceeb091935a147784833062e9985978feef85',
    )
  })
  it('proves every leaf of every size, and no other leaf, place or size', () => {
    for (let size = 1; size <= MOST; size++) {
      const root = hex(rootOf(leaves.slice(0, size)))
      for (let index = 0; index < size; index++) {
        const path = hashes(inclusionPath(index, size))
        expect(hex(rootByInclusion(leaves[index]!, index, size, path))).toBe(root)
        expect(hex(rootByInclusion(leafHash(Uint8Array.of(200)), index, size, path))).not.toBe(root)
        if (index > 0) expect(hex(rootByInclusion(leaves[index]!, index - 1, size, path))).not.toBe(root)
        expect(rootByInclusion(leaves[index]!, index, size, [...path, leaves[0]!])).toBeNull()
        if (path.length > 0)
          expect(hex(rootByInclusion(leaves[index]!, index, size, path.slice(1)))).not.toBe(root)
      }
    }
    expect(rootByInclusion(leaves[0]!, 5, 5, [])).toBeNull()
  })
  it('proves that every smaller tree is its beginning, and nothing else is', () => {
    for (let size = 2; size <= MOST; size++) {
      const root = hex(rootOf(leaves.slice(0, size)))
      for (let before = 1; before < size; before++) {
        const beforeRoot = rootOf(leaves.slice(0, before))
        const path = hashes(consistencyPath(before, size))
        const found = rootsByConsistency(before, size, beforeRoot, path)
        expect([hex(found?.before), hex(found?.now)]).toEqual([hex(beforeRoot), root])
        const forged = rootsByConsistency(before, size, leafHash(Uint8Array.of(201)), path)
        expect([hex(forged?.before), hex(forged?.now)]).not.toEqual([hex(leafHash(Uint8Array.of(201))), root])
        expect(rootsByConsistency(before, size, beforeRoot, [...path, leaves[0]!])).toBeNull()
      }
    }
  })
  it('finds any record that was changed after a head', () => {
    for (const changed of [0, 3, 8, 20, 41]) {
      const other = leaves.with(changed, leafHash(Uint8Array.of(222)))
      const path = consistencyPath(42, 64).map((range) =>
        rangeRoot(range, ({ level, index }) =>
          rootOf(other.slice(index * 2 ** level, (index + 1) * 2 ** level)),
        ),
      )
      const found = rootsByConsistency(42, 64, rootOf(leaves.slice(0, 42)), path)
      expect([hex(found?.before), hex(found?.now)]).not.toEqual([
        hex(rootOf(leaves.slice(0, 42))),
        hex(rootOf(other.slice(0, 64))),
      ])
    }
  })
})
