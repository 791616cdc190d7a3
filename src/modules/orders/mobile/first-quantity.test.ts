import { expect, test } from 'vitest'
import { firstQuantity } from './first-quantity.ts'

const cases: [proposed: number | undefined, free: number, opens: number][] = [
  [undefined, 500, 500],
  [200, 500, 200],
  [500, 500, 500],
  [600, 500, 500],
  [0, 500, 500],
  [0.5, 500, 500],
]
test.each(cases)('%s proposed of %d free: the sheet opens with %d', (proposed, free, opens) =>
  expect(firstQuantity(proposed, free)).toBe(opens),
)
