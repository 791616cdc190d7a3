import { describe, expect, it } from 'vitest'
import { timeJst } from '#kernel/time.ts'
import { confirmUntil, paymentWindow, stageAt } from './payment.ts'

describe('the days of payment', () => {
  it.each([
    ['2026-11-24', '2026-11-27', timeJst('2026-11-26', 0)],
    ['2026-11-24', '2026-11-24', timeJst('2026-11-24', 12)],
    ['2026-12-28', '2027-01-05', timeJst('2027-01-01', 12)],
  ])('%s to %s: the second half begins in the middle', (payFrom, payTo, passesOnAt) => {
    expect(paymentWindow({ payFrom, payTo })).toEqual({
      from: timeJst(payFrom, 0),
      passesOnAt,
      endsAt: timeJst(payTo, 24),
    })
  })

  const window = paymentWindow({ payFrom: '2026-11-24', payTo: '2026-11-25' })
  const middle = timeJst('2026-11-25', 0)
  const end = timeJst('2026-11-26', 0)
  it.each<[by: 'draw' | 'waiting-list', now: number, until: number | null, why: string]>([
    ['draw', timeJst('2026-11-23', 18), middle, 'the evening before'],
    ['draw', middle - 1, middle, 'the last moment of the first half'],
    ['draw', middle, end, 'a draw that came late: the second half'],
    ['draw', end - 1, end, 'later still'],
    ['draw', end, null, 'too late'],
    [
      'waiting-list',
      timeJst('2026-11-23', 18),
      end,
      'declined before the window: who comes next has all of it',
    ],
    ['waiting-list', middle, end, 'in the middle'],
    ['waiting-list', end - 1, end, 'at the end'],
    ['waiting-list', end, null, 'too late'],
  ])('by %s at %d: until %d (%s)', (by, now, until) => {
    expect(confirmUntil(window, by, now)).toBe(until)
  })
})

describe('an offering', () => {
  const [opensAt, closesAt] = [timeJst('2026-11-17', 9), timeJst('2026-11-20', 15)]
  const window = paymentWindow({ payFrom: '2026-11-24', payTo: '2026-11-25' })
  const standing = { opensAt, closesAt, window, isVoid: false, isDrawn: false, isListed: false }
  it.each([
    ['coming', {}, opensAt - 1],
    ['open', {}, opensAt],
    ['open', {}, closesAt - 1],
    ['drawing', {}, closesAt],
    ['drawing', {}, window.endsAt],
    ['payment', { isDrawn: true }, closesAt + 60_000],
    ['payment', { isDrawn: true }, window.endsAt - 1],
    ['listing', { isDrawn: true }, window.endsAt],
    ['listed', { isDrawn: true, isListed: true }, window.endsAt],
    ['void', { isVoid: true }, opensAt - 1],
    ['void', { isVoid: true, isDrawn: true }, window.endsAt],
  ] as const)('is %s', (stage, change, now) => {
    expect(stageAt({ ...standing, ...change }, now)).toBe(stage)
  })
})
