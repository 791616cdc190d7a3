import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LargeMap } from './large-map.ts'

const MOST = 4
const act = fc.record({
  does: fc.constantFrom('set', 'set', 'add', 'delete', 'get'),
  key: fc.integer({ min: 0, max: 24 }),
})

it('does as a Map does, however many it takes', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 120 }), (acts) => {
      const large = new LargeMap<number, { at: number }>(MOST)
      const plain = new Map<number, { at: number }>()
      for (const [at, { does, key }] of acts.entries()) {
        if (does === 'set') {
          large.set(key, { at })
          plain.set(key, { at })
        } else if (does === 'add') {
          expect(large.add(key, { at })).toBe(!plain.has(key))
          if (!plain.has(key)) plain.set(key, { at })
        } else if (does === 'delete') {
          large.delete(key)
          plain.delete(key)
        }
        expect(large.get(key)).toEqual(plain.get(key))
        expect(large.has(key)).toBe(plain.has(key))
        expect(large.size).toBe(plain.size)
      }
      const ordered = (values: Iterable<{ at: number }>) => [...values].toSorted((a, b) => a.at - b.at)
      expect(ordered(large.values())).toEqual(ordered(plain.values()))
    }),
  )
})
