import { describe, expect, it } from 'vitest'
import { HOUR, timeJst } from '#kernel/time.ts'
import { quietUntil, tellsAt, toldOf, USUAL_CHOICE } from './recipients.ts'

const DAY = '2026-11-27'
const at = (hour: number, minute = 0) => timeJst(DAY, hour, minute)
const night = { from: 22 * HOUR, to: 7 * HOUR }
const noon = { from: 12 * HOUR, to: 13 * HOUR }

describe('quiet hours are Japan’s, over midnight too', () => {
  it.each([
    [night, at(21, 59), null],
    [night, at(22), at(31)],
    [night, at(23, 30), at(31)],
    [night, at(3), at(7)],
    [night, at(7), null],
    [noon, at(12), at(13)],
    [noon, at(13), null],
    [{ from: HOUR, to: HOUR }, at(1), null],
    [null, at(3), null],
  ])('%j at %d', (quiet, now, until) => {
    expect(quietUntil(quiet, now)).toBe(until)
  })
})

describe('an operator is told', () => {
  const choice = { from: 'urgent' as const, quiet: night }
  it.each([
    ['what is critical, whatever the hour', choice, 'critical', at(3), at(3)],
    ['what is urgent, after the quiet hours', choice, 'urgent', at(3), at(7)],
    ['what is urgent, at once by day', choice, 'urgent', at(10), at(10)],
    ['nothing below what they chose', choice, 'notice', at(10), null],
    ['everything, as long as they chose nothing', USUAL_CHOICE, 'notice', at(3), at(3)],
    [
      'what is critical, also with a higher choice',
      { from: 'critical', quiet: night },
      'critical',
      at(23),
      at(23),
    ],
  ] as const)('%s', (_, own, severity, now, when) => {
    expect(tellsAt(own, severity, now)).toBe(when)
  })
})

describe('of each role those on duty, else all of it', () => {
  const people = [
    { id: 's1', roles: ['support'] },
    { id: 's2', roles: ['support'] },
    { id: 't1', roles: ['treasurer', 'support'] },
  ] as const
  const shift = (operatorId: string, from: number, until: number) => ({
    operatorId,
    from: at(from),
    until: at(until),
  })
  it.each([
    ['nobody is on duty', [], ['support'], ['s1', 's2', 't1']],
    ['one is', [shift('s2', 9, 17)], ['support'], ['s2']],
    ['not yet, or no more', [shift('s2', 11, 17), shift('s1', 6, 10)], ['support'], ['s1', 's2', 't1']],
    ['one who holds both roles is, and is told once', [shift('t1', 9, 17)], ['support', 'treasurer'], ['t1']],
    ['nobody is, and one holds both', [], ['treasurer', 'support'], ['t1', 's1', 's2']],
  ] as const)('%s', (_, shifts, roles, told) => {
    expect(toldOf(people, shifts, roles, at(10)).map(({ id }) => id)).toEqual(told)
  })
})
