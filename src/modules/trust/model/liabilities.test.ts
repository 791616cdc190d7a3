import { describe, expect, it } from 'vitest'
import { hexOf } from '#kernel/hex.ts'
import { bytesOf } from './bytes.ts'
import {
  FILLER,
  isCovered,
  liabilityLeaf,
  placesFor,
  rootBySums,
  sumLevels,
  sumNode,
  sumPath,
  type Sum,
} from './liabilities.ts'

const salt = (byte: number) => new Uint8Array(16).fill(byte)
const published = [
  liabilityLeaf('m1', salt(1), 1_000n),
  liabilityLeaf('m2', salt(2), 250_000n),
  liabilityLeaf('m3', salt(3), 0n),
  FILLER,
]
const MOST = 2n ** 63n - 1n

describe('the tree of what is owed', () => {
  it('has the root of the published vector', () => {
    const [root] = sumLevels(published)!.at(-1)!
    expect([hexOf(root!.hash), root!.yen]).toEqual([
      'ee0bffac0fd9825f7b51937b75a79d6e7869bd42e0fac8ce3c64aa308c95412a',
      251_000n,
    ])
  })
  it('proves every leaf at its place, and no other sum, place or length', () => {
    for (const size of [1, 2, 3, 5, 8, 13]) {
      const places = placesFor(size)
      const leaves = Array.from({ length: places }, (_, place) =>
        place < size ? liabilityLeaf(`m${place}`, salt(place), BigInt(place) * 7n) : FILLER,
      )
      const levels = sumLevels(leaves)!
      const root = levels.at(-1)![0]!
      const same = (found: Sum | null) =>
        found !== null && hexOf(found.hash) === hexOf(root.hash) && found.yen === root.yen
      for (let place = 0; place < places; place++) {
        const path = sumPath(levels, place)
        expect(same(rootBySums(leaves[place]!, place, path))).toBe(true)
        expect(same(rootBySums(liabilityLeaf('m0', salt(9), 1n), place, path))).toBe(false)
        expect(rootBySums(leaves[place]!, place + places, path)).toBeNull()
        // Two fillers side by side are the same.
        if (path.length > 0 && place < size) {
          expect(same(rootBySums(leaves[place]!, place ^ 1, path))).toBe(false)
          expect(
            same(rootBySums(leaves[place]!, place, path.with(0, { ...path[0]!, yen: path[0]!.yen + 1n }))),
          ).toBe(false)
        }
      }
    }
  })
  it('finds sums that were swapped between two children, which hashing their total would hide', () => {
    const [left, right] = [liabilityLeaf('m1', salt(1), 10n), liabilityLeaf('m2', salt(2), 30n)]
    const swapped = sumNode({ ...left, yen: 30n }, { ...right, yen: 10n })!
    expect([swapped.yen, hexOf(swapped.hash) === hexOf(sumNode(left, right)!.hash)]).toEqual([40n, false])
  })
  const refused: [name: string, own: bigint, beside: bigint][] = [
    ['a sum below zero beside it', 5n, -1n],
    ['its own sum below zero', -1n, 5n],
    ['a sum above 2^63 − 1', 5n, MOST + 1n],
    ['sums that add up to more', MOST, 1n],
  ]
  it.each(refused)('refuses %s', (_, own, beside) => {
    const leaf = { hash: bytesOf('11'.repeat(32), 32), yen: own }
    expect(rootBySums(leaf, 0, [{ hash: FILLER.hash, yen: beside }])).toBeNull()
    expect(rootBySums({ ...leaf, yen: beside }, 1, [{ hash: FILLER.hash, yen: own }])).toBeNull()
  })
  it('takes the largest sum there is', () =>
    expect(rootBySums({ hash: FILLER.hash, yen: MOST }, 0, [FILLER])!.yen).toBe(MOST))
})

it.each([
  [100, 100, 0, true],
  [101, 100, 0, false],
  [150, 100, 60, true],
  [90, 100, -20, false],
  [0, 0, 0, true],
])('%d owed, %d paid in, %d from the market: covered %s', (total, bank, market, covered) =>
  expect(isCovered({ total, bank, market })).toBe(covered),
)
