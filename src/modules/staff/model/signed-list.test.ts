import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { treeRoot, leafHash } from '#modules/trust/model/tree.ts'
import { isInList, listText, treeOf } from './signed-list.ts'

const idOf = (n: number): string => createHash('sha256').update(`request ${n}`).digest('hex')
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

describe('the tree over the requests of a list', () => {
  const SIZES = [1, 2, 3, 4, 5, 7, 8, 9, 300]
  it.each(SIZES)('has the root of RFC 9162 over %i ids, and a way to it from each', (size) => {
    const ids = Array.from({ length: size }, (_, n) => idOf(n))
    const { root, pathOf } = treeOf(ids)
    expect(root).toBe(hex(treeRoot(ids.map((id) => leafHash(Buffer.from(id, 'hex'))))))
    const head = { root, size }
    for (const [place, id] of ids.entries()) {
      const proof = { place, path: pathOf(place) }
      expect(isInList(head, id, proof)).toBe(true)
      // Another request, another place, another length: none of them stands in the list.
      expect(isInList(head, idOf(size + place), proof)).toBe(false)
      if (size > 1) expect(isInList(head, id, { ...proof, place: (place + 1) % size })).toBe(false)
      expect(isInList(head, id, { ...proof, path: [...proof.path, root] })).toBe(false)
    }
  })

  it('refuses a place that is none, and hashes that are none', () => {
    const { root, pathOf } = treeOf([idOf(0), idOf(1)])
    const head = { root, size: 2 }
    for (const place of [-1, 0.5, 2, Number.NaN])
      expect(isInList(head, idOf(0), { place, path: pathOf(0) })).toBe(false)
    for (const path of [['x'], ['A'.repeat(64)], ['0'.repeat(63)]])
      expect(isInList(head, idOf(0), { place: 0, path })).toBe(false)
  })

  it('is signed with its power, its size and its time', () => {
    const head = { power: 'deposit.credit', root: idOf(0), size: 3, askedAt: 1 } as const
    const texts = [
      head,
      { ...head, power: 'deposit.refuse' } as const,
      { ...head, size: 4 },
      { ...head, askedAt: 2 },
      { ...head, root: idOf(1) },
    ].map(listText)
    expect(new Set(texts).size).toBe(5)
  })
})
