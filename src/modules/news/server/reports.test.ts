import { expect, test } from 'vitest'
import { timeJst } from '#kernel/time.ts'
import { everyDayCalendar, tseCalendar } from '#modules/instruments/model/calendar.ts'
import { changeableSchedule, type Session } from '#modules/instruments/model/schedule.ts'
import { nextReport } from './reports.ts'

const DAY = '2026-12-30'
const reports = (id: 'tse' | 'always-open', sessions: Session[], preClosing: string) => {
  const schedule = changeableSchedule(id)
  schedule.change([{ from: DAY, until: DAY, sessions, preClosing }])
  const calendar = id === 'tse' ? tseCalendar : everyDayCalendar
  const first = nextReport(schedule, calendar, timeJst(DAY, 6))
  return [first, nextReport(schedule, calendar, first.at)].map(({ words, at }) => [words, at])
}

test('a day is told of at noon and after its close, where its own hours have both', () => {
  expect(
    reports(
      'tse',
      [
        ['08:00', '09:00', '11:00'],
        ['12:05', '12:30', '14:00'],
      ],
      '13:55',
    ),
  ).toEqual([
    ['marketMidday', timeJst(DAY, 11, 31)],
    ['marketClose', timeJst(DAY, 14, 1)],
  ])
  expect(reports('tse', [['08:00', '09:00', '11:30']], '11:25')[0]).toEqual([
    'marketClose',
    timeJst(DAY, 11, 31),
  ])
  expect(reports('always-open', [['05:56', '06:00', '12:00']], '11:55')).toEqual([
    ['marketClose', timeJst(DAY, 12, 1)],
    ['marketMidday', timeJst('2026-12-31', 17, 31)],
  ])
})
