import { expect, test } from 'vitest'
import { Bug } from '#kernel/assert.ts'
import { aLot } from './lot.fixture.ts'
import { accrued, isForcedCause, lockQuantity, openFeeLeft, unlockQuantity } from './lot.ts'

const causes: [cause: string | null, isForced: boolean][] = [
  ['forced-call', true],
  ['loss-cut', true],
  ['day-close', true],
  ['day-left', true],
  ['take-profit', false],
  ['stop-loss', false],
  [null, false],
]
test.each(causes)('closed by %s: a rule of the margin account: %s', (cause, isForced) =>
  expect(isForcedCause(cause)).toBe(isForced),
)

test('nothing is no quantity to lock, and no more is unlocked than was locked', () => {
  expect(() => lockQuantity(aLot(), 0)).toThrow(Bug)
  expect(() => unlockQuantity(aLot({ status: 'closing', closingQuantity: 300 }), 301)).toThrow(Bug)
})

test('the open part carries what the closed parts have not taken of the opening fee', () => {
  expect(openFeeLeft(aLot())).toBe(1_100)
  // ⌊1,100 × 700 ÷ 1,000⌋ = 770 went with what is closed.
  expect(openFeeLeft(aLot({ openQuantity: 300 }))).toBe(330)
  expect(openFeeLeft(aLot({ openQuantity: 0 }))).toBe(0)
})

test('charges run from settlement to settlement, on what is open', () => {
  expect(accrued(aLot(), '2026-11-18')).toBe(266)
  expect(accrued(aLot({ openQuantity: 500 }), '2026-11-19')).toBe(266)
  expect(accrued(aLot({ openQuantity: 0 }), '2026-11-30')).toBe(0)
})
