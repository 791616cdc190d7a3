import { expect, test } from 'vitest'
import type { TickTable } from './instrument.ts'
import { fundTable } from './fund-ticks.ts'
import { tickAt } from './tick.ts'

const cases: [name: string, unit: number, closes: [date: string, yen: number][], table: TickTable][] = [
  ['of now, by one', 1, [], 'one-unit'],
  ['of now, by ten', 10, [], 'topix500'],
  ['before 29 November 2021, whatever it trades by', 10, [['2021-11-26', 2_000]], 'other'],
  ['the same by one', 1, [['2021-11-26', 20_000]], 'other'],
  ['by ten, on the day of the change', 10, [['2021-11-29', 2_000]], 'topix500'],
  ['by one at 5,000 yen', 1, [['2024-08-01', 5_000]], 'other'],
  ['by one at 5,010 yen', 1, [['2024-08-01', 5_010]], 'topix500'],
  [
    'by one, fallen to 5,000 yen and not back at 7,000',
    1,
    [
      ['2024-08-01', 8_000],
      ['2024-08-02', 4_990],
      ['2024-08-05', 6_990],
    ],
    'other',
  ],
  [
    'by one, back at 7,000 yen',
    1,
    [
      ['2024-08-02', 4_990],
      ['2024-08-05', 7_000],
      ['2024-08-06', 5_100],
    ],
    'topix500',
  ],
  ['by one on 2 May 2025', 1, [['2025-05-02', 4_000]], 'other'],
  [
    'by one on 7 May 2025',
    1,
    [
      ['2025-05-02', 4_000],
      ['2025-05-07', 4_001],
    ],
    'one-unit',
  ],
]
test.each(cases)('a fund %s', (_, unit, closes, table) => {
  expect(
    fundTable(
      unit,
      closes.map(([date, yen]) => ({ date, closeTenths: yen * 10 })),
    ),
  ).toBe(table)
})

test('by one: a yen up to 10,000, then as the 500 largest', () => {
  expect(
    [500, 2_999, 4_000, 10_000, 10_005, 40_000, 99_990].map((yen) => tickAt(yen * 10, 'one-unit') / 10),
  ).toEqual([1, 1, 1, 1, 5, 10, 10])
})
