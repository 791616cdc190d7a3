import { expect, test } from 'vitest'
import { linesInBox } from './lines-chart.ts'

test('lines share one scale with the base; a step without a figure is left out', () => {
  expect(
    linesInBox(
      [
        [1, 1.2],
        [1, null],
      ],
      1,
      100,
      56,
    ),
  ).toEqual({ low: 1, high: 1.2, baseY: 53, points: ['0,53 100,3', '0,53'] })
})

test('a line that never moves runs through the middle', () => {
  expect(linesInBox([[1, 1, 1]], 1, 100, 40)).toMatchObject({ baseY: 20, points: ['0,20 50,20 100,20'] })
})

test('one step stands at the left edge', () => {
  expect(linesInBox([[1.1]], 1, 100, 56).points).toEqual(['0,3'])
})
