import { expect, test } from 'vitest'
import { dividendYen } from './dividend.ts'

/** Shares, tenths of a yen a share; worked example 5 of the facts is 200 shares at 30 yen. */
const cases: [
  name: string,
  side: 'up' | 'down',
  leverage: number,
  quantity: number,
  perShareTenths: number,
  yen: number,
][] = [
  ['paid in full', 'up', 10, 200, 300, 6_000],
  ['paid in full, half a yen a share', 'up', 10, 300, 5, 150],
  ['leveraged long receives 84.685 %, floored', 'up', 20, 200, 300, 5_081],
  ['leveraged long, small', 'up', 33, 100, 5, 42],
  ['short pays all', 'down', 30, 200, 300, -6_000],
  ['short at 1× is leveraged too', 'down', 10, 200, 300, -6_000],
]
test.each(cases)('%s', (_, side, leverageTenths, quantity, perShareTenths, yen) => {
  expect(dividendYen({ side, leverageTenths, quantity, perShareTenths })).toBe(yen)
})
