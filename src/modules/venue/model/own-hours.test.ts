import { expect, it, test } from 'vitest'
import { HOUR, MINUTE, timeJst } from '#kernel/time.ts'
import { auctionShares, slots } from '#modules/instruments/model/intraday-shape.ts'
import {
  changeableSchedule,
  closingAt,
  preClosingAt,
  schedules,
  type HoursTable,
} from '#modules/instruments/model/schedule.ts'
import { activityClock } from './activity.ts'
import { liveAgain, openedDay, type LogLine } from './day-log.ts'
import { plannedSchedule, planOf, type DayPlan } from './day-plan.ts'
import { commitmentOf } from './market-day.ts'
import { Participants } from './participants.ts'
import { DATE, order, planFor, told } from './test-day.ts'
import { timetableOf } from './timetable.ts'

/** A half-day (半日立会). */
const HALF: HoursTable = {
  from: DATE,
  until: DATE,
  sessions: [['08:00', '09:00', '11:30']],
  preClosing: '11:25',
}
const ALWAYS_EVENING: HoursTable = {
  from: DATE,
  until: null,
  sessions: [['05:56', '06:00', '22:00']],
  preClosing: '21:55',
}
const changed = (table: HoursTable, id: 'tse' | 'always-open' = 'tse') => {
  const schedule = changeableSchedule(id)
  schedule.change([table])
  return schedule
}
const half = changed(HALF)
const planned = (plan: DayPlan): DayPlan => ({
  ...plan,
  ...pick(planOf(DATE, plan.seed, plan.marketReturn, plan.issues, [], half)),
})
const pick = ({ hours }: DayPlan) => (hours === undefined ? {} : { hours })

test.each([
  ['the usual day', schedules.tse],
  ['a half-day', half],
  ['an evening less', changed(ALWAYS_EVENING, 'always-open')],
  ['a day nearly a day long', schedules['always-open']],
] as const)('%s: its minutes share the whole day', (_, schedule) => {
  const minutes = slots(schedule, DATE)
  const sum = (share: 'volumeShare' | 'varianceShare') =>
    minutes.reduce((total, slot) => total + slot[share], 0)
  expect([sum('volumeShare'), sum('varianceShare')].map((total) => Math.round(total * 1e9))).toEqual([
    1e9, 1e9,
  ])
  const { auctions, phases } = schedule.hoursOn(DATE)
  expect(auctionShares(schedule.id, { auctions, phases })).toHaveLength(auctions.length)
  expect(timetableOf(schedule, DATE).auctions.map(({ isLast }) => isLast)).toEqual(
    auctions.map((_one, index) => index === auctions.length - 1),
  )
  const clock = activityClock(schedule, DATE)
  expect([
    clock.volumeBefore(timeJst(DATE, 0)),
    Math.round(clock.volumeBefore(closingAt(schedule, DATE)) * 1e9),
    Math.round(clock.varianceBefore(closingAt(schedule, DATE)) * 1e9),
  ]).toEqual([0, 1e9, 1e9])
})

it('a plan says hours of its own, in what it is committed to, and says nothing where they are the usual ones', () => {
  const plan = { ...planFor('own hours'), seed: 'ab'.repeat(32) }
  const own = planned(plan)
  expect(plannedSchedule('tse', own).hoursOn(DATE)).toBe(half.hoursOn(DATE))
  expect(commitmentOf(own)).not.toBe(commitmentOf(plan))
  const { hours } = planOf(DATE, plan.seed, plan.marketReturn, plan.issues, [], schedules.tse)
  expect(hours).toBe(undefined)
  // Read back from its file, it is the same day.
  const again = JSON.parse(JSON.stringify(own)) as DayPlan
  expect(preClosingAt(plannedSchedule('tse', again), DATE)).toBe(timeJst(DATE, 11, 25))
})

it('a half-day ends with its auction at 11:30, takes nothing after it, and is the same when it is lived again by whoever has its plan alone', () => {
  const plan = planned(planFor('own hours'))
  const from = timeJst(DATE, 8, 58)
  // Whatever schedule the exchange goes by: the day's own hours are its plan's.
  const day = openedDay(
    { plan, from, stops: [] },
    schedules.tse,
    (one, at) => new Participants(one, activityClock(plannedSchedule('tse', one), DATE), at),
  )
  const lines: LogLine[] = []
  const { code } = plan.issues[0]!
  const say = (at: number, ...message: ['submit', ReturnType<typeof order>]) => {
    day.advanceTo(at)
    lines.push([day.step, at, message])
    day.submit(message[1], at)
  }
  say(timeJst(DATE, 9, 30), 'submit', order('at-once', 'a', code, 'BUY', null, 100))
  say(
    timeJst(DATE, 10, 0),
    'submit',
    order('waits', 'b', code, 'BUY', day.market(code)!.limits.lowerTenths, 100),
  )
  day.advanceTo(timeJst(DATE, 11, 24, 59))
  expect(day.phase).toBe('continuous')
  day.advanceTo(timeJst(DATE, 11, 25))
  expect(day.phase).toBe('pre-closing')
  say(timeJst(DATE, 11, 27), 'submit', order('at-the-close', 'c', code, 'BUY', null, 100))
  day.advanceTo(timeJst(DATE, 11, 30))
  expect([day.isOver, day.phase]).toEqual([true, 'closed'])
  say(timeJst(DATE, 12, 40), 'submit', order('too-late', 'd', code, 'BUY', null, 100))
  const reports = told(day.takeReports())
  const last = (id: string) => reports.findLast(([orderId]) => orderId === id)!
  expect(['at-once', 'at-the-close'].map((id) => last(id).slice(1, 3))).toEqual([
    ['TRADE', 100],
    ['TRADE', 100],
  ])
  expect(['waits', 'too-late'].map((id) => [last(id)[1], last(id)[5]])).toEqual([
    ['EXPIRED', 'DAY_END'],
    ['REJECTED', 'MARKET_CLOSED'],
  ])

  const again: string[] = []
  const { closes } = liveAgain({ plan, from, stops: [] }, lines, schedules.tse, {
    report: ({ execId }) => void again.push(execId),
  })
  expect(closes).toEqual(
    day.markets.map(({ plan: { code: one }, lastTenths }) => [one, lastTenths]).toSorted(),
  )
  expect(again).toHaveLength(reports.length)
  expect(day.trades.every(({ at }) => at <= timeJst(DATE, 0) + 11.5 * HOUR + MINUTE)).toBe(true)
}, 30_000)
