import { expect, test } from 'vitest'
import { addDays } from '#kernel/time.ts'
import type { DayBar } from './interval.ts'
import { withToday, yearOf } from './year.ts'

const TODAY = '2026-11-27'
const bar = (daysAgo: number, highTenths: number, lowTenths: number, volume = 1_000) =>
  ({ tradeDate: addDays(TODAY, -daysAgo), highTenths, lowTenths, volume }) as DayBar

test('52 weeks: the day of a year ago counts, the one before and today do not', () => {
  const days = [bar(365, 9_000, 100), bar(364, 5_000, 900), bar(1, 2_000, 1_500), bar(0, 8_000, 200)]
  expect(yearOf(days, TODAY)).toEqual({ highTenths: 5_000, lowTenths: 900, usualVolume: 1_000 })
})

test('a usual volume is the mean of the last 25 days, days without a trade among them', () => {
  const days = Array.from({ length: 30 }, (_, n) =>
    bar(30 - n, 1_000, 1_000, n < 5 ? 99_999 : n === 29 ? 0 : 100),
  )
  expect(yearOf(days, TODAY)?.usualVolume).toBe(96)
})

test('an issue without a day before today has no year; today widens the range that there is', () => {
  expect(yearOf([bar(0, 8_000, 200)], TODAY)).toBeNull()
  expect(withToday(null, { highTenths: 1, lowTenths: 1 })).toBeNull()
  const year = yearOf([bar(1, 2_000, 1_500)], TODAY)
  expect(withToday(year, { highTenths: 2_100, lowTenths: 1_600 })).toMatchObject({
    highTenths: 2_100,
    lowTenths: 1_500,
  })
  expect(withToday(year, { highTenths: null, lowTenths: null })).toEqual(year)
})
