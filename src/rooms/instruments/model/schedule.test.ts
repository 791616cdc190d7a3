import { expect, test } from 'vitest'
import { timeJst } from '#kernel/time.ts'
import { everyDayCalendar, tseCalendar } from './calendar.ts'
import {
  auctionsOf, closingAt, lastOpenedDate, openingAt, phaseAt, preClosingAt, schedules, tradingSpans, type Phase, type ScheduleId,
} from './schedule.ts'

const calendars = { tse: tseCalendar, 'always-open': everyDayCalendar }
/** `2026-11-20 09:00:00` in Japan. */
const at = (text: string) => {
  const [date, time] = text.split(' ')
  const [hour, minute, second] = time!.split(':').map(Number)
  return timeJst(date!, hour!, minute, second)
}

/** 2026-11-20 is a Friday, 2026-11-23 a holiday. */
const cases: [schedule: ScheduleId, moment: string, phase: Phase, tradeDate: string, changes: string, lastOpened: string][] = [
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
  expect(phaseAt(schedules[id], calendars[id], at(moment))).toEqual({ phase, tradeDate, nextChangeAt: at(changes) })
  expect(lastOpenedDate(schedules[id], calendars[id], at(moment))).toBe(lastOpened)
})

test('auctions and spans of a day', () => {
  expect(auctionsOf(schedules.tse, '2026-11-20')).toEqual([
    { kind: 'opening-auction', at: at('2026-11-20 09:00:00') },
    { kind: 'closing-auction', at: at('2026-11-20 11:30:00') },
    { kind: 'opening-auction', at: at('2026-11-20 12:30:00') },
    { kind: 'closing-auction', at: at('2026-11-20 15:30:00') },
  ])
  expect([openingAt, preClosingAt, closingAt].map((of) => of(schedules['always-open'], '2026-11-20')))
    .toEqual([at('2026-11-20 06:00:00'), at('2026-11-21 05:50:00'), at('2026-11-21 05:55:00')])
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
