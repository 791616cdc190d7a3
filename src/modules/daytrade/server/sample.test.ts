import { expect, test } from 'vitest'
import { timeJst, type DateJst, type Ms } from '#kernel/time.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { everyDayCalendar, tseCalendar } from '#modules/instruments/model/calendar.ts'
import type { Instrument } from '#modules/instruments/model/instrument.ts'
import {
  openingAt,
  phaseAt,
  preClosingAt,
  schedules,
  type ScheduleId,
} from '#modules/instruments/model/schedule.ts'
import { termsProblems } from '#modules/listings/model/check.ts'
import { daySample } from './sample.ts'

const FRIDAY = '2026-11-20'
const issue = (code: string, turnoverYen: number, kind = 'stock') =>
  ({ code, turnoverYen, kind, unit: 100, tickTable: 'other', sharesOutstanding: 50_000_000 }) as Instrument
const ISSUES = [
  issue('S100', 5),
  issue('S200', 9),
  issue('S300', 7),
  issue('E100', 99, 'etf'),
  issue('S400', 8),
]
const PRICES = new Map([
  ['S100', 20_000],
  ['S200', 30_000],
  ['S300', 900_000],
  ['E100', 10_000],
])
const TABLES = {} as TableReader

function sampleAt(id: ScheduleId, now: Ms, published: DateJst[] = []) {
  const [schedule, calendar] = [schedules[id], id === 'tse' ? tseCalendar : everyDayCalendar]
  const sample = daySample({
    context: { schedule, calendar, clock: { market: () => now } as never },
    market: { phase: () => phaseAt(schedule, calendar, now), lastPrices: () => PRICES },
    instruments: { all: () => ISSUES },
    listings: {
      published: () =>
        published.map((tradeOn) => ({ id: `DAY-${tradeOn}`, isVoid: false, terms: { tradeOn } })) as never,
    },
  })
  return { sample, schedule, calendar }
}

test.each<[name: string, schedule: ScheduleId, now: Ms, due: string, tradeOn: DateJst]>([
  ['before the opening', 'tse', timeJst(FRIDAY, 8), 'DAY-2026-1120', FRIDAY],
  ['in the middle of the day', 'tse', timeJst(FRIDAY, 13), 'DAY-2026-1120', FRIDAY],
  ['when too little of the day is left', 'tse', timeJst(FRIDAY, 15), 'DAY-2026-1124', '2026-11-24'],
  [
    'after the close, over a weekend and a holiday',
    'tse',
    timeJst(FRIDAY, 16),
    'DAY-2026-1124',
    '2026-11-24',
  ],
  ['at night, of the day that is still on', 'always-open', timeJst(FRIDAY, 26), 'DAY-2026-1120', FRIDAY],
  ['at the end of the night', 'always-open', timeJst(FRIDAY, 29, 30), 'DAY-2026-1121', '2026-11-21'],
])('%s (%s) there is an inventory that may be published', async (_name, id, now, due, tradeOn) => {
  const { sample, schedule, calendar } = sampleAt(id, now)
  expect(sample.due(TABLES, now)).toBe(due)
  const terms = await sample.terms(due)
  // Issues that trade most and can be paid; no funds.
  expect(terms).toMatchObject({ tradeOn, rows: [{ code: 'S200' }, { code: 'S100' }] })
  const closedDates = [tradeOn].filter((date) => !calendar.isTradingDay(date))
  const issues = Object.fromEntries(
    ISSUES.map((each) => [
      each.code,
      {
        unit: each.unit,
        tickTable: each.tickTable,
        sharesOutstanding: each.sharesOutstanding,
        closeTenths: PRICES.get(each.code) ?? null,
      },
    ]),
  )
  const facts = {
    now,
    closedDates,
    leadLevel: null,
    issues,
    day: { opensAt: openingAt(schedule, tradeOn), preClosingAt: preClosingAt(schedule, tradeOn) },
  }
  expect(termsProblems('day-inventory', terms, facts as never)).toEqual([])
  expect(sampleAt(id, now, [tradeOn]).sample.due(TABLES, now)).toBe(null)
})
