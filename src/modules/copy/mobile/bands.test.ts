import { expect, it } from 'vitest'
import { bandsOf } from './bands.ts'

it.each<[days: string, bands: [number, number][], why: string]>([
  ['', [], 'no day'],
  ['x', [], 'one day has no width'],
  ['.....', [], 'every day was lived'],
  ['xxxxx', [[0, 1]], 'none was'],
  ['.x...', [[0.125, 0.375]], 'one day reaches half-way to its neighbours'],
  ['..xx.', [[0.375, 0.875]], 'a run is one band'],
  [
    'x...x',
    [
      [0, 0.125],
      [0.875, 1],
    ],
    'both ends stay inside',
  ],
])('of %j the bands are %j: %s', (days, bands) => {
  expect(bandsOf([...days].map((day) => day === 'x'))).toEqual(bands.map(([from, to]) => ({ from, to })))
})
