import { expect, test } from 'vitest'
import { yenOfMillion, yenOfParts } from './labels.ts'

// A millionth of a basis point is a ten-thousandth of a yen of a million.
test.each([
  ['each rounded by itself says 1,086', [6_235_000, 3_106_000, 1_507_000], [623, 311, 151], 1_085],
  ['one that is taken away', [6_236_000, -1_235_000, 4_000], [624, -123, 0], 501],
  ['nothing to round', [20_000, -10_000], [2, -1], 1],
  ['no part', [], [], 0],
])('the parts of a score add up to it: %s', (_, parts, yen, total) => {
  expect(yenOfParts(parts)).toEqual(yen)
  expect(yen.reduce((sum, each) => sum + each, 0)).toBe(total)
  expect(yenOfMillion(parts.reduce((sum, each) => sum + each, 0))).toBe(total)
})
