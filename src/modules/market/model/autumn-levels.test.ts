import { expect, test } from 'vitest'
import { everyDayCalendar } from '#modules/instruments/model/calendar.ts'
import { schedules } from '#modules/instruments/model/schedule.ts'
import { simulatedUniverse } from '#modules/instruments/model/universe.ts'
import { companyWorld } from './company-world.ts'
import { makeHistory } from './history.ts'
import { makeWorld } from './history-world.ts'

const universe = simulatedUniverse('levels').slice(0, 12)
const schedule = schedules['always-open']

test('the level of a year is where the history closes in the October before it, whoever asks for which year first', () => {
  const history = makeHistory('levels', universe, everyDayCalendar, schedule, '2026-10-31', 700)
  const companies = () =>
    companyWorld('levels', makeWorld('levels', everyDayCalendar, schedule), everyDayCalendar)
  const { levelOf } = companies()
  for (const year of [2027, 2026]) {
    for (const instrument of universe) {
      const close = history.closeOf(instrument.code, `${year - 1}-10-31`)!
      expect(levelOf(instrument, year) / (close / instrument.openingPriceTenths)).toBeCloseTo(1, 1)
    }
  }
  const { levelOf: again } = companies()
  expect([2026, 2027].map((year) => again(universe[3]!, year))).toEqual(
    [2026, 2027].map((year) => levelOf(universe[3]!, year)),
  )
})
