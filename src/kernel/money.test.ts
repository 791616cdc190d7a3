import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mulDiv, rateBp } from './money.ts'

/** By integers of any size alone. */
function exactly(factors: readonly number[], divisor: number, rounding: 'floor' | 'ceil'): bigint {
  const product = factors.reduce((all, factor) => all * BigInt(factor), 1n)
  const by = BigInt(divisor)
  const down = product / by - (product < 0n && product % by !== 0n ? 1n : 0n)
  return rounding === 'floor' || product % by === 0n ? down : down + 1n
}

const most = BigInt(Number.MAX_SAFE_INTEGER)
const factor = fc.oneof(fc.maxSafeInteger(), fc.integer(), fc.integer({ min: -1_000, max: 1_000 }))

test('a product is divided exactly, whether or not it fits a number', () => {
  fc.assert(
    fc.property(
      fc.array(factor, { maxLength: 3 }),
      fc.oneof(fc.integer({ min: 1 }), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })),
      fc.constantFrom('floor', 'ceil'),
      (factors, divisor, rounding) => {
        const wanted = exactly(factors, divisor, rounding)
        if (wanted > most || wanted < -most) expect(() => mulDiv(factors, divisor, rounding)).toThrow('safe')
        else expect(mulDiv(factors, divisor, rounding)).toBe(Number(wanted))
      },
    ),
    { numRuns: 5_000 },
  )
})

test.each([
  [[7], 2, 'floor', 3],
  [[7], 2, 'ceil', 4],
  [[-7], 2, 'floor', -4],
  [[-7], 2, 'ceil', -3],
  [[-1, 0], 3, 'floor', 0],
  [[-1, 0], 3, 'ceil', 0],
  [[-1], 3, 'ceil', 0],
  [[Number.MAX_SAFE_INTEGER], 1, 'floor', Number.MAX_SAFE_INTEGER],
  [[Number.MAX_SAFE_INTEGER, 2], 2, 'floor', Number.MAX_SAFE_INTEGER],
  [[1e9, 1e9, 0], 7, 'ceil', 0],
  // Too large for a number on the way, and even.
  [[-Number.MAX_SAFE_INTEGER, 2], 2, 'floor', -Number.MAX_SAFE_INTEGER],
  [[Number.MAX_SAFE_INTEGER, 2], 2, 'ceil', Number.MAX_SAFE_INTEGER],
] as const)('%j ÷ %i, %s, is %i', (factors, divisor, rounding, wanted) => {
  expect(mulDiv(factors, divisor, rounding)).toBe(wanted)
})

test.each([
  [[0.5], 1],
  [[1], 0],
  [[1], -1],
  [[1], 1.5],
  [[2 ** 53], 1],
] as const)('%j ÷ %d is a bug', (factors, divisor) => {
  expect(() => mulDiv(factors, divisor, 'floor')).toThrow()
})

test.each([
  [123, 10_000, 123],
  // 12.345 %: its half goes away from zero on both sides.
  [2_469, 20_000, 1_235],
  [-2_469, 20_000, -1_235],
  [-1, 100_000, 0],
  [1, 3, 3_333],
  [2, 3, 6_667],
] as const)('%i of %i is %i bp', (part, whole, bp) => {
  expect(rateBp(part, whole)).toBe(bp)
})
