import { expect, test } from 'vitest'
import { movedTo, placeAfter, placeByKey } from './sortable.ts'

const moves: [from: number, to: number, after: string][] = [
  [0, 0, 'abcd'],
  [0, 1, 'bacd'],
  [0, 3, 'bcda'],
  [3, 0, 'dabc'],
  [2, 1, 'acbd'],
  [1, 9, 'acdb'],
  [1, -1, 'bacd'],
]
test.each(moves)('from %d to %d: %s', (from, to, after) =>
  expect(movedTo('abcd'.split(''), from, to).join('')).toBe(after),
)

const drags: [heights: number[], from: number, dy: number, to: number][] = [
  [[50, 50, 50, 50], 0, 0, 0],
  [[50, 50, 50, 50], 0, 25, 0],
  [[50, 50, 50, 50], 0, 26, 1],
  [[50, 50, 50, 50], 0, 76, 2],
  [[50, 50, 50, 50], 0, 999, 3],
  [[50, 50, 50, 50], 3, -26, 2],
  [[50, 50, 50, 50], 3, -999, 0],
  [[50, 50, 50, 50], 1, -25, 1],
  [[50, 100, 50], 0, 49, 0],
  [[50, 100, 50], 0, 51, 1],
  [[50], 0, 99, 0],
]
test.each(drags)('rows of %j, the one at %d drawn by %d stands at %d', (heights, from, dy, to) =>
  expect(placeAfter(heights, from, dy)).toBe(to),
)

test('keys move by one or to an end', () => {
  expect(['ArrowUp', 'ArrowDown', 'Home', 'End', 'a'].map((key) => placeByKey(key, 1, 3))).toEqual([
    0,
    2,
    0,
    2,
    null,
  ])
  expect([placeByKey('ArrowUp', 0, 3), placeByKey('ArrowDown', 2, 3)]).toEqual([0, 2])
})
