import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, DAY, dateJst, daysBetween, JST_OFFSET, timeJst, weekday } from './time.ts'

const FIRST = Date.UTC(1600, 0, 1) / DAY
const LAST = Date.UTC(9999, 11, 1) / DAY
const viaDate = (day: number) => new Date(day * DAY).toISOString().slice(0, 10)

describe('dates by arithmetic', () => {
  it('are those of Date, over every leap rule', () => {
    fc.assert(fc.property(fc.integer({ min: FIRST, max: LAST - 400 }), fc.integer({ min: -400, max: 400 }), (day, days) => {
      const date = viaDate(day)
      expect(addDays(date, days)).toBe(viaDate(day + days))
      expect(daysBetween(date, viaDate(day + days))).toBe(days)
      expect(weekday(date)).toBe(new Date(day * DAY).getUTCDay())
      expect(timeJst(date, 9, 30)).toBe(day * DAY - JST_OFFSET + 34_200_000)
      expect(dateJst(timeJst(date, 23, 59, 59))).toBe(date)
    }), { numRuns: 2_000, examples: [[Date.UTC(2000, 1, 29) / DAY, 1], [Date.UTC(2100, 1, 28) / DAY, 1], [Date.UTC(2026, 11, 31) / DAY, 1], [-1, 1]] })
  })
})
