import { expect, it } from 'vitest'
import { clustersOf, markedBars, spreadOf } from './chart-columns.ts'

const clusters = (heights: readonly number[]) =>
  clustersOf(
    heights.map((y) => ({ y, kind: 'fill' })),
    24,
  )

it('an order that was filled at nine prices beside each other is one, whatever stands far away', () => {
  const nine = [100, 104, 108, 112, 116, 120, 124, 128, 132]
  expect(clusters([...nine, 300])).toEqual([[0, 1, 2, 3, 4, 5, 6, 7, 8], [9]])
  expect(clusters([300, ...nine.toReversed()])[0]).toEqual([0])
})
it('nine exits at one price are one, and two beside each other stay two', () => {
  expect(clusters(Array.from({ length: 9 }, () => 40)).length).toBe(1)
  expect(clusters([10, 20, 90, 100])).toEqual([[0], [1], [2], [3]])
  expect(clusters([10, 20, 44, 100])).toEqual([[0], [1], [2], [3]])
  expect(clusters([10, 20, 43, 100])).toEqual([[0, 1, 2], [3]])
  expect(clusters([])).toEqual([])
})
it('holdings and orders at the same prices are two', () => {
  const at = [10, 20, 30].flatMap((y) => ['fill', 'up'].map((kind) => ({ y, kind })))
  expect(clustersOf(at, 24)).toEqual([
    [0, 2, 4],
    [1, 3, 5],
  ])
})
it('what is shown stands apart, all of it between the ends', () => {
  expect(spreadOf([100, 100, 100], 44, { top: 0, bottom: 400 })).toEqual([100, 144, 188])
  expect(spreadOf([390, 395], 44, { top: 0, bottom: 400 })).toEqual([334, 378])
})
it('nine fills of one bar are one mark a side, and what began before the first bar has none', () => {
  const bars = [{ at: '09:00' }, { at: '09:05' }]
  const fills = [
    ...Array.from({ length: 9 }, () => ['09:06', 'up']),
    ['09:04', 'up'],
    ['09:07', 'down'],
    ['08:00', 'up'],
  ]
  expect(
    markedBars(
      bars,
      fills.map(([at, side]) => ({ at: at!, side })),
    ),
  ).toEqual([
    { bar: bars[1], side: 'up' },
    { bar: bars[0], side: 'up' },
    { bar: bars[1], side: 'down' },
  ])
})
