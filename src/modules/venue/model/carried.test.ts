import { expect, test } from 'vitest'
import { HOUR } from '#kernel/time.ts'
import { FRESH_LIMITS } from '#modules/instruments/model/limits.ts'
import { closingAt, openingAt } from '#modules/instruments/model/schedule.ts'
import { standing } from './day-log.ts'
import type { DayPlan } from './day-plan.ts'
import { quoteOf } from './quote.ts'
import { DATE, dayOf, planFor, schedule } from './test-day.ts'

/** The rule state that one day of an issue leaves to the next (market rules 7 and 11). */
const plan = planFor('carried')
const first = plan.issues[0]!
const changed = (change: Partial<DayPlan['issues'][number]>): DayPlan => ({
  ...plan,
  issues: [{ ...first, ...change }, ...plan.issues.slice(1)],
})
const { baseTenths } = first
/** It has traded at this price on its day. */
const lowest = (lowTenths: number) =>
  changed({
    soFar: {
      openTenths: baseTenths,
      highTenths: baseTenths,
      lowTenths,
      lastTenths: lowTenths,
      volume: 100,
      turnoverYen: lowTenths * 10,
      trades: 2,
    },
    fairTenths: Math.round(baseTenths * 0.95),
  })
const middle = openingAt(schedule, DATE) + HOUR

const falls: [what: string, lowTenths: number, isRestricted: boolean][] = [
  ['at nine tenths of the base price', Math.floor(baseTenths * 0.9), true],
  ['a tenth of a yen above it', Math.floor(baseTenths * 0.9) + 1, false],
]
test.each(falls)(
  'a trade %s restricts short sales for its day and the next one, and no longer',
  (_, lowTenths, isRestricted) => {
    const day = dayOf(lowest(lowTenths), middle)
    const market = day.market(first.code)!
    expect(quoteOf(market, 'continuous', middle, DATE).shortRestricted).toBe(isRestricted)
    const { carried } = standing(day, market, 0)
    const next = dayOf(changed({ carried }), middle)
    expect(quoteOf(next.market(first.code)!, 'continuous', middle, DATE).shortRestricted).toBe(isRestricted)
    expect(standing(next, next.market(first.code)!, 0).carried.isShortRestricted).toBe(false)
  },
)

test('where the end of the day is not lived through, the fall is known all the same; the limits begin afresh', () => {
  const day = dayOf(
    {
      ...lowest(Math.floor(baseTenths * 0.9)),
      issues: lowest(Math.floor(baseTenths * 0.9)).issues.map((issue) => ({
        ...issue,
        carried: { limits: { lockedDays: 1, widened: 'upper' }, isShortRestricted: false },
      })),
    },
    middle,
  )
  expect(standing(day, day.market(first.code)!, closingAt(schedule, DATE) - middle).carried).toEqual({
    limits: FRESH_LIMITS,
    isShortRestricted: true,
  })
})
