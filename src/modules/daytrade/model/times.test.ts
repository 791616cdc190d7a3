import { expect, test } from 'vitest'
import { timeJst } from '#kernel/time.ts'
import { schedules } from '#modules/instruments/model/schedule.ts'
import { dayTimes } from './times.ts'

test('the hours of the end of a day, by Tokyo’s day and by the one that never stops', () => {
  const date = '2026-11-19'
  expect(dayTimes(schedules.tse, date)).toEqual({
    warnAt: timeJst(date, 15, 20),
    closeAt: timeJst(date, 15, 25),
    leftAt: timeJst(date, 15, 30, 30),
  })
  expect(dayTimes(schedules['always-open'], date)).toEqual({
    warnAt: timeJst(date, 29, 45),
    closeAt: timeJst(date, 29, 50),
    leftAt: timeJst(date, 29, 55, 30),
  })
})
