import { expect, it } from 'vitest'
import { discountBp } from './discount.ts'

it.each<[close: number, price: number, bp: number]>([
  [2_000, 1_950, 250],
  [2_000, 2_000, 0],
  [2_000, 1_800, 1_000],
  [1_234.5, 1_203.5, 251],
  [3, 2.9, 333],
])('a close of %d and a price of %d are %d basis points', (close, price, bp) =>
  expect(discountBp(close, price)).toBe(bp),
)
