import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MINUTE, SECOND } from '#kernel/time.ts'
import { fileCalendar } from '#modules/instruments/model/calendar.ts'
import { limitsFor } from '#modules/instruments/model/limits.ts'
import { closingAt, openingAt, schedules } from '#modules/instruments/model/schedule.ts'
import { NOTHING_CARRIED, planOf, type DayPlan } from '../model/day-plan.ts'
import { ReplayProvider } from '../model/provider.ts'
import { ExchangeHost } from './exchange-host.ts'
import { venueFiles } from './venue-files.ts'

const DATE = '2024-08-02'
const schedule = schedules.tse
let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'akari-replay-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

/** A day as it was planned when limits did not hold their bar. */
const base = 19_900
const limits = limitsFor(base, 'topix500')
const replayed = {
  date: DATE,
  openTenths: 16_505,
  highTenths: 17_000,
  lowTenths: 15_700,
  closeTenths: 15_700,
  volume: 800_000,
}
const before: DayPlan = planOf(DATE, 'replay', 0, [
  {
    code: '9002',
    unit: 100,
    tickTable: 'topix500',
    sizeClass: 'large',
    beta: 1,
    previousCloseTenths: base,
    baseTenths: base,
    limits,
    fairTenths: 16_505,
    volume: 800_000,
    ownSd: 0,
    ownReturn: 0,
    jump: null,
    soFar: null,
    carried: NOTHING_CARRIED,
    firstDay: null,
    isReplay: true,
    replayed,
  },
])
const host = () =>
  new ExchangeHost({
    schedule,
    calendar: fileCalendar(['2024-08-01', DATE]),
    files: venueFiles(directory),
    longestCatchUpMs: 60 * MINUTE,
    snapshotEveryMs: 10 * SECOND,
    background: (plan, from) => new ReplayProvider(plan, schedule, from, 60 * SECOND),
    ask: async () => before,
  })

test('an exchange that a bar had killed goes on from its files, and plays the bar', async () => {
  const opening = openingAt(schedule, DATE)
  const killed = host()
  killed.prepare(opening - MINUTE)
  await killed.start(opening - MINUTE, [], new Map())
  let at = opening
  expect(() => {
    for (; at <= closingAt(schedule, DATE); at += MINUTE) killed.tick(at)
  }).toThrow('on the book')
  expect(at).toBeGreaterThan(opening)

  const again = host()
  again.prepare(at)
  await again.start(at, [], new Map())
  for (; at <= closingAt(schedule, DATE); at += 30 * MINUTE) again.tick(at)
  again.tick(closingAt(schedule, DATE))
  const market = again.today!.market('9002')!
  expect([market.openTenths, market.lowTenths, market.lastTenths, again.today!.isOver]).toEqual([
    16_505,
    15_700,
    15_700,
    true,
  ])
  again.stop(closingAt(schedule, DATE))
})
