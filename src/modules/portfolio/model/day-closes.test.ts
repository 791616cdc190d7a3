import { expect, test } from 'vitest'
import { timeJst } from '#kernel/time.ts'
import { schedules } from '#modules/instruments/model/schedule.ts'
import { dayClosesAt } from './day-closes.ts'

const [TODAY, TOMORROW] = ['2026-11-19', '2026-11-20']
test.each([
  ['on its day', TODAY, timeJst(TODAY, 10), timeJst(TODAY, 15, 25)],
  ['left over, after the close', TOMORROW, timeJst(TODAY, 16), timeJst(TOMORROW, 9)],
  ['left over by the opening too', TOMORROW, timeJst(TOMORROW, 10), timeJst(TOMORROW, 15, 25)],
])('a day lot %s', (_name, tradeDate, now, at) =>
  expect(dayClosesAt(schedules.tse, tradeDate, TODAY, now)).toBe(at),
)
