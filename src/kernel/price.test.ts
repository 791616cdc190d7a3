import { expect, test } from 'vitest'
import { Bug } from './assert.ts'
import { consideration, roundedUpTenths, tenthsOf, yenOf } from './price.ts'

const prices: [yen: number, tenths: number][] = [
  [3_482.5, 34_825],
  [0.1, 1],
  [1, 10],
  [842.3, 8_423],
  [0, 0],
  [90_000_000, 900_000_000],
  [1_000.1, 10_001],
]
test.each(prices)('%d yen are %d tenths, and back', (yen, tenths) => {
  expect([tenthsOf(yen), yenOf(tenths)]).toEqual([tenths, yen])
})
test.each([0.25, 3_480.05, 1.01, 0.101])('%d yen have more than one decimal: a bug', (yen) =>
  expect(() => tenthsOf(yen)).toThrow(Bug),
)

const costs: [tenths: number, quantity: number, yen: number][] = [
  [34_800, 1_000, 3_480_000],
  [34_825, 100, 348_250],
  [8_423, 100, 84_230],
  [1, 100, 10],
  [0, 100, 0],
  // Odd tenths, of a quantity that is no multiple of ten, round up.
  [34_825, 1, 3_483],
  [1, 1, 1],
  [11, 9, 10],
  [10, 9, 9],
  [-11, 9, -9],
  // 90 million yen a share, a million shares.
  [900_000_000, 1_000_000, 90_000_000_000_000],
  // The product of these fits no number, the yen do: 9,007,199,254,740,991 tenths and more.
  [900_719_925_474_101, 11, 990_791_918_021_512],
]
test.each(costs)('%d tenths for %d shares cost %d yen', (tenths, quantity, yen) =>
  expect(consideration(tenths, quantity)).toBe(yen),
)
test.each([
  [34_825, 100, 0],
  [34_825, 1, 5],
  [9_873, 25, 5],
  [1, 1, 9],
  [11, 9, 1],
  [34_820, 33, 0],
])('%d tenths for %d shares are rounded up by %d tenths', (tenths, quantity, by) => {
  expect(roundedUpTenths(tenths, quantity)).toBe(by)
  expect(consideration(tenths, quantity) * 10 - tenths * quantity).toBe(by)
})
test.each([
  [Number.MAX_SAFE_INTEGER, 100],
  [0.5, 101],
  [101, 0.5],
])('%d tenths for %d shares is a bug', (tenths, quantity) =>
  expect(() => consideration(tenths, quantity)).toThrow(Bug),
)
