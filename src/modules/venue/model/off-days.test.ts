import { expect, it } from 'vitest'
import { tseCalendar } from '#modules/instruments/model/calendar.ts'
import { isOffDay, offSpans } from './off-days.ts'

it.each<[own: string[], spans: [from: string, to: string, days: number][], why: string]>([
  [[], [], 'no day yet'],
  [['2026-11-20'], [], 'one day lies between nothing'],
  [['2026-11-19', '2026-11-20'], [], 'one after another'],
  [['2026-11-20', '2026-11-24'], [], 'a weekend and a holiday (23 November) are no trade dates'],
  [['2026-11-16', '2026-11-20'], [['2026-11-17', '2026-11-19', 3]], 'three days off'],
  [
    ['2026-11-20', '2026-11-16', '2026-11-20'],
    [['2026-11-17', '2026-11-19', 3]],
    'in any order, parts twice',
  ],
  [
    ['2026-11-05', '2026-11-10', '2026-11-17'],
    [
      ['2026-11-11', '2026-11-16', 4],
      ['2026-11-06', '2026-11-09', 2],
    ],
    'newest first; a weekend in a span counts nothing',
  ],
])('of %j the days off are %j: %s', (own, spans) => {
  expect(offSpans(own, tseCalendar)).toEqual(spans.map(([from, to, days]) => ({ from, to, days })))
})

it.each([
  ['2026-11-05', false],
  ['2026-11-06', true],
  ['2026-11-07', true],
  ['2026-11-09', true],
  ['2026-11-10', false],
])('%s lies in a span of 6 to 9 November: %s', (date, isOff) => {
  expect(isOffDay([{ from: '2026-11-06', to: '2026-11-09', days: 2 }], date)).toBe(isOff)
})
