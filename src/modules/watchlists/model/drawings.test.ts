import { expect, test } from 'vitest'
import { acceptedDrawings, MOST_DRAWINGS, readDrawings, rebasedDrawings, type Drawing } from './drawings.ts'

const at = '2026-11-20T00:00:00.000Z'
const level: Drawing = { kind: 'level', points: [{ at, price: 1_000 }] }
const trend: Drawing = {
  kind: 'trend',
  points: [
    { at, price: 1_000 },
    { at, price: 1_100.5 },
  ],
}

test.each<[string, readonly Drawing[], string | null]>([
  ['none', [], null],
  ['as many as there may be', Array.from({ length: MOST_DRAWINGS }, () => level), null],
  ['one more', Array.from({ length: MOST_DRAWINGS + 1 }, () => level), 'TOO_MANY_DRAWINGS'],
  ['a level of two points', [{ ...level, points: trend.points }], 'DRAWING_INVALID'],
  ['a trend of one', [{ ...trend, points: level.points }], 'DRAWING_INVALID'],
  ['a ruler of one', [{ kind: 'ruler', points: level.points }], 'DRAWING_INVALID'],
])('drawings of an issue: %s', (_, drawings, rejection) => {
  expect(acceptedDrawings(drawings)).toMatchObject(
    rejection === null ? { ok: true, value: drawings } : { ok: false, rejection },
  )
})

test('what a device has kept is read as far as it is known', () => {
  const later = [
    trend,
    { kind: 'circle', points: [] },
    { kind: 'level', points: [{ at: 'never', price: 1 }] },
    7,
  ]
  expect(readDrawings(later)).toEqual([trend])
  expect(readDrawings({ not: 'a list' })).toEqual([])
  expect(readDrawings([{ ...level, points: [{ at, price: 1_000, later: true }] }])).toEqual([level])
})

test.each([
  ['none', 1, [1_000, 1_100.5]],
  ['three for one, to a tenth of a yen as bars are', 3, [333.3, 366.8]],
  ['one for five', 1 / 5, [5_000, 5_502.5]],
  ['never below the finest price', 100_000, [0.1, 0.1]],
])('prices after a split: %s', (_, shares, prices) => {
  expect(rebasedDrawings([level, trend], shares)).toEqual([
    { kind: 'level', points: [{ at, price: prices[0] }] },
    { kind: 'trend', points: prices.map((price) => ({ at, price })) },
  ])
})
