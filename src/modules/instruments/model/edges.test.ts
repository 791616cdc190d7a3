import { describe, expect, test } from 'vitest'
import { DAY, dateJst, timeJst } from '#kernel/time.ts'
import { tseCalendar } from './calendar.ts'
import { phaseAt, schedules, type Phase } from './schedule.ts'

/**
 * Threat T23: what holds a millisecond before, at and after each turn of the day. Bounds belong to what
 * begins.
 */
const TURNS: [hour: number, minute: number, before: Phase, after: Phase][] = [
  [8, 0, 'closed', 'pre-open'],
  [9, 0, 'pre-open', 'continuous'],
  [11, 30, 'continuous', 'lunch'],
  [12, 5, 'lunch', 'pre-open'],
  [12, 30, 'pre-open', 'continuous'],
  [15, 25, 'continuous', 'pre-closing'],
  [15, 30, 'pre-closing', 'closed'],
]
/** An ordinary day, a leap day, the last trading day of a year and the first of the next. */
const DAYS = ['2026-11-20', '2028-02-29', '2027-12-30', '2028-01-04']

describe.each(DAYS)('%s', (date) => {
  test('is a trading day of its own date', () => {
    expect(tseCalendar.isTradingDay(date)).toBe(true)
    expect([
      dateJst(timeJst(date, 0)),
      dateJst(timeJst(date, 24) - 1),
      dateJst(timeJst(date, 0) - 1),
    ]).toEqual([date, date, dateJst(timeJst(date, 12) - DAY)])
  })
  test.each(TURNS)('at %i:%i %s becomes %s', (hour, minute, before, after) => {
    const at = timeJst(date, hour, minute)
    const phase = (moment: number) => phaseAt(schedules.tse, tseCalendar, moment)
    expect([phase(at - 1).phase, phase(at).phase, phase(at + 1).phase]).toEqual([before, after, after])
    expect(phase(at - 1).nextChangeAt).toBe(at)
    expect(phase(at).nextChangeAt).toBeGreaterThan(at)
    // A day's own until it has ended; from then on the next one's.
    expect([phase(at - 1).tradeDate, phase(at).tradeDate]).toEqual([
      date,
      hour === 15 && minute === 30 ? tseCalendar.next(date) : date,
    ])
  })
})

test('the year end: nothing is traded from the last day to the fourth of January, and a trade before it settles behind it', () => {
  expect(tseCalendar.next('2027-12-30')).toBe('2028-01-04')
  expect(tseCalendar.settlementDate('2027-12-30')).toBe('2028-01-05')
  expect(tseCalendar.settlementDate('2028-02-28')).toBe('2028-03-01')
})
