import { describe, expect, it } from 'vitest'
import { MINUTE, SECOND, timeJst, type DateJst, type Ms } from '#kernel/time.ts'
import { everyDayCalendar, tseCalendar } from '#modules/instruments/model/calendar.ts'
import { schedules } from '#modules/instruments/model/schedule.ts'
import type { AppContext } from '#modules/module.ts'
import { assertClosed, booksCloseAt } from './closed-books.ts'

const tse = { schedule: schedules.tse, calendar: tseCalendar } as AppContext
const always = { schedule: schedules['always-open'], calendar: everyDayCalendar } as AppContext

/** Friday 27 November 2026 is the last trading day of the week, 28 and 29 are its end. */
const FRIDAY = '2026-11-27'
const NEVER: Ms = Infinity

describe('the books of a date', () => {
  it.each<[string, AppContext, DateJst, Ms]>([
    ['at midnight, where the exchange has closed before', tse, FRIDAY, timeJst(FRIDAY, 24)],
    ['at midnight of a day without trading', tse, '2026-11-29', timeJst('2026-11-29', 24)],
    ['a minute after a close in the next morning', always, FRIDAY, timeJst(FRIDAY, 29, 56)],
  ])('close %s', (_, context, date, at) => expect(booksCloseAt(context, date)).toBe(at))

  const month = { from: '2026-11-01', to: '2026-11-30' }
  const day = { from: FRIDAY, to: FRIDAY }
  const over = timeJst('2026-12-01', 10)
  it.each<
    [string, AppContext, typeof month, { now: Ms; doneBefore?: Ms; livedTo?: Ms }, 'given' | 'refused']
  >([
    ['all is done', tse, month, { now: over }, 'given'],
    [
      'a job of its last day is late',
      tse,
      month,
      { now: over, doneBefore: timeJst('2026-11-30', 15, 30) },
      'refused',
    ],
    [
      'a job of the next month is late',
      tse,
      month,
      { now: over, doneBefore: timeJst('2026-12-01', 0) },
      'given',
    ],
    ['a job of a later day is late', tse, day, { now: over, doneBefore: timeJst('2026-11-30', 8) }, 'given'],
    [
      'the exchange has not closed it',
      tse,
      month,
      { now: over, livedTo: timeJst('2026-11-30', 15, 29) },
      'refused',
    ],
    [
      'the exchange is behind in a later day',
      tse,
      day,
      { now: over, livedTo: timeJst('2026-11-30', 9) },
      'given',
    ],
    [
      'it is on, and a day of it is not done',
      tse,
      month,
      { now: timeJst('2026-11-17', 10), doneBefore: timeJst('2026-11-16', 15, 30) },
      'refused',
    ],
    [
      'it is on, and today’s job is late',
      tse,
      month,
      { now: timeJst('2026-11-17', 16), doneBefore: timeJst('2026-11-17', 15, 30) },
      'given',
    ],
    [
      'nobody has books',
      tse,
      { from: '0000-01-01', to: '0000-01-01' },
      { now: over, doneBefore: timeJst('2026-11-27', 8) },
      'given',
    ],
    ['the day is on', tse, day, { now: timeJst(FRIDAY, 16), doneBefore: timeJst(FRIDAY, 15, 30) }, 'given'],
    [
      'the close was seconds ago',
      always,
      day,
      { now: timeJst(FRIDAY, 29, 55) + 20 * SECOND, doneBefore: timeJst(FRIDAY, 29, 55) },
      'given',
    ],
    [
      'the close was a minute ago, and its jobs are late',
      always,
      day,
      { now: timeJst(FRIDAY, 29, 56), doneBefore: timeJst(FRIDAY, 29, 55) + MINUTE / 2 },
      'refused',
    ],
  ])('of a period of which %s', (_, context, period, { now, doneBefore = NEVER, livedTo = now }, what) => {
    const ask = () =>
      assertClosed({ ...context, doneBefore: () => doneBefore }, { livedTo: () => livedTo }, period, now)
    if (what === 'given') return expect(ask).not.toThrow()
    return expect(ask).toThrow(
      expect.objectContaining({ name: 'Unavailable', data: { rejection: 'BEING_CLOSED' } }),
    )
  })
})
