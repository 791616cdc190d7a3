import { describe, expect, test } from 'vitest'
import { HOUR, MINUTE, SECOND, timeJst, type Ms } from '#kernel/time.ts'
import { firstPriceRange } from '#modules/instruments/model/first-price.ts'
import { closingAt, openingAt } from '#modules/instruments/model/schedule.ts'
import { activityClock } from './activity.ts'
import { planOf, type DayPlan } from './day-plan.ts'
import { ExchangeDay } from './exchange.ts'
import { Participants } from './participants.ts'
import { DATE, dayOf, order, planFor, schedule, testUniverse, told } from './test-day.ts'
import type { Trade } from './terms.ts'

/**
 * An issue that joins a day which is on (market rules 10, and the exchange's own: nobody else is moved by
 * it).
 */
const opening = openingAt(schedule, DATE)
const plan = planFor('joining')
const [first] = planFor('joining', testUniverse.slice(20, 21)).issues
const offerTenths = 12_000
const issue = {
  ...first!,
  code: 'S940',
  tickTable: 'other' as const,
  baseTenths: offerTenths,
  previousCloseTenths: offerTenths,
  fairTenths: 12_300,
  firstDay: { offerTenths },
  limits: firstPriceRange(offerTenths, 'other'),
}
const joining: DayPlan = planOf(DATE, plan.seed, plan.marketReturn, [issue])

function lived(
  at: Ms | null,
  until: Ms,
  day = dayOf(plan, opening - HOUR),
): { day: ExchangeDay; trades: Trade[] } {
  if (at !== null) {
    day.advanceTo(at)
    day.list(joining, at)
  }
  day.advanceTo(until)
  return { day, trades: day.takeTrades() }
}
const market = (day: ExchangeDay) => day.market('S940')!

const moments: [when: string, at: Ms, openFrom: Ms][] = [
  ['before the opening', opening - 30 * MINUTE, opening],
  ['in the middle of the morning', opening + 40 * MINUTE, opening + 40 * MINUTE],
  ['over lunch', timeJst(DATE, 12), timeJst(DATE, 12) + 30 * MINUTE],
]
test.each(moments)('joins %s: gathers orders or opens at once, by an auction', (_, at, openFrom) => {
  const { day, trades } = lived(at, openFrom + 20 * MINUTE)
  const own = trades.find(({ code }) => code === 'S940')!
  expect([own.aggressor, own.at >= openFrom, own.no]).toEqual(['AUCTION', true, 1])
  expect(Math.abs(market(day).openTenths! / 12_300 - 1)).toBeLessThan(0.05)
  expect(market(day).baseTenths).toBe(market(day).openTenths)
})

test('no other issue is moved by it', () => {
  const until = opening + 2 * HOUR
  const others = (trades: readonly Trade[]) => trades.filter(({ code }) => code !== 'S940')
  expect(others(lived(opening + HOUR, until).trades)).toEqual(lived(null, until).trades)
})

describe('the same again', () => {
  test('from a snapshot taken after it joined, with the plan that it is in now', () => {
    const { day } = lived(opening + HOUR, opening + HOUR + MINUTE)
    const kept = structuredClone(day.snapshot())
    const again = new ExchangeDay(
      day.plan,
      schedule,
      new Participants(day.plan, activityClock(schedule, DATE), opening - HOUR),
      opening - HOUR,
    )
    again.restore(kept)
    for (const one of [day, again]) one.advanceTo(opening + HOUR + 20 * MINUTE)
    expect(again.takeTrades()).toEqual(day.takeTrades())
    expect(market(again).snapshot()).toEqual(market(day).snapshot())
  })

  test('from before it joined, told of it once more', () => {
    const [one, two] = [lived(opening + HOUR, opening + 2 * HOUR), lived(opening + HOUR, opening + 2 * HOUR)]
    expect(two.trades).toEqual(one.trades)
  })
})

test('told twice, for another day or after the day is over: nothing happens', () => {
  const { day } = lived(opening + MINUTE, opening + 5 * MINUTE)
  day.list(joining, opening + 5 * MINUTE)
  day.list(
    { ...joining, tradeDate: '2026-11-24', issues: [{ ...issue, code: 'S941' }] },
    opening + 5 * MINUTE,
  )
  expect(day.markets).toHaveLength(plan.issues.length + 1)
  day.advanceTo(closingAt(schedule, DATE) + SECOND)
  day.list({ ...joining, issues: [{ ...issue, code: 'S942' }] }, closingAt(schedule, DATE) + SECOND)
  expect([day.isOver, day.markets.length]).toEqual([true, plan.issues.length + 1])
})

test('where people have stopped it, or the market, it waits; members trade it by limit orders alone', () => {
  const day = dayOf(plan, opening - HOUR)
  day.advanceTo(opening + MINUTE)
  day.setStops(['S940'], opening + MINUTE)
  day.list(joining, opening + MINUTE)
  day.advanceTo(opening + 10 * MINUTE)
  expect([market(day).trades, market(day).isStopped]).toEqual([0, true])
  day.submit(order('at-market', 'm', 'S940', 'BUY', null, 100), opening + 10 * MINUTE)
  day.submit(order('high', 'm', 'S940', 'BUY', 14_000, 100), opening + 10 * MINUTE)
  day.setStops([], opening + 11 * MINUTE)
  day.advanceTo(opening + 40 * MINUTE)
  const said = told(day.takeReports()).map(([id, type, , , , reason]) => [id, type, reason])
  expect(said).toEqual([
    ['at-market', 'REJECTED', 'MARKET_BANNED'],
    ['high', 'NEW', ''],
    ['high', 'TRADE', ''],
  ])
})
