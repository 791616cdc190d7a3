import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE, SECOND } from '#kernel/time.ts'
import { fileCalendar } from '#modules/instruments/model/calendar.ts'
import { limitsFor } from '#modules/instruments/model/limits.ts'
import { closingAt, openingAt, schedules } from '#modules/instruments/model/schedule.ts'
import { NOTHING_CARRIED, planOf, type DayPlan } from '../model/day-plan.ts'
import { ReplayProvider } from '../model/provider.ts'
import { ExchangeHost } from './exchange-host.ts'
import { noLogMarks } from './log-marks.ts'
import { playedUntil } from './replay.ts'
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
    ready: () => Promise.resolve(),
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

describe('how far a replay has been played', () => {
  const at = openingAt(schedule, DATE)
  const begun = { ...noLogMarks(), last: { stretch: 1, log: `day-${DATE}-1.log`, bytes: 1, digest: '' } }
  const again = () => playedUntil({ directory, marks: begun }).at
  const path = () => join(directory, 'clock.json')

  test('is null at the first start, kept from then on, and read of a version that wrote no sum', () => {
    const first = playedUntil({ directory, marks: noLogMarks() })
    expect([first.at, existsSync(path())]).toEqual([null, false])
    first.keep(at)
    expect(again()).toBe(at)
    writeFileSync(path(), JSON.stringify({ at }))
    expect(again()).toBe(at)
  })

  test.each<[name: string, hurt: () => void, how: string]>([
    ['deleted', () => rmSync(path()), 'is gone'],
    ['cut', () => truncateSync(path(), 12), 'is not what was written'],
    ['emptied', () => truncateSync(path(), 0), 'is not what was written'],
    ['garbled', () => writeFileSync(path(), Buffer.alloc(90, 0xa5)), 'is not what was written'],
    ['null', () => writeFileSync(path(), 'null'), 'is not what was written'],
    [
      'of another time',
      () => writeFileSync(path(), readFileSync(path(), 'utf8').replace(/\d/, '9')),
      'is not what was written',
    ],
    [
      'of another name',
      () => writeFileSync(path(), readFileSync(path(), 'utf8').replace('sum', 'rum')),
      'is not what was written',
    ],
  ])('a file that is %s: the start says so, and begins nothing anew', (_name, hurt, how) => {
    playedUntil({ directory, marks: noLogMarks() }).keep(at)
    hurt()
    expect(again).toThrow(
      `${path()}, which says how far the replay has been played, ${how}. Restore it from a backup, or begin anew with another DATA_DIR.`,
    )
  })
})
