import { describe, expect, it } from 'vitest'
import { allUnitsOn, shareOf, unitsOn, type HeldUnits } from './share.ts'

const NAVS = [
  { date: '2026-11-24', units: 1_000 },
  { date: '2026-11-25', units: 4_000 },
  { date: '2026-11-26', units: 2_500 },
]

describe('the units of an order’s day', () => {
  const HELD: readonly HeldUnits[] = [
    { units: 300, from: '2026-11-24', to: '2026-11-26' },
    { units: 50, from: '2026-11-25', to: null },
  ]
  const cases: [date: string, mine: number, all: number][] = [
    ['2026-11-20', 0, 900],
    ['2026-11-24', 0, 900],
    ['2026-11-25', 300, 1_000],
    ['2026-11-26', 350, 4_000],
    ['2026-11-27', 50, 2_500],
    ['2027-01-05', 50, 2_500],
  ]
  it.each(cases)('%s: %d of %d', (date, mine, all) => {
    expect([unitsOn(HELD, date), allUnitsOn(NAVS, 900, date)]).toEqual([mine, all])
  })
  it.each([
    [100, 300, 1_000, 30],
    [100, 1, 3, 33.33],
    [200, 2, 3, 133.33],
    [100, 0, 1_000, null],
    [100, 5, 0, null],
  ])('%d shares by %d of %d units', (quantity, units, all, share) => {
    expect(shareOf(quantity, units, all)).toBe(share)
  })
})
