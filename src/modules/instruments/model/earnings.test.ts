import { describe, expect, test } from 'vitest'
import { endMonthOf } from './business-year.ts'
import { tseCalendar } from './calendar.ts'
import { habitsOf } from './corporate-actions.ts'
import { companyEarnings, NO_EARNINGS, type ResultsWorld } from './earnings.ts'
import { simulatedUniverse } from './universe.ts'

const universe = simulatedUniverse('earnings')
const issues = {
  all: () => universe,
  get: (code: string) => universe.find((one) => one.code === code) ?? null,
}
const world: ResultsWorld = {
  months: [2, 5, 8, 11],
  dayOf: (code) => 1 + (Number(code.slice(1)) % 14),
  reaction: () => 0,
  levelOf: () => 1,
}
const earnings = companyEarnings('earnings', issues, tseCalendar, world)
const ofYear = earnings.between('2026-01-01', '2026-12-31')
const endingIn = (month: number) =>
  universe.find((one) => one.kind === 'stock' && habitsOf('earnings', one).endMonth === month)!

test('each company publishes four times a year, on a trading day of one of four months; funds never', () => {
  const dates = Map.groupBy(ofYear, ({ code }) => code)
  expect(dates.size).toBe(universe.filter(({ kind }) => kind === 'stock').length)
  for (const list of dates.values()) {
    expect(list.map(({ announcedOn }) => announcedOn.slice(5, 7))).toEqual(['02', '05', '08', '11'])
    expect(list.map(({ quarter }) => quarter).toSorted()).toEqual([1, 2, 3, 4])
    expect(
      list.every(
        ({ announcedOn, periodEnd }) => tseCalendar.isTradingDay(announcedOn) && periodEnd < announcedOn,
      ),
    ).toBe(true)
  }
})

/** Business year's end → what is published in May 2026. */
const inMay: [endMonth: number, quarter: number, businessYear: number, periodEnd: string][] = [
  [3, 4, 2026, '2026-03-31'],
  [12, 1, 2026, '2026-03-31'],
  [9, 2, 2026, '2026-03-31'],
  [6, 3, 2026, '2026-03-31'],
  [2, 4, 2026, '2026-02-28'],
  [5, 3, 2026, '2026-02-28'],
  [11, 1, 2026, '2026-02-28'],
  [4, 4, 2026, '2026-04-30'],
  [1, 1, 2027, '2026-04-30'],
  [7, 3, 2026, '2026-04-30'],
]
test.each(inMay)(
  'a year that ends in month %i: quarter %i of %i in May',
  (endMonth, quarter, businessYear, periodEnd) => {
    const { code } = endingIn(endMonth)
    expect(earnings.between('2026-05-01', '2026-05-31', code)).toEqual([
      expect.objectContaining({ quarter, businessYear, periodEnd }),
    ])
    expect(endMonthOf({ quarter, periodEnd })).toBe(endMonth)
  },
)

describe('figures', () => {
  const { code } = endingIn(3)
  const [third, fourth, first] = earnings.between('2026-02-01', '2026-08-31', code).map(earnings.results)

  test('grow through the year; the fourth quarter brings the forecast of the next', () => {
    expect([third!.forecastYear, fourth!.forecastYear, first!.forecastYear]).toEqual([2026, 2027, 2027])
    expect(fourth!.salesYen).toBeGreaterThan(third!.salesYen)
    expect(first!.forecast).toEqual(fourth!.forecast)
    expect(third!.forecast.profitYen).not.toBe(fourth!.forecast.profitYen)
    for (const { salesYen, profitYen } of [third!, fourth!, first!])
      expect([salesYen % 1_000_000, Math.abs(profitYen % 1_000_000)]).toEqual([0, 0])
  })

  test('a price that rises on them has better figures than one that falls', () => {
    const moved = (reaction: number) =>
      companyEarnings('earnings', issues, tseCalendar, { ...world, reaction: () => reaction })
    const [up, down] = [0.1, -0.1].map((reaction) => ofYear.map(moved(reaction).results))
    expect(
      up!.every(
        ({ profitYen, salesYen }, at) => profitYen > down![at]!.profitYen && salesYen > down![at]!.salesYen,
      ),
    ).toBe(true)
  })

  test('equity grows by what is kept of the profit, from one business year into the next', () => {
    const two = earnings.between('2024-01-01', '2026-12-31', code).map(earnings.results)
    const ofQuarter = (businessYear: number, quarter: number) =>
      two.find((one) => one.businessYear === businessYear && one.quarter === quarter)!
    const [end, next] = [ofQuarter(2025, 4), ofQuarter(2026, 1)]
    const kept = next.equityYen - end.equityYen
    expect(Math.sign(kept)).toBe(Math.sign(next.profitYen))
    expect(Math.abs(kept)).toBeLessThanOrEqual(Math.abs(next.profitYen))
    // Of the same year the part that is paid out is one.
    const parts = [1, 2, 3, 4].map(
      (quarter) =>
        (ofQuarter(2025, quarter).equityYen - ofQuarter(2025, 1).equityYen) /
        (ofQuarter(2025, quarter).profitYen - ofQuarter(2025, 1).profitYen || 1),
    )
    expect(parts[1]).toBeCloseTo(parts[3]!, 2)
  })

  test('half of the companies cost less than about 1.3 times their equity, and none has lost all of it', () => {
    const latest = ofYear.filter(({ announcedOn }) => announcedOn.startsWith('2026-11')).map(earnings.results)
    const times = latest
      .map((one) => {
        const { openingPriceTenths, sharesOutstanding } = universe.find((each) => each.code === one.code)!
        return ((openingPriceTenths / 10) * sharesOutstanding) / one.equityYen
      })
      .toSorted((a, b) => a - b)
    const median = times[Math.floor(times.length / 2)]!
    expect(median).toBeGreaterThan(0.6)
    expect(median).toBeLessThan(1.7)
    expect(times[0]).toBeGreaterThan(0)
  })

  test('most companies earn about a fifteenth of what they cost; few lose money', () => {
    const latest = ofYear.filter(({ announcedOn }) => announcedOn.startsWith('2026-11')).map(earnings.results)
    const times = latest
      .flatMap((one) => {
        const { openingPriceTenths, sharesOutstanding } = universe.find((each) => each.code === one.code)!
        return one.forecast.profitYen > 0
          ? [((openingPriceTenths / 10) * sharesOutstanding) / one.forecast.profitYen]
          : []
      })
      .toSorted((a, b) => a - b)
    const median = times[Math.floor(times.length / 2)]!
    expect(median).toBeGreaterThan(11)
    expect(median).toBeLessThan(19)
    expect(1 - times.length / latest.length).toBeLessThan(0.1)
    expect(times.length).toBeLessThan(latest.length)
  })
})

test('a listing from a file says nothing of results', () =>
  expect([NO_EARNINGS.known, NO_EARNINGS.between('2026-01-01', '2026-12-31')]).toEqual([false, []]))
