import { expect, it } from 'vitest'
import { timeJst } from '#kernel/time.ts'
import { erasedFrom } from './erasure.ts'

it.each([
  ['2026-11-20', 0, '2036-11-21'],
  ['2026-11-20', 23, '2036-11-21'],
  ['2026-12-31', 9, '2037-01-01'],
  ['2028-02-28', 9, '2038-03-01'],
  ['2028-02-29', 9, '2038-03-02'],
  ['2026-02-28', 9, '2036-02-29'],
])('an identity whose account ended on %s at %i goes from %s on', (ended, hour, from) =>
  expect(erasedFrom(timeJst(ended, hour))).toBe(timeJst(from, 0)),
)
