import { expect, test } from 'vitest'
import type { Yen } from '#kernel/money.ts'
import { largest } from './largest.ts'

const lot = (code: string, marketValue: number | null, notional = 0) => ({
  code,
  marketValue: marketValue === null ? null : (marketValue as Yen),
  notional: notional as Yen,
})

test.each([
  ['nothing held', [], undefined],
  ['one lot', [lot('S214', 100)], 'S214'],
  ['the lots of an issue together', [lot('S214', 100), lot('S801', 150), lot('S214', 60)], 'S214'],
  ['without a price, by what it was opened for', [lot('S214', 100, 90), lot('S801', null, 120)], 'S801'],
  ['the first of equals', [lot('S801', 100), lot('S214', 100)], 'S801'],
])('the largest holding: %s', (_, lots, code) => expect(largest(lots)).toBe(code))
