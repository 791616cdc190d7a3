import { expect, test } from 'vitest'
import { heatOf, mapRows } from './sector-map.ts'

test.each<[changeBp: number, heat: number]>([
  [0, 0],
  [9, 0],
  [-9, 0],
  [10, 1],
  [-49, -1],
  [50, 2],
  [-149, -2],
  [150, 3],
  [-999, -3],
])('%i basis points have the colour %i', (changeBp, heat) => expect(heatOf(changeBp)).toBe(heat))

test('every sector has its place once, the largest first', () => {
  const cells = Array.from({ length: 17 }, (_, index) => ({
    id: `s${index}`,
    changeBp: 0,
    weight: (index + 1) ** 2,
  }))
  const rows = mapRows(cells)
  expect(rows.map((row) => row.cells.length)).toEqual([4, 4, 4, 5])
  expect(rows.flatMap((row) => row.cells.map((cell) => cell.id))).toEqual(
    cells.map((cell) => cell.id).reverse(),
  )
  expect(rows.map((row) => row.weight)).toEqual([...rows.map((row) => row.weight)].sort((a, b) => b - a))
})

test('the words of the smallest fit, and a row is filled', () => {
  const [row] = mapRows([100, 50, 10, 1].map((weight, index) => ({ id: `s${index}`, changeBp: 0, weight })))
  const shares = row!.cells.map((cell) => cell.weight)
  expect(Math.min(...shares)).toBeCloseTo(0.2, 10)
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 10)
  expect(shares[0]! / shares[1]!).toBeCloseTo(2, 10)
})

test('a market of one sector without a known size still has a map', () => {
  expect(mapRows([{ id: 'banks', changeBp: 5, weight: 0 }])[0]!.cells).toHaveLength(1)
})
