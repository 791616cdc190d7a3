import { expect, test } from 'vitest'
import { MINUTE, SECOND, timeJst } from '#kernel/time.ts'
import { schedules } from '#modules/instruments/model/schedule.ts'
import { dayBegins, replayTime } from './replay-time.ts'

const run = {
  from: dayBegins(schedules.tse, '2024-08-02'),
  startedAt: 1_000_000,
  speed: 60,
  dates: ['2024-08-02', '2024-08-05'],
}
const at = (date: string, hour: number, minute: number, second = 0) => timeJst(date, hour, minute, second)

const cases: [name: string, afterMs: number, marketTime: number][] = [
  ['begins before the opening auction', 0, at('2024-08-02', 8, 55)],
  ['one second is a minute', SECOND, at('2024-08-02', 8, 56)],
  ['plays through lunch', 3 * MINUTE, at('2024-08-02', 11, 55)],
  ['just before the night', 370 * SECOND - 1, at('2024-08-02', 15, 4, 59) + 940],
  ['leaves out the night and the weekend', 370 * SECOND, at('2024-08-05', 8, 55)],
  ['stands at the end of the file', 900 * SECOND, at('2024-08-05', 15, 5)],
]
test.each(cases)('market time %s', (_name, afterMs, marketTime) => {
  expect(replayTime(schedules.tse, run)(run.startedAt + afterMs)).toBe(marketTime)
})

test('goes on where it was, and from a night to the next morning', () => {
  const from = at('2024-08-02', 20, 0)
  expect(replayTime(schedules.tse, { ...run, from })(run.startedAt)).toBe(at('2024-08-05', 8, 55))
  expect(replayTime(schedules.tse, { ...run, from: at('2024-08-02', 10, 0) })(run.startedAt + SECOND)).toBe(
    at('2024-08-02', 10, 1),
  )
  expect(replayTime(schedules.tse, { ...run, from: at('2024-08-09', 10, 0) })(run.startedAt + SECOND)).toBe(
    at('2024-08-09', 10, 0),
  )
})
