import { expect, test } from 'vitest'
import { changeable, tseCalendar } from '#modules/instruments/model/calendar.ts'
import { companyEarnings } from '#modules/instruments/model/earnings.ts'
import { schedules } from '#modules/instruments/model/schedule.ts'
import { simulatedUniverse } from '#modules/instruments/model/universe.ts'
import { companyWorld } from './company-world.ts'
import { makeWorld } from './history-world.ts'

const SEED = 'companies'

test('results are published on the days on which the world lets them move the price, and say what it says', () => {
  const universe = simulatedUniverse(SEED).filter((_, index) => index % 40 === 0)
  const issues = {
    all: () => universe,
    get: (code: string) => universe.find((one) => one.code === code) ?? null,
  }
  const companies = companyWorld(SEED, makeWorld(SEED, tseCalendar, schedules.tse), tseCalendar)
  const earnings = companyEarnings(SEED, issues, tseCalendar, companies)
  for (const instrument of universe.filter(({ kind }) => kind === 'stock')) {
    const moved = new Map<string, number>()
    makeWorld(SEED, tseCalendar, schedules.tse).walk(
      instrument,
      '2026-11-30',
      ({ date, event }) => void (event?.kind === 'results' && moved.set(date, event.logReturn)),
    )
    const dates = earnings.between('2024-11-01', '2026-11-30', instrument.code)
    // A takeover bid may hide one of them.
    expect(moved.size).toBeGreaterThanOrEqual(dates.length - 1)
    expect([...moved.keys()].every((date) => dates.some(({ announcedOn }) => announcedOn === date))).toBe(
      true,
    )
    expect(dates.map(({ announcedOn }) => companies.reaction(instrument, announcedOn))).toEqual(
      dates.map(({ announcedOn }) => moved.get(announcedOn) ?? 0),
    )
  }
})

test('a day to come that is closed leaves what was, and those who walked ahead before it was published walk as those who begin after it', () => {
  const instrument = simulatedUniverse(SEED).find(({ kind }) => kind === 'stock')
  const calendar = changeable(tseCalendar)
  const walked = (world: ReturnType<typeof makeWorld>, until: string) => {
    const days: object[] = []
    world.walk(instrument!, until, (day) => void days.push(day))
    return days
  }
  const both = () => {
    const world = makeWorld(SEED, calendar, schedules.tse)
    return { world, companies: companyWorld(SEED, world, calendar) }
  }
  const ahead = both()
  const before = walked(ahead.world, '2026-11-20')
  expect([
    walked(ahead.world, '2027-10-31').length > before.length,
    ahead.companies.levelOf(instrument!, 2028) > 0,
    ahead.world.day(instrument!, '2026-12-10').date,
  ]).toEqual([true, true, '2026-12-10'])
  calendar.change(
    new Map([
      ['2026-12-01', false],
      ['2026-12-31', true],
    ]),
  )
  const fresh = both()
  expect(walked(ahead.world, '2026-11-20')).toEqual(before)
  expect(walked(ahead.world, '2027-10-31')).toEqual(walked(fresh.world, '2027-10-31'))
  expect([ahead.world.day(instrument!, '2026-12-10'), ahead.companies.levelOf(instrument!, 2028)]).toEqual([
    fresh.world.day(instrument!, '2026-12-10'),
    fresh.companies.levelOf(instrument!, 2028),
  ])
  expect(() => ahead.world.day(instrument!, '2026-12-01')).toThrow('not a trading day')
})
