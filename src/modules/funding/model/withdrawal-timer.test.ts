import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE, timeJst, type Ms } from '#kernel/time.ts'
import { tseCalendar } from '#modules/instruments/model/calendar.ts'
import type { Decider } from './withdrawal.ts'
import {
  afterBusinessMs,
  arrivesBy,
  businessMs,
  DECIDED_WITHIN_MS,
  dueAfter,
  firstDue,
  leftOf,
  nextOfTimer,
  type Stop,
} from './withdrawal-timer.ts'

const { isTradingDay } = tseCalendar
const at = (date: string, hour: number, minute = 0): Ms => timeJst(date, hour, minute)
/** 2026-11-27 is a Friday; Monday 23 November is a holiday (Labour Thanksgiving Day). */
const [THU, FRI, SAT, MON, TUE] = [
  '2026-11-26',
  '2026-11-27',
  '2026-11-28',
  '2026-11-30',
  '2026-12-01',
] as const

describe('the time for a decision', () => {
  it.each([
    ['the same day', at(FRI, 10), at(FRI, 15)],
    ['from the opening', at(FRI, 9), at(FRI, 14)],
    ['over a night', at(THU, 15, 29), at(FRI, 13, 59)],
    ['over a weekend', at(FRI, 15, 29), at(MON, 13, 59)],
    ['just to the end of a day', at(FRI, 10, 30), at(FRI, 15, 30)],
    ['from a Saturday', at(SAT, 6), at(MON, 14)],
    ['over a holiday', at('2026-11-20', 15), at('2026-11-24', 13, 30)],
    ['over the new year', at('2026-12-30', 15), at('2027-01-04', 13, 30)],
  ])('%s', (_, asked, due) => {
    expect(firstDue('two', asked, isTradingDay)).toBe(due)
    expect(businessMs(asked, due, isTradingDay)).toBe(DECIDED_WITHIN_MS)
  })

  it('leaves the bank its time: a request of any minute of a business day arrives within a day of business hours', () => {
    for (let minute = 0; minute < 390; minute++) {
      const asked = at(THU, 9) + minute * MINUTE
      expect(firstDue('two', asked, isTradingDay)).toBeLessThanOrEqual(asked + 24 * HOUR - HOUR)
    }
  })

  it('by rule at once; by the app after a day, nights too', () => {
    expect([
      firstDue('rule', at(FRI, 10), isTradingDay),
      firstDue('wait', at(FRI, 10), isTradingDay),
    ]).toEqual([at(FRI, 10), at(SAT, 10)])
  })

  it.each([
    ['stopped at noon on Friday, goes on on Saturday', at(FRI, 10), at(FRI, 12), at(SAT, 10), at(MON, 12)],
    ['stopped and going on within hours', at(FRI, 10), at(FRI, 11), at(FRI, 11, 30), at(FRI, 15, 30)],
    ['stopped over its end', at(FRI, 10), at(FRI, 14, 59), at(TUE, 9), at(TUE, 9, 1)],
    ['stopped when it was over', at(FRI, 10), at(FRI, 15, 10), at(MON, 9), at(MON, 9)],
  ])('%s: nothing is lost and nothing added', (_, asked, stopped, on, due) => {
    const leftMs = leftOf('two', stopped, firstDue('two', asked, isTradingDay), isTradingDay)
    expect(dueAfter('two', on, leftMs, isTradingDay)).toBe(due)
  })

  it('no business day ahead is said, and not waited for', () => {
    expect(() => afterBusinessMs(at(FRI, 10), HOUR, () => false)).toThrow(RangeError)
  })
})

describe('by when the money is at the bank', () => {
  const asked = (decider: Decider, when: Ms) =>
    arrivesBy(decider, firstDue(decider, when, isTradingDay), null, isTradingDay)
  it.each<[string, Decider, Ms, Ms]>([
    ['by rule, a day of business hours', 'rule', at(THU, 10), at(FRI, 10)],
    ['by two, over a weekend', 'two', at(FRI, 14), at(MON, 14)],
    ['by rule, over a weekend', 'rule', at(FRI, 15, 29), at(MON, 15, 29)],
    ['by two, over a holiday', 'two', at('2026-11-20', 14), at('2026-11-24', 14)],
    ['with the app, after its day', 'wait', at('2026-12-01', 10), at('2026-12-03', 10)],
    ['with the app, its day over on a Saturday', 'wait', at(FRI, 10), at(MON, 15, 30)],
  ])('%s', (_, decider, when, arrives) => expect(asked(decider, when)).toBe(arrives))
  it('never before the last moment for a decision, and the bank has its hours after it', () => {
    for (let minute = 0; minute < 390; minute++) {
      const when = at(FRI, 9) + minute * MINUTE
      expect(businessMs(firstDue('two', when, isTradingDay), asked('two', when), isTradingDay)).toBe(
        90 * MINUTE,
      )
    }
  })
  it('approved when the time had stood beyond its end: the bank has its hours from then', () => {
    expect(arrivesBy('two', at(FRI, 15), at(TUE, 10), isTradingDay)).toBe(at(TUE, 11, 30))
    expect(
      arrivesBy('two', at(FRI, 15), at(FRI, 11), isTradingDay),
      'approved early, the promise stays',
    ).toBe(at(MON, 10))
  })
})

const DUE = at(FRI, 15)
it.each<[Stop | null, Stop | null, Ms, string | null]>([
  [null, null, DUE - 1, null],
  [null, null, DUE, 'approve'],
  [null, 'frozen', DUE - HOUR, 'stop'],
  [null, 'frozen', DUE + 30 * HOUR, 'stop'],
  ['frozen', 'frozen', DUE + HOUR, null],
  ['frozen', 'denial', DUE, 'rename'],
  ['frozen', null, DUE + HOUR, 'go-on'],
])('stopped for %s, now %s against it, at %i: %s', (stoppedFor, obstacle, now, next) =>
  expect(nextOfTimer({ stoppedFor, dueAt: DUE }, obstacle, now)).toBe(next),
)
