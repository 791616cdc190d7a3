import { describe, expect, it, test } from 'vitest'
import { feeOf } from '#modules/margin/model/charges.ts'
import { FEE } from '#modules/margin/model/rates.ts'
import { feesOnDay, feesProblem } from './fees.ts'
import type { BeginFacts } from './schedule.ts'

const TODAY: BeginFacts = { today: '2026-11-20', isOpen: true }
const good = { from: '2026-11-24', ratePpm: 400, minYen: 40, maxYen: 900 }
const said = (change: object, facts: Partial<BeginFacts> = {}, known = false, id = 'fees-2026-11-24') =>
  feesProblem(id, { ...good, ...change }, { ...TODAY, ...facts }, known)?.rejection ?? null

describe('a fee schedule', () => {
  it('for the next business day may be published', () => expect(said({})).toBe(null))
  it('for nothing at all may be, and up to the highest', () => {
    expect(said({ ratePpm: 0, minYen: 0, maxYen: 0 })).toBe(null)
    expect(said({ ratePpm: 10_000, maxYen: 100_000 })).toBe(null)
  })
  /** In the order in which they are checked. */
  it.each([
    ['SCHEDULE_FORM', { ratePpm: -1 }],
    ['SCHEDULE_FORM', { ratePpm: 1.5 }],
    ['SCHEDULE_FORM', { minYen: '40' }],
    ['SCHEDULE_FORM', { maxYen: null }],
    ['SCHEDULE_FORM', { memberId: 'm-1' }],
    ['SCHEDULE_FORM', { from: '24.11.2026' }],
    ['SCHEDULE_FORM', { from: '2026-11-31' }],
    ['SCHEDULE_FORM', { maxYen: 2 ** 53 }],
    ['SCHEDULE_ID', {}, {}, false, 'fees-2026-11-25'],
    ['FROM_CLOSED', {}, { isOpen: false }],
    ['FROM_TOO_EARLY', {}, { today: '2026-11-24' }],
    ['SCHEDULE_KNOWN', {}, {}, true],
    ['RATE_TOO_HIGH', { ratePpm: 10_001 }],
    ['RATE_TOO_HIGH', { maxYen: 100_001 }],
    ['FEES_REVERSED', { minYen: 901 }],
  ] as [string, object, Partial<BeginFacts>?, boolean?, string?][])(
    '%s: %j',
    (rejection, change, facts, known, id) => expect(said(change, facts, known, id)).toBe(rejection),
  )
})

test('the newest that has begun is in force, whatever the order in which they were published', () => {
  const of = (from: string, ratePpm: number) => ({ from, ratePpm, minYen: 1, maxYen: 2 })
  const all = [of('2026-11-26', 300), of('2026-11-24', 400), of('2026-12-01', 200)]
  expect(
    ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-12-31'].map(
      (date) => feesOnDay(all, date, FEE).ratePpm,
    ),
  ).toEqual([500, 400, 400, 300, 200])
})
test('a commission follows its rule, with consumption tax', () => {
  expect(feeOf(1_000_000, { ratePpm: 400, minYen: 40, maxYen: 900 })).toEqual({
    feeYen: 400,
    taxYen: 40,
    totalYen: 440,
  })
  expect([
    feeOf(1, { ratePpm: 0, minYen: 0, maxYen: 0 }).totalYen,
    feeOf(10, { ratePpm: 1, minYen: 70, maxYen: 900 }).feeYen,
    feeOf(1e9, { ratePpm: 9_999, minYen: 0, maxYen: 901 }).feeYen,
  ]).toEqual([0, 70, 901])
})
