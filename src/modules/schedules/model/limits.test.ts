import { describe, expect, it, test } from 'vitest'
import { FIRST_LIMITS, limitsOnDay, limitsProblem } from './limits.ts'
import type { BeginFacts } from './schedule.ts'

const TODAY: BeginFacts = { today: '2026-11-20', isOpen: true }
const good = { from: '2026-11-24', byRuleYen: 2_000_000, orderYen: 300_000_000, openOrders: 100 }
const said = (change: object, facts: Partial<BeginFacts> = {}, known = false, id = 'limits-2026-11-24') =>
  limitsProblem(id, { ...good, ...change }, { ...TODAY, ...facts }, known)

describe('a table of limits', () => {
  it('may be set, from its least to its most', () => {
    for (const change of [
      {},
      FIRST_LIMITS,
      { byRuleYen: 100_000, orderYen: 1_000_000, openOrders: 20 },
      { byRuleYen: 10_000_000, orderYen: 500_000_000, openOrders: 200 },
    ])
      expect(said(change)).toBe(null)
  })
  /** In the order in which they are checked. */
  it.each([
    ['SCHEDULE_FORM', { byRuleYen: -1 }],
    ['SCHEDULE_FORM', { openOrders: 20.5 }],
    ['SCHEDULE_FORM', { orderYen: '1' }],
    ['SCHEDULE_FORM', { memberId: 'm-1' }],
    ['SCHEDULE_ID', {}, {}, false, 'fees-2026-11-24'],
    ['FROM_CLOSED', {}, { isOpen: false }],
    ['FROM_TOO_EARLY', {}, { today: '2026-11-24' }],
    ['SCHEDULE_KNOWN', {}, {}, true],
    ['LIMIT_BOUNDS', { byRuleYen: 99_999 }],
    ['LIMIT_BOUNDS', { byRuleYen: 0 }],
    ['LIMIT_BOUNDS', { byRuleYen: 10_000_001 }],
    ['LIMIT_BOUNDS', { orderYen: 999_999 }],
    ['LIMIT_BOUNDS', { orderYen: 500_000_001 }],
    ['LIMIT_BOUNDS', { openOrders: 19 }],
    ['LIMIT_BOUNDS', { openOrders: 201 }],
  ] as [string, object, Partial<BeginFacts>?, boolean?, string?][])(
    '%s: %j',
    (rejection, change, facts, known, id) =>
      expect(said(change, facts, known, id)?.rejection).toBe(rejection),
  )
  it('says which one is out of its bounds', () =>
    expect(said({ openOrders: 0 })?.detail).toEqual({ what: 'openOrders', least: 20, most: 200 }))
})

test('the newest table that has begun is in force, and before the first what the server began with', () => {
  const of = (from: string, openOrders: number) => ({ ...good, from, openOrders })
  const all = [of('2026-11-26', 30), of('2026-11-24', 40)]
  expect(
    ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-30'].map((date) => limitsOnDay(all, date).openOrders),
  ).toEqual([200, 40, 40, 30])
})
