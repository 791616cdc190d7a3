import { describe, expect, it } from 'vitest'
import { timeJst } from '#kernel/time.ts'
import { everyDayCalendar, tseCalendar } from '#modules/instruments/model/calendar.ts'
import { termsProblems, datesIn } from '#modules/listings/model/check.ts'
import { FACTS } from '#modules/listings/model/terms.fixture.ts'
import { SAMPLE_COMPANIES } from '../model/sample-companies.ts'
import { sampleTerms } from './sample.ts'

describe('the offering of the demo desk', () => {
  it.each([
    ['tse', tseCalendar, timeJst('2026-11-20', 23, 59, 30)],
    ['tse', tseCalendar, timeJst('2026-11-21', 10)],
    ['tse', tseCalendar, timeJst('2026-12-30', 16)],
    ['always open', everyDayCalendar, timeJst('2026-11-22', 3)],
  ] as const)('passes the checks of both signatures (%s, %#)', (_, calendar, now) => {
    for (const n of [0, 1, 2, 3, 19, 20, 77, SAMPLE_COMPANIES - 1]) {
      const terms = sampleTerms(calendar, now, n)
      const closedDates = datesIn('ipo', terms)
        .map(([, date]) => date)
        .filter((date) => !calendar.isTradingDay(date))
      expect([n, termsProblems('ipo', terms, { ...FACTS, now: now + 10_000, closedDates })]).toEqual([n, []])
    }
  })
})
