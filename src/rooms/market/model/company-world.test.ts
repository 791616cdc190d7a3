import { expect, test } from 'vitest'
import { tseCalendar } from '#rooms/instruments/model/calendar.ts'
import { companyEarnings } from '#rooms/instruments/model/earnings.ts'
import { schedules } from '#rooms/instruments/model/schedule.ts'
import { simulatedUniverse } from '#rooms/instruments/model/universe.ts'
import { companyWorld } from './company-world.ts'
import { makeWorld } from './history-world.ts'

const SEED = 'companies'

test('results are published on the days on which the world lets them move the price, and say what it says', () => {
  const universe = simulatedUniverse(SEED).filter((_, index) => index % 40 === 0)
  const issues = { all: () => universe, get: (code: string) => universe.find((one) => one.code === code) ?? null }
  const companies = companyWorld(SEED, tseCalendar, schedules.tse)
  const earnings = companyEarnings(SEED, issues, tseCalendar, companies)
  for (const instrument of universe.filter(({ kind }) => kind === 'stock')) {
    const moved = new Map<string, number>()
    makeWorld(SEED, tseCalendar, schedules.tse).walk(instrument, '2026-11-30', ({ date, event }) => void (event?.kind === 'results' && moved.set(date, event.logReturn)))
    const dates = earnings.between('2024-11-01', '2026-11-30', instrument.code)
    // A takeover bid may hide one of them.
    expect(moved.size).toBeGreaterThanOrEqual(dates.length - 1)
    expect([...moved.keys()].every((date) => dates.some(({ announcedOn }) => announcedOn === date))).toBe(true)
    expect(dates.map(({ announcedOn }) => companies.reaction(instrument, announcedOn))).toEqual(dates.map(({ announcedOn }) => moved.get(announcedOn) ?? 0))
  }
})
