import { expect, it } from 'vitest'
import { rovedTo } from './roving.ts'
import { isStill } from './still-tap.ts'

// A board of three rows; the middle one has no ask.
const PLACES = [
  { row: 0, column: 'bid' },
  { row: 0, column: 'ask' },
  { row: 1, column: 'bid' },
  { row: 2, column: 'bid' },
  { row: 2, column: 'ask' },
]
it.each([
  ['ArrowDown', 0, 2],
  ['ArrowDown', 1, 4],
  ['ArrowDown', 3, null],
  ['ArrowUp', 4, 1],
  ['ArrowUp', 0, null],
  ['ArrowRight', 0, 1],
  ['ArrowRight', 1, null],
  ['ArrowRight', 2, null],
  ['ArrowLeft', 4, 3],
  ['Home', 3, 0],
  ['Home', 1, null],
  ['End', 0, 3],
  ['End', 1, 4],
  ['Enter', 0, null],
  ['ArrowDown', -1, null],
])('%s from %i', (key, from, to) => {
  expect(rovedTo(key, from, PLACES)).toBe(to)
})

it.each([
  ['where it was', 0, 0, 80, true],
  ['a hand that trembles', 6, 6, 200, true],
  ['ten pixels', 10, 0, 80, false],
  ['a scroll', 2, 40, 120, false],
  ['held', 0, 0, 350, false],
])('a still tap: %s', (_what, x, y, ms, still) => {
  expect(isStill({ x: 100, y: 200, at: 1_000 }, { x: 100 + x, y: 200 + y, at: 1_000 + ms })).toBe(still)
})
