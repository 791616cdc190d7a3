import { expect, test } from 'vitest'
import type { TickTable } from './instrument.ts'
import { isOnTick, nextTick, roundToTick, tableShown, tickAt } from './tick.ts'

/**
 * Yen: price, tick of the 500 largest, tick of the others. Both edges of every band (upper bound inclusive).
 */
const table: [priceYen: number, topix500: number, other: number][] = [
  [0.1, 0.1, 1],
  [1_000, 0.1, 1],
  [1_000.1, 0.5, 1],
  [3_000, 0.5, 1],
  [3_000.1, 1, 5],
  [5_000, 1, 5],
  [5_001, 1, 10],
  [10_000, 1, 10],
  [10_001, 5, 10],
  [30_000, 5, 10],
  [30_001, 10, 50],
  [50_000, 10, 50],
  [50_001, 10, 100],
  [100_000, 10, 100],
  [100_001, 50, 100],
  [300_000, 50, 100],
  [300_001, 100, 500],
  [500_000, 100, 500],
  [500_001, 100, 1_000],
  [1_000_000, 100, 1_000],
  [1_000_001, 500, 1_000],
  [3_000_000, 500, 1_000],
  [3_000_001, 1_000, 5_000],
  [5_000_000, 1_000, 5_000],
  [5_000_001, 1_000, 10_000],
  [10_000_000, 1_000, 10_000],
  [10_000_001, 5_000, 10_000],
  [30_000_000, 5_000, 10_000],
  [30_000_001, 10_000, 50_000],
  [50_000_000, 10_000, 50_000],
  [50_000_001, 10_000, 100_000],
  [90_000_000, 10_000, 100_000],
]
test.each(table)('at %d yen the ticks are %d and %d', (priceYen, topix500, other) => {
  const price = Math.round(priceYen * 10)
  expect([tickAt(price, 'topix500'), tickAt(price, 'other')]).toEqual([Math.round(topix500 * 10), other * 10])
})

const grid: [priceYen: number, table: TickTable, onTick: boolean][] = [
  [842.3, 'topix500', true],
  [842.3, 'other', false],
  [1_000.1, 'topix500', false],
  [2_640.5, 'topix500', true],
  [2_640.5, 'other', false],
  [3_000.5, 'topix500', false],
  [3_001, 'topix500', true],
  [3_001, 'other', false],
  [3_005, 'other', true],
  [0, 'other', false],
  [-5, 'other', false],
]
test.each(grid)('%d yen in %s: on the grid %s', (priceYen, name, onTick) => {
  expect(isOnTick(Math.round(priceYen * 10), name)).toBe(onTick)
})

const roundings: [
  priceYen: number,
  table: TickTable,
  direction: 'up' | 'down' | 'nearest',
  answerYen: number,
][] = [
  [3_149, 'other', 'up', 3_150],
  [3_149, 'other', 'down', 3_145],
  [3_149, 'other', 'nearest', 3_150],
  [3_002.5, 'other', 'nearest', 3_005],
  [3_000.1, 'other', 'down', 3_000],
  [3_000.1, 'other', 'up', 3_005],
  [1_000.3, 'topix500', 'nearest', 1_000.5],
  [1_000.2, 'topix500', 'nearest', 1_000],
  [0.4, 'other', 'down', 1],
  [2_999.9, 'other', 'up', 3_000],
  [1_234, 'other', 'up', 1_234],
]
test.each(roundings)('%d yen in %s, %s, is %d', (priceYen, name, direction, answerYen) => {
  expect(roundToTick(Math.round(priceYen * 10), name, direction)).toBe(Math.round(answerYen * 10))
})

const steps: [priceYen: number, table: TickTable, steps: number, answerYen: number][] = [
  [5_000, 'other', 1, 5_010],
  [5_000, 'topix500', 1, 5_001],
  [5_010, 'other', -1, 5_000],
  [3_000, 'topix500', 1, 3_001],
  [3_000, 'topix500', -1, 2_999.5],
  [2_999, 'other', 3, 3_010],
  [3_010, 'other', -3, 2_999],
  [1_000, 'topix500', -2, 999.8],
  [3_002, 'other', 1, 3_005],
  [3_002, 'other', -1, 3_000],
  [1, 'other', -5, 1],
  [777, 'other', 0, 777],
]
test.each(steps)('from %d yen in %s, %d steps lead to %d', (priceYen, name, count, answerYen) => {
  expect(nextTick(Math.round(priceYen * 10), name, count)).toBe(Math.round(answerYen * 10))
})

test('an issue that trades between the coarse ticks has joined the finer table', () => {
  expect(tableShown([20_600, 20_620], 'other')).toBe('other')
  expect(tableShown([20_600, 20_625], 'other')).toBe('topix500')
  expect(tableShown([20_600, 20_623], 'other')).toBe('other')
  expect(tableShown([20_600], 'topix500')).toBe('topix500')
})
