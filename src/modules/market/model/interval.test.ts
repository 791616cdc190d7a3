import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MINUTE, timeJst } from '#kernel/time.ts'
import { changeableSchedule, schedules } from '#modules/instruments/model/schedule.ts'
import {
  aggregateDays,
  aggregateMinutes,
  bucketStart,
  joined,
  periodStart,
  sessionsOf,
  tradeDateOfTime,
  type BarSource,
  type DayBar,
  type SourcedBar,
} from './interval.ts'

const FRIDAY = '2026-11-20'
const at = (text: string, date = FRIDAY) =>
  timeJst(date, ...(text.split(':').map(Number) as [number, number, number?]))

describe('the bar that a time falls into', () => {
  const cases: [schedule: 'tse' | 'always-open', minutes: number, time: string, start: string][] = [
    ['tse', 1, '9:00:00', '9:00'],
    ['tse', 1, '9:00:59', '9:00'],
    ['tse', 1, '15:30', '15:30'],
    ['tse', 5, '9:04:59', '9:00'],
    ['tse', 5, '9:05', '9:05'],
    ['tse', 7, '9:06:59', '9:00'],
    ['tse', 7, '9:07', '9:07'],
    ['tse', 15, '11:29', '11:15'],
    ['tse', 15, '11:30', '11:15'],
    ['tse', 45, '10:29', '9:45'],
    ['tse', 45, '11:20', '11:15'],
    ['tse', 45, '12:30', '12:30'],
    ['tse', 45, '15:24', '14:45'],
    ['tse', 45, '15:30', '14:45'],
    ['tse', 7, '15:30', '15:25'],
    ['tse', 3, '9:05:59', '9:03'],
    ['tse', 60, '11:30', '11:00'],
    ['tse', 60, '15:30', '14:30'],
    ['always-open', 60, '24:10', '24:00'],
    ['always-open', 1, '6:00', '6:00'],
    ['always-open', 30, '23:59', '23:30'],
    ['always-open', 45, '24:10', '24:00'],
    ['always-open', 45, '29:49', '29:15'],
    ['always-open', 5, '29:55', '29:50'],
  ]
  test.each(cases)('%s, %i minutes: %s belongs to %s', (schedule, minutes, time, start) => {
    expect(bucketStart(sessionsOf(schedules[schedule], FRIDAY), at(time), minutes)).toBe(at(start))
  })
})

describe('the trade date of a time', () => {
  const cases: [schedule: 'tse' | 'always-open', time: string, date: string][] = [
    ['tse', '9:00', '2026-11-20'],
    ['tse', '15:30', '2026-11-20'],
    ['always-open', '5:55', '2026-11-19'],
    ['always-open', '5:56', '2026-11-20'],
    ['always-open', '6:00', '2026-11-20'],
    ['always-open', '29:54', '2026-11-20'],
  ]
  test.each(cases)('%s at %s is %s', (schedule, time, date) => {
    expect(tradeDateOfTime(schedules[schedule], at(time))).toBe(date)
  })
})

describe('the period of a day', () => {
  const cases: [date: string, interval: '1d' | '1w' | '1M', start: string][] = [
    ['2026-11-20', '1d', '2026-11-20'],
    ['2026-11-16', '1w', '2026-11-16'],
    ['2026-11-20', '1w', '2026-11-16'],
    ['2026-11-22', '1w', '2026-11-16'],
    ['2027-01-01', '1w', '2026-12-28'],
    ['2026-11-30', '1M', '2026-11-01'],
  ]
  test.each(cases)('%s in %s begins at %s', (date, interval, start) => {
    expect(periodStart(date, interval)).toBe(start)
  })
})

const bar = (
  time: number,
  o: number,
  h: number,
  l: number,
  c: number,
  volume: number,
  source: BarSource = 'traded',
): SourcedBar => ({ at: time, openTenths: o, highTenths: h, lowTenths: l, closeTenths: c, volume, source })

test('a joined bar keeps the first open, the last close, the extremes, the sum, and the weakest source', () => {
  const joint = joined(bar(1, 10, 14, 9, 12, 300, 'traded'), bar(2, 12, 13, 7, 8, 200, 'model'))
  expect(joint).toEqual(bar(1, 10, 14, 7, 8, 500, 'model'))
})

test('weeks and months begin with their first trading day', () => {
  const day = (tradeDate: string, close: number): DayBar => ({
    ...bar(at('9:00', tradeDate), close - 1, close + 2, close - 3, close, 100),
    tradeDate,
  })
  const days = [
    day('2026-10-30', 100),
    day('2026-11-02', 110),
    day('2026-11-04', 105),
    day('2026-11-09', 120),
  ]
  expect(aggregateDays(days, '1w').map((week) => [week.at, week.closeTenths, week.volume])).toEqual([
    [at('9:00', '2026-10-30'), 100, 100],
    [at('9:00', '2026-11-02'), 105, 200],
    [at('9:00', '2026-11-09'), 120, 100],
  ])
  expect(aggregateDays(days, '1M').map((month) => [month.at, month.openTenths, month.highTenths])).toEqual([
    [at('9:00', '2026-10-30'), 99, 102],
    [at('9:00', '2026-11-02'), 109, 122],
  ])
})

test('bars of n minutes add up exactly from minute bars, whatever n', () => {
  const minute = fc.record({
    minute: fc.integer({ min: 0, max: 390 }),
    prices: fc.array(fc.integer({ min: 1, max: 9_999 }), { minLength: 1, maxLength: 4 }),
    volume: fc.integer({ min: 1, max: 1e6 }),
  })
  const day = fc.uniqueArray(minute, { selector: (one) => one.minute, maxLength: 200 })
  fc.assert(
    fc.property(day, fc.constantFrom(1, 3, 5, 7, 15, 30, 45, 60), (minutes, n) => {
      const bars = minutes
        .sort((a, b) => a.minute - b.minute)
        .map(({ minute, prices, volume }) =>
          bar(
            at('9:00') + minute * MINUTE,
            prices[0]!,
            Math.max(...prices),
            Math.min(...prices),
            prices.at(-1)!,
            volume,
          ),
        )
      const grouped = aggregateMinutes(schedules.tse, FRIDAY, bars, n)
      expect(grouped.reduce((sum, one) => sum + one.volume, 0)).toBe(
        bars.reduce((sum, one) => sum + one.volume, 0),
      )
      expect(grouped.map((one) => one.at)).toEqual(
        [...new Set(grouped.map((one) => one.at))].sort((a, b) => a - b),
      )
      const sessions = sessionsOf(schedules.tse, FRIDAY)
      for (const group of grouped) {
        const parts = bars.filter((one) => bucketStart(sessions, one.at, n) === group.at)
        expect(group).toEqual(
          bar(
            group.at,
            parts[0]!.openTenths,
            Math.max(...parts.map((one) => one.highTenths)),
            Math.min(...parts.map((one) => one.lowTenths)),
            parts.at(-1)!.closeTenths,
            parts.reduce((sum, one) => sum + one.volume, 0),
          ),
        )
      }
    }),
    { numRuns: 60 },
  )
})

test('a day that ends before midnight has no part of the night, and a half-day one session', () => {
  const [evening, half] = [changeableSchedule('always-open'), changeableSchedule('tse')]
  evening.change([
    { from: FRIDAY, until: FRIDAY, sessions: [['05:56', '06:00', '22:00']], preClosing: '21:55' },
  ])
  half.change([{ from: FRIDAY, until: FRIDAY, sessions: [['08:00', '09:00', '11:30']], preClosing: '11:25' }])
  expect(['5:00', '22:00', '24:10', '48:10'].map((time) => tradeDateOfTime(evening, at(time)))).toEqual([
    '2026-11-19',
    FRIDAY,
    '2026-11-21',
    '2026-11-21',
  ])
  expect(sessionsOf(half, FRIDAY)).toEqual([{ from: at('9:00'), to: at('11:30') }])
  expect(sessionsOf(half, '2026-11-24')).toHaveLength(2)
})
