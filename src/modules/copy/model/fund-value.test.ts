import { describe, expect, it } from 'vitest'
import { drawdownBp, unitsFor, worthOf } from './fund-value.ts'

describe('what units are worth', () => {
  const rows: [why: string, equityYen: number, all: number, units: number, yen: number][] = [
    ['their share, rounded down', 1_000, 3, 1, 333],
    ['nothing where nothing is left', 0, 3, 1, 0],
    ['nothing where more is owed than is there', -1_000, 3, 1, 0],
    ['nothing where there are none', 1_000, 0, 0, 0],
  ]
  it.each(rows)('%s', (_why, equityYen, all, units, yen) =>
    expect(worthOf({ equityYen, units: all }, units)).toBe(yen),
  )
})

describe('units for money', () => {
  const rows: [why: string, equityYen: number, all: number, yen: number, units: number][] = [
    ['at a hundredth of the first worth, the last that is taken', 100, 10_000, 1, 100],
    ['below it', 99, 10_000, 1_000, 0],
    ['of a pool without units', 0, 0, 5, 0],
    ['rounded down', 3_000, 1_000, 5, 1],
  ]
  it.each(rows)('%s', (_why, equityYen, all, yen, units) =>
    expect(unitsFor({ equityYen, units: all }, yen)).toBe(units),
  )
})

describe('the deepest fall', () => {
  const rows: [why: string, navs: [equityYen: number, units: number][], bp: number][] = [
    [
      'is one of the worth of a unit, whoever has come: 100 → 75',
      [
        [1_000, 10],
        [1_500, 20],
      ],
      2_500,
    ],
    [
      'and whoever has left: 100 → 180',
      [
        [1_000, 10],
        [900, 5],
      ],
      0,
    ],
    [
      'from the high between: 100 → 180 → 90',
      [
        [1_000, 10],
        [900, 5],
        [1_800, 20],
      ],
      5_000,
    ],
    [
      'does not look at a day without units',
      [
        [1_000, 10],
        [7, 0],
        [900, 10],
      ],
      1_000,
    ],
    [
      'of nothing is none',
      [
        [0, 1],
        [0, 1],
      ],
      0,
    ],
  ]
  it.each(rows)('%s', (_why, navs, bp) =>
    expect(drawdownBp(navs.map(([equityYen, units]) => ({ equityYen, units })))).toBe(bp),
  )
})
