import { expect, test } from 'vitest'
import { neighbours } from './off-tick.ts'

test.each([
  ['between two ticks', 'other', 34_805, { tick: 5, below: 3_480, above: 3_485 }],
  ['between two ticks where the tick grows', 'other', 30_005, { tick: 5, below: 3_000, above: 3_005 }],
  ['nothing: the two lowest, not one of them twice', 'other', 0, { tick: 1, below: 1, above: 2 }],
  ['nothing, of an issue in tenths', 'topix500', 0, { tick: 0.1, below: 0.1, above: 0.2 }],
] as const)('a price on no tick is told the ones beside it: %s', (_, table, tenths, said) => {
  expect(neighbours(tenths, table)).toEqual(said)
})
