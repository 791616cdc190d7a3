import { expect, test } from 'vitest'
import { addMonths } from '#kernel/time.ts'
import { daysOf } from './months.ts'

test.each([
  ['2026-11', 1, '2026-12'],
  ['2026-12', 1, '2027-01'],
  ['2026-01', -1, '2025-12'],
  ['2026-11', -23, '2024-12'],
])('%s and %d months is %s', (month, count, after) => {
  expect(addMonths(month, count)).toBe(after)
})

test.each([
  ['2026-12', '2026-12-31'],
  ['2028-02', '2028-02-29'],
  ['2026-11', '2026-11-30'],
])('%s ends on %s', (month, to) => {
  expect(daysOf(month)).toEqual({ from: `${month}-01`, to })
})
