import { describe, expect, test } from 'vitest'
import { dateJst, MINUTE, msOfDayJst, timeJst } from '#kernel/time.ts'
import type { Bar } from '#modules/instruments/model/bar.ts'
import { everyDayCalendar, tseCalendar } from '#modules/instruments/model/calendar.ts'
import { limitsFor } from '#modules/instruments/model/limits.ts'
import { openingAt, schedules } from '#modules/instruments/model/schedule.ts'
import { isOnTick } from '#modules/instruments/model/tick.ts'
import { simulatedUniverse } from '#modules/instruments/model/universe.ts'
import { makeHistory } from './history.ts'
import { makeWorld } from './history-world.ts'
import { measure } from './history-statistics.ts'
import { isInside } from './measured.ts'

const SEED = 'history'
const universe = simulatedUniverse(SEED)
const LAST = '2026-11-20'
const markets = [
  ['tse', schedules.tse, tseCalendar],
  ['always-open', schedules['always-open'], everyDayCalendar],
] as const

describe.each(markets)('%s', (_, schedule, calendar) => {
  const history = makeHistory(SEED, universe, calendar, schedule, LAST, 60)
  const sample = universe.filter((_, index) => index % 23 === 0 || universe[index]!.kind === 'etf')

  test('the last 60 trading days, one bar each, from the opening auction on', () => {
    const bars = history.daily('S214')
    expect(bars).toHaveLength(60)
    expect(bars.at(-1)!.at).toBe(openingAt(schedule, LAST))
    for (let index = 1; index < bars.length; index++) {
      expect(dateJst(bars[index]!.at)).toBe(calendar.next(dateJst(bars[index - 1]!.at)))
    }
    expect(history.daily('X999')).toEqual([])
  })

  test('prices are on the grid and inside the limits, volumes whole units', () => {
    const unsound: string[] = []
    for (const { code, tickTable, unit } of universe) {
      const bars = history.daily(code)
      bars.forEach((bar, index) => {
        const { lowerTenths, upperTenths } =
          index === 0
            ? { lowerTenths: 0, upperTenths: Infinity }
            : limitsFor(bars[index - 1]!.closeTenths, tickTable)
        const prices = [bar.openTenths, bar.highTenths, bar.lowTenths, bar.closeTenths]
        const isSound =
          prices.every(
            (price) => isOnTick(price, tickTable) && price >= lowerTenths && price <= upperTenths,
          ) &&
          bar.highTenths === Math.max(...prices) &&
          bar.lowTenths === Math.min(...prices) &&
          bar.volume > 0 &&
          bar.volume % unit === 0
        if (!isSound) unsound.push(`${code} ${dateJst(bar.at)} ${JSON.stringify(bar)}`)
      })
    }
    expect(unsound).toEqual([])
  })

  test('minutes add up exactly to their day', () => {
    for (const { code, tickTable } of sample) {
      for (const day of history.daily(code).slice(-6)) {
        const minutes = history.minute(code, dateJst(day.at))
        expect(joined(day.at, minutes)).toEqual(day)
        minutes.forEach((bar, index) => {
          const prices = [bar.openTenths, bar.highTenths, bar.lowTenths, bar.closeTenths]
          const isSound =
            prices.every((price) => isOnTick(price, tickTable)) &&
            bar.highTenths === Math.max(...prices) &&
            bar.lowTenths === Math.min(...prices) &&
            bar.volume > 0 &&
            (index === 0 || bar.at > minutes[index - 1]!.at)
          if (!isSound) expect.fail(`${code} ${JSON.stringify(bar)}`)
        })
      }
    }
  })

  test('the same day is the same day: in a longer history, in a later one, under another list of issues', () => {
    const longer = makeHistory(SEED, universe, calendar, schedule, LAST, 90)
    const later = makeHistory(SEED, universe.slice(0, 40), calendar, schedule, calendar.next(LAST, 10), 70)
    const { code } = universe[7]!
    expect(longer.daily(code).slice(-60)).toEqual(history.daily(code))
    expect(later.daily(code).slice(0, 60)).toEqual(history.daily(code))
    expect(later.minute(code, LAST)).toEqual(history.minute(code, LAST))
    expect(makeHistory('other', universe, calendar, schedule, LAST, 60).daily(code)).not.toEqual(
      history.daily(code),
    )
  })

  test('the close of a day, and of a day without trading', () => {
    const bars = history.daily('S801')
    expect(history.closeOf('S801', LAST)).toBe(bars.at(-1)!.closeTenths)
    expect(history.closeOf('S801', '2027-06-01')).toBe(bars.at(-1)!.closeTenths)
    expect(history.closeOf('S801', '2020-01-01')).toBeNull()
    expect(history.minute('S801', '2020-01-01')).toEqual([])
  })

  test('the world goes on after the history', () => {
    const world = makeWorld(SEED, calendar, schedule)
    const date = calendar.next(LAST, 3)
    const [issue, other] = ['S214', 'S801'].map((code) => universe.find((one) => one.code === code)!)
    const one = world.day(issue!, date)
    const two = world.day(other!, date)
    expect(one.date).toBe(date)
    expect(one.marketIntradayReturn).toBe(two.marketIntradayReturn)
    expect(one.volatility).toBeGreaterThan(0)
    expect(one.turnoverYen).toBeGreaterThan(1_000_000)
    expect(world.day(issue!, calendar.next(date))).not.toEqual(one)
    expect(world.day(issue!, date)).toEqual(one)
    expect(() => world.day(issue!, '2020-01-01')).toThrow(/not a trading day/)
  })

  test('a day is the same, whether somebody has walked to it, past it or not at all', () => {
    const [issue] = universe
    const fresh = (date: string) => makeWorld(SEED, calendar, schedule).day(issue!, date)
    for (const days of [0, 3]) {
      const walked = makeWorld(SEED, calendar, schedule)
      let steps = 0
      walked.walk(issue!, calendar.next(LAST, days), () => steps++)
      expect(steps).toBeGreaterThan(500)
      for (const date of [calendar.next(LAST, 1), calendar.next(LAST, 4), LAST])
        expect(walked.day(issue!, date)).toEqual(fresh(date))
    }
  })
})

function joined(at: number, minutes: readonly Bar[]): Bar {
  return {
    at,
    openTenths: minutes[0]!.openTenths,
    highTenths: Math.max(...minutes.map((bar) => bar.highTenths)),
    lowTenths: Math.min(...minutes.map((bar) => bar.lowTenths)),
    closeTenths: minutes.at(-1)!.closeTenths,
    volume: minutes.reduce((sum, bar) => sum + bar.volume, 0),
  }
}

test('a day has the shape of a Tokyo day (facts: market statistics, section 7)', () => {
  const busy = universe
    .filter(({ kind, sizeClass }) => kind === 'stock' && sizeClass !== 'small')
    .slice(0, 50)
  const history = makeHistory(SEED, busy, tseCalendar, schedules.tse, LAST, 30)
  const shares = new Map<number, number>()
  const squares = new Map<number, number>()
  let days = 0
  for (const { code } of busy) {
    for (const day of history.daily(code).slice(-8)) {
      days++
      for (const bar of history.minute(code, dateJst(day.at))) {
        const slot = Math.floor(msOfDayJst(bar.at) / (5 * MINUTE))
        const move = Math.log(bar.closeTenths / bar.openTenths)
        shares.set(slot, (shares.get(slot) ?? 0) + bar.volume / day.volume)
        squares.set(slot, (squares.get(slot) ?? 0) + move * move)
      }
    }
  }
  const slotOf = (hour: number, minute: number) => msOfDayJst(timeJst(LAST, hour, minute)) / (5 * MINUTE)
  const share = (hour: number, minute: number) => (100 * (shares.get(slotOf(hour, minute)) ?? 0)) / days
  const sd = (hour: number, minute: number) => Math.sqrt((squares.get(slotOf(hour, minute)) ?? 0) / days)
  expect(share(15, 30)).toBeGreaterThan(15)
  expect(share(15, 30)).toBeLessThan(30)
  expect(share(9, 0)).toBeGreaterThan(9) // its 5 minutes and the opening auction
  expect(share(9, 5) / share(13, 30)).toBeGreaterThan(2.5)
  expect(share(12, 30) / share(12, 35)).toBeGreaterThan(2)
  expect(share(15, 20) / share(14, 30)).toBeGreaterThan(1.5)
  expect(share(15, 25)).toBe(0)
  expect(share(12, 0)).toBe(0)
  expect(sd(9, 0) / sd(11, 0)).toBeGreaterThan(2)
})

test('the statistics of the simulated market are those of a real one (npm run statistics shows all of them)', () => {
  const seeds = ['a', 'b', 'c']
  const tables = seeds.map((seed) => {
    const companies = simulatedUniverse(seed).filter(({ kind }, index) => kind === 'stock' && index % 2 === 0)
    const history = makeHistory(seed, companies, tseCalendar, schedules.tse, LAST, 490)
    return measure(
      companies.map(({ code, sector, tickTable }) => ({
        code,
        sector,
        tickTable,
        bars: history.daily(code),
      })),
    )
  })
  const MAIN = [
    'sd of daily returns per issue, %, median',
    'pooled quantile 1 %, %',
    'pooled quantile 99 %, %',
    'pooled excess kurtosis',
    'excess kurtosis per issue, median',
    'days beyond 3 own sd, % of days',
    'unchanged close, % of days',
    'overnight share of variance, median',
    'Parkinson sd over close-to-close sd',
    'autocorrelation of returns, lag 1',
    'autocorrelation of |r|, lag 1',
    'log volume: sd',
    'log volume: autocorrelation, lag 1',
    '|r| with log volume',
    'pairwise correlation, mean',
    'beta, median',
    'equal-weight market sd, %',
    'traded beyond the limits, % of days',
  ]
  const outside = MAIN.flatMap((quantity) => {
    const lines = tables.map((table) => table.find((line) => line.quantity === quantity)!)
    const mean = { ...lines[0]!, value: lines.reduce((sum, { value }) => sum + value, 0) / lines.length }
    return isInside(mean) ? [] : [`${quantity}: ${mean.value} is not in ${mean.low} … ${mean.high}`]
  })
  expect(outside).toEqual([])
})
