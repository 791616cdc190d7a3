import { expect, test } from 'vitest'
import { HOUR, MINUTE, timeJst } from '#kernel/time.ts'
import { everyDayCalendar, tseCalendar } from './calendar.ts'
import {
  auctionsOf,
  changeableSchedule,
  closingAt,
  hoursOf,
  lastOpenedDate,
  openingAt,
  phaseAt,
  preClosingAt,
  RELEASED,
  schedules,
  tradeDateAt,
  tradingSpans,
  tradingTime,
  type HoursTable,
  type Phase,
  type ScheduleId,
} from './schedule.ts'

const calendars = { tse: tseCalendar, 'always-open': everyDayCalendar }
/** `2026-11-20 09:00:00` in Japan. */
const at = (text: string) => {
  const [date, time] = text.split(' ')
  const [hour, minute, second] = time!.split(':').map(Number)
  return timeJst(date!, hour!, minute, second)
}

/** 2026-11-20 is a Friday, 2026-11-23 a holiday. */
const cases: [
  schedule: ScheduleId,
  moment: string,
  phase: Phase,
  tradeDate: string,
  changes: string,
  lastOpened: string,
][] = [
  ['tse', '2026-11-20 07:59:59', 'closed', '2026-11-20', '2026-11-20 08:00:00', '2026-11-19'],
  ['tse', '2026-11-20 08:00:00', 'pre-open', '2026-11-20', '2026-11-20 09:00:00', '2026-11-19'],
  ['tse', '2026-11-20 09:00:00', 'continuous', '2026-11-20', '2026-11-20 11:30:00', '2026-11-20'],
  ['tse', '2026-11-20 11:29:59', 'continuous', '2026-11-20', '2026-11-20 11:30:00', '2026-11-20'],
  ['tse', '2026-11-20 11:30:00', 'lunch', '2026-11-20', '2026-11-20 12:05:00', '2026-11-20'],
  ['tse', '2026-11-20 12:05:00', 'pre-open', '2026-11-20', '2026-11-20 12:30:00', '2026-11-20'],
  ['tse', '2026-11-20 12:30:00', 'continuous', '2026-11-20', '2026-11-20 15:25:00', '2026-11-20'],
  ['tse', '2026-11-20 15:25:00', 'pre-closing', '2026-11-20', '2026-11-20 15:30:00', '2026-11-20'],
  ['tse', '2026-11-20 15:30:00', 'closed', '2026-11-24', '2026-11-24 08:00:00', '2026-11-20'],
  ['tse', '2026-11-21 10:00:00', 'closed', '2026-11-24', '2026-11-24 08:00:00', '2026-11-20'],
  ['tse', '2026-11-24 00:00:00', 'closed', '2026-11-24', '2026-11-24 08:00:00', '2026-11-20'],
  ['always-open', '2026-11-20 05:49:59', 'continuous', '2026-11-19', '2026-11-20 05:50:00', '2026-11-19'],
  ['always-open', '2026-11-20 05:50:00', 'pre-closing', '2026-11-19', '2026-11-20 05:55:00', '2026-11-19'],
  ['always-open', '2026-11-20 05:55:00', 'closed', '2026-11-20', '2026-11-20 05:56:00', '2026-11-19'],
  ['always-open', '2026-11-20 05:56:00', 'pre-open', '2026-11-20', '2026-11-20 06:00:00', '2026-11-19'],
  ['always-open', '2026-11-20 06:00:00', 'continuous', '2026-11-20', '2026-11-21 05:50:00', '2026-11-20'],
  ['always-open', '2026-11-21 00:00:00', 'continuous', '2026-11-20', '2026-11-21 05:50:00', '2026-11-20'],
  ['always-open', '2027-01-01 12:00:00', 'continuous', '2027-01-01', '2027-01-02 05:50:00', '2027-01-01'],
]
test.each(cases)('%s at %s is %s of %s until %s', (id, moment, phase, tradeDate, changes, lastOpened) => {
  expect(phaseAt(schedules[id], calendars[id], at(moment))).toEqual({
    phase,
    tradeDate,
    nextChangeAt: at(changes),
  })
  expect(lastOpenedDate(schedules[id], calendars[id], at(moment))).toBe(lastOpened)
})

test('auctions and spans of a day', () => {
  expect(auctionsOf(schedules.tse, '2026-11-20')).toEqual([
    { kind: 'opening-auction', at: at('2026-11-20 09:00:00') },
    { kind: 'closing-auction', at: at('2026-11-20 11:30:00') },
    { kind: 'opening-auction', at: at('2026-11-20 12:30:00') },
    { kind: 'closing-auction', at: at('2026-11-20 15:30:00') },
  ])
  expect(
    [openingAt, preClosingAt, closingAt].map((of) => of(schedules['always-open'], '2026-11-20')),
  ).toEqual([at('2026-11-20 06:00:00'), at('2026-11-21 05:50:00'), at('2026-11-21 05:55:00')])
  expect(tradingSpans(schedules.tse, '2026-11-20')).toHaveLength(2)
})

test('a walk through a week visits the phases in order and never stands still', () => {
  for (const id of ['tse', 'always-open'] as const) {
    let now = at('2026-11-19 00:00:00')
    while (now < at('2026-11-26 00:00:00')) {
      const { nextChangeAt } = phaseAt(schedules[id], calendars[id], now)
      expect(nextChangeAt).toBeGreaterThan(now)
      const before = phaseAt(schedules[id], calendars[id], nextChangeAt - 1).phase
      expect(before).toBe(phaseAt(schedules[id], calendars[id], now).phase)
      now = nextChangeAt
    }
  }
})

test('published hours hold on their days alone, and the last of two', () => {
  const schedule = changeableSchedule('tse')
  expect(schedule.hoursOn('2026-12-30')).toBe(schedules.tse.hoursOn('2026-12-30'))
  const half: HoursTable = {
    from: '2026-12-30',
    until: '2026-12-30',
    sessions: [['08:00', '09:00', '11:30']],
    preClosing: '11:25',
  }
  const early: HoursTable = {
    from: '2026-12-29',
    until: null,
    sessions: [
      ['08:00', '09:00', '11:30'],
      ['12:05', '12:30', '15:00'],
    ],
    preClosing: '14:55',
  }
  schedule.change([early, half, { ...RELEASED.tse, from: '2027-01-05', until: null }])
  expect(
    ['2026-12-28', '2026-12-29', '2026-12-30', '2027-01-04', '2027-01-05'].map((date) => [
      closingAt(schedule, date),
      preClosingAt(schedule, date),
    ]),
  ).toEqual([
    [at('2026-12-28 15:30:00'), at('2026-12-28 15:25:00')],
    [at('2026-12-29 15:00:00'), at('2026-12-29 14:55:00')],
    [at('2026-12-30 11:30:00'), at('2026-12-30 11:25:00')],
    [at('2027-01-04 15:00:00'), at('2027-01-04 14:55:00')],
    [at('2027-01-05 15:30:00'), at('2027-01-05 15:25:00')],
  ])
  // A change that says the usual hours gives the usual hours themselves.
  expect(schedule.hoursOn('2027-01-05')).toBe(schedules.tse.hoursOn('2027-01-05'))
  const phase = (moment: string) => phaseAt(schedule, tseCalendar, at(moment))
  expect([phase('2026-12-30 11:24:59'), phase('2026-12-30 11:25:00'), phase('2026-12-30 12:30:00')]).toEqual([
    { phase: 'continuous', tradeDate: '2026-12-30', nextChangeAt: at('2026-12-30 11:25:00') },
    { phase: 'pre-closing', tradeDate: '2026-12-30', nextChangeAt: at('2026-12-30 11:30:00') },
    { phase: 'closed', tradeDate: '2027-01-04', nextChangeAt: at('2027-01-04 08:00:00') },
  ])
  expect([tradingTime(schedule, '2026-12-30'), tradingTime(schedule, '2026-12-28')]).toEqual([
    145 * 60_000,
    325 * 60_000,
  ])
  expect(tradingSpans(schedule, '2026-12-30')).toEqual([
    { from: at('2026-12-30 09:00:00'), to: at('2026-12-30 11:25:00') },
  ])
})

test('a day that ends before midnight leaves the night to the next', () => {
  const schedule = changeableSchedule('always-open')
  schedule.change([
    { from: '2026-12-30', until: '2026-12-30', sessions: [['05:56', '06:00', '22:00']], preClosing: '21:55' },
  ])
  expect(
    [
      '2026-12-30 05:54:59',
      '2026-12-30 21:59:59',
      '2026-12-30 22:00:00',
      '2026-12-31 05:00:00',
      '2027-01-01 05:00:00',
    ].map((moment) => tradeDateAt(schedule, everyDayCalendar, at(moment))),
  ).toEqual(['2026-12-29', '2026-12-30', '2026-12-31', '2026-12-31', '2026-12-31'])
})

test('sessions make phases without gaps, with an auction at both ends of each', () => {
  expect(hoursOf(RELEASED.tse).phases.map(([phase]) => phase)).toEqual([
    'pre-open',
    'continuous',
    'lunch',
    'pre-open',
    'continuous',
    'pre-closing',
  ])
  for (const { phases } of [hoursOf(RELEASED.tse), hoursOf(RELEASED['always-open'])])
    expect(phases.slice(1).every(([, from], index) => from === phases[index]![2])).toBe(true)
})

/** Market rules 1: Tokyo closed at 15:00 until 4 November 2024, and had no pre-closing. */
test("Tokyo's hours are those of the day", () => {
  const [before, since] = ['2024-11-01', '2024-11-05'] as const
  expect([before, since].map((date) => closingAt(schedules.tse, date) - timeJst(date, 0))).toEqual([
    15 * HOUR,
    15.5 * HOUR,
  ])
  expect(
    [before, since].map((date) => phaseAt(schedules.tse, tseCalendar, timeJst(date, 14, 57)).phase),
  ).toEqual(['continuous', 'continuous'])
  expect(
    [before, since].map((date) => phaseAt(schedules.tse, tseCalendar, timeJst(date, 15, 26)).phase),
  ).toEqual(['closed', 'pre-closing'])
  expect([before, since].map((date) => preClosingAt(schedules.tse, date) - timeJst(date, 0))).toEqual([
    14 * HOUR + 55 * MINUTE,
    15 * HOUR + 25 * MINUTE,
  ])
  expect(schedules.tse.hoursOn(before)).toBe(schedules.tse.hoursOn('2024-08-05'))
  // The morning went on to 11:30 from 21 November 2011.
  expect(
    ['2011-11-18', '2011-11-21'].map((date) => [
      phaseAt(schedules.tse, everyDayCalendar, timeJst(date, 11, 15)).phase,
      closingAt(schedules.tse, date) - timeJst(date, 0),
    ]),
  ).toEqual([
    ['lunch', 15 * HOUR],
    ['continuous', 15 * HOUR],
  ])
  // A change published against the hours of today is as of today.
  const schedule = changeableSchedule('tse')
  schedule.change([{ ...RELEASED.tse, from: '2027-01-05', until: null }])
  expect(schedule.hoursOn('2027-01-05')).toBe(schedules.tse.hoursOn(since))
})
