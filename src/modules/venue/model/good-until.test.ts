import { expect, it } from 'vitest'
import { addDays, MINUTE } from '#kernel/time.ts'
import { openingAt } from '#modules/instruments/model/schedule.ts'
import { DATE, dayOf, order, planFor, schedule, told } from './test-day.ts'

const plan = planFor('good until')
const { code } = plan.issues[0]!

it.each([
  [
    'the day before: its server was down when it was to go out',
    addDays(DATE, -1),
    [['o', 'EXPIRED', 0, 0, 0, 'DAY_END']],
  ],
  ['this day', DATE, [['o', 'NEW', 0, 0, 100, '']]],
  ['a later day', addDays(DATE, 5), [['o', 'NEW', 0, 0, 100, '']]],
  ['whichever day is on', undefined, [['o', 'NEW', 0, 0, 100, '']]],
])('an order that is good until %s', (_name, goodUntil, reports) => {
  const day = dayOf(plan)
  day.submit(
    { ...order('o', 'alice', code, 'BUY', null, 100), ...(goodUntil === undefined ? {} : { goodUntil }) },
    openingAt(schedule, DATE) - MINUTE,
  )
  expect(told(day.takeReports())).toEqual(reports)
})
