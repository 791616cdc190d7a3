import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  clockText,
  countdown,
  DAY,
  dateJst,
  daysBetween,
  HOUR,
  isDate,
  iso,
  JST_OFFSET,
  lastDayOfMonth,
  MINUTE,
  momentJst,
  monthText,
  SECOND,
  timeJst,
  weekday,
} from './time.ts'

const FIRST = Date.UTC(1600, 0, 1) / DAY
const LAST = Date.UTC(9999, 11, 1) / DAY
const viaDate = (day: number) => new Date(day * DAY).toISOString().slice(0, 10)

describe('dates by arithmetic', () => {
  it('are those of Date, over every leap rule', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: FIRST, max: LAST - 400 }),
        fc.integer({ min: -400, max: 400 }),
        (day, days) => {
          const date = viaDate(day)
          expect(addDays(date, days)).toBe(viaDate(day + days))
          expect(daysBetween(date, viaDate(day + days))).toBe(days)
          expect(weekday(date)).toBe(new Date(day * DAY).getUTCDay())
          expect(timeJst(date, 9, 30)).toBe(day * DAY - JST_OFFSET + 34_200_000)
          expect(dateJst(timeJst(date, 23, 59, 59))).toBe(date)
        },
      ),
      {
        numRuns: 2_000,
        examples: [
          [Date.UTC(2000, 1, 29) / DAY, 1],
          [Date.UTC(2100, 1, 28) / DAY, 1],
          [Date.UTC(2026, 11, 31) / DAY, 1],
          [-1, 1],
        ],
      },
    )
  })
})

it.each([
  ['a month', monthText(2026, 3), '2026-03'],
  ['the month after December', addMonths('2026-12', 1), '2027-01'],
  ['the month before January, of a date', addMonths('2026-01-31', -1), '2025-12'],
  ['the last day of a leap February', lastDayOfMonth('2028-02'), '2028-02-29'],
  ['an instant', iso(timeJst('2026-11-20', 15, 30)), '2026-11-20T06:30:00.000Z'],
  ['a moment', momentJst(timeJst('2026-11-20', 15, 30, 5)), '2026-11-20 15:30:05'],
  ['a time of the day', clockText(9 * HOUR + 5 * MINUTE), '09:05'],
  ['a time after midnight', clockText(25 * HOUR), '25:00'],
  ['hours left', countdown(18 * HOUR + 31 * MINUTE, HOUR), '18:31'],
  ['minutes left', countdown(4 * MINUTE + 5 * SECOND, MINUTE), '4:05'],
  ['nothing left', countdown(-1, HOUR), '0:00'],
])('%s', (_, text, expected) => expect(text).toBe(expected))

it.each([
  ['2026-11-20', true],
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-04-31', false],
  ['2026-1-1', false],
  ['', false],
])('a date: %s', (text, is) => expect(isDate(text)).toBe(is))
