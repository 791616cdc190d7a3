import { describe, expect, it } from 'vitest'
import { DAY, MINUTE, SECOND } from '#kernel/time.ts'
import { isLoopback, LIMITS, memberLimiter, rateLimiter, windowLimiter } from './limits.ts'

const START = Date.UTC(2026, 10, 21)

describe('a member in a lane', () => {
  const taken = (lane: 'orders' | 'cancels', times: number[]): number => {
    const limiter = memberLimiter(LIMITS.lanes)
    return times.filter((at) => limiter.take('m', lane, START + at) === 0).length
  }
  const cases: [name: string, lane: 'orders' | 'cancels', times: number[], passed: number][] = [
    ['a burst of 20 orders passes', 'orders', Array(20).fill(0), 20],
    ['the 21st of a burst does not', 'orders', Array(21).fill(0), 20],
    ['100 ms later one more does', 'orders', [...Array(21).fill(0), 100], 21],
    ['10 a second go on', 'orders', Array.from({ length: 100 }, (_, n) => n * 100), 100],
    ['200 in a minute and no more', 'orders', Array.from({ length: 400 }, (_, n) => n * 100), 200],
    [
      'the next minute begins anew',
      'orders',
      [...Array.from({ length: 400 }, (_, n) => n * 100), MINUTE],
      201,
    ],
    [
      'cancels: 20 a second, not counted by the minute',
      'cancels',
      Array.from({ length: 600 }, (_, n) => n * 50),
      600,
    ],
  ]
  it.each(cases)('%s', (_, lane, times, passed) => expect(taken(lane, times)).toBe(passed))

  it('has cancels when orders are used up, and others are not touched', () => {
    const limiter = memberLimiter(LIMITS.lanes)
    for (let n = 0; n < 20; n++) limiter.take('m', 'orders', START)
    expect(limiter.take('m', 'orders', START)).toBe(1)
    expect(limiter.take('m', 'cancels', START)).toBe(0)
    expect(limiter.take('other', 'orders', START)).toBe(0)
  })
})

describe('a count', () => {
  it('is kept for so many names: one more puts the oldest out, in whatever numbers they come', () => {
    const bucket = rateLimiter({ perSecond: 1, burst: 1, perMinute: null }, 3)
    const tries = windowLimiter([{ max: 1, withinMs: DAY }], 3)
    for (const name of ['a', 'b', 'c'])
      expect([bucket.take(name, START), tries.take(name, START)]).toEqual([0, 0])
    expect([bucket.take('b', START), tries.take('b', START)]).toEqual([1, DAY / SECOND])
    for (let n = 0; n < 2; n++) bucket.take(`x${n}`, START)
    for (let n = 0; n < 2; n++) tries.take(`x${n}`, START)
    expect([bucket.take('c', START), tries.take('c', START)]).toEqual([1, DAY / SECOND])
    expect([bucket.take('a', START), tries.take('a', START)]).toEqual([0, 0])
  })
})

describe('tries in a window', () => {
  const limits = [
    { max: 3, withinMs: MINUTE },
    { max: 5, withinMs: DAY },
  ]
  const cases: [name: string, times: number[], answers: number[]][] = [
    ['three, then a wait for the first to age', [0, 1, 2, 3], [0, 0, 0, 60]],
    ['what was refused is not counted', [0, 0, 0, 10 * SECOND, MINUTE], [0, 0, 0, 50, 0]],
    ['the longer window counts on', [0, 0, 0, MINUTE, MINUTE, MINUTE], [0, 0, 0, 0, 0, DAY / SECOND - 60]],
  ]
  it.each(cases)('%s', (_, times, answers) => {
    const limiter = windowLimiter(limits)
    expect(times.map((at) => limiter.take('a', START + at))).toEqual(answers)
  })
})

it.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['10.0.0.1', false],
  ['1270.0.0.1', false],
  ['', false],
])('%s is this machine: %s', (address, own) => expect(isLoopback(address)).toBe(own))
