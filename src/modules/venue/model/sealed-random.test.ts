import { expect, test } from 'vitest'
import { blockOf, sealedFrom, sealedRandom } from './sealed-random.ts'

test('the key stream is that of RFC 8439 (appendix A.1, vectors 1 and 2)', () => {
  const words = (counter: number) =>
    [...blockOf([0, 0, 0, 0, 0, 0, 0, 0], counter)].map((word) => (word >>> 0).toString(16).padStart(8, '0'))
  expect(words(0).slice(0, 4)).toEqual(['ade0b876', '903df1a0', 'e56a5d40', '28bd8653'])
  expect(words(1).slice(0, 4)).toEqual(['bee7079f', '7a385155', '7c97ba98', '0d082d73'])
})

test('goes on from its state wherever that was taken, and depends on every word', () => {
  const random = sealedRandom('seed', 'issue', 'S100', 5)
  for (let count = 0; count < 40; count++) {
    const [here, resumed] = [random.state(), sealedFrom(random.state())]
    expect([resumed.next(), resumed.normal(), resumed.below(7)]).toEqual(
      (() => {
        const again = sealedFrom(here)
        return [again.next(), again.normal(), again.below(7)]
      })(),
    )
    expect(sealedFrom(here).next()).toBe(random.next())
  }
  const first = (...parts: (string | number)[]) => sealedRandom(...parts).next()
  expect(new Set([first('a', 'b'), first('a', 'c'), first('b', 'b'), first('a', 'b', 1)]).size).toBe(4)
})

test('is as even and as normal as numbers of this kind must be', () => {
  const random = sealedRandom('evenness')
  const values = Array.from({ length: 20_000 }, () => random.next())
  expect(values.reduce((sum, value) => sum + value, 0) / values.length).toBeCloseTo(0.5, 1.5)
  const normals = Array.from({ length: 20_000 }, () => random.normal())
  expect(normals.reduce((sum, value) => sum + value * value, 0) / normals.length).toBeCloseTo(1, 1)
})
