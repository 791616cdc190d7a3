import { describe, expect, it } from 'vitest'
import { MINUTE, SECOND } from '#kernel/time.ts'
import { LIMITS } from '../limits.ts'
import { apiKeyRates, heardReads } from './api-key.ts'
import { OFF_BY_MOST } from './signature.ts'

describe('a read is heard once', () => {
  const at = 1_767_225_600_000
  const now = at + SECOND
  it.each<
    [
      what: string,
      before: [at: number, path: string][],
      read: [at: number, path: string],
      answer: string | null,
    ]
  >([
    ['the first', [], [at, '/a'], null],
    ['another of the same time', [[at, '/a']], [at, '/b'], null],
    ['the same, whatever its signature', [[at, '/a']], [at, '/a'], 'API_KEY_REPEATED'],
    ['the same, signed again later', [[at, '/a']], [at + 1, '/a'], null],
    ['one that was overtaken by a clock that is fast', [[at + 4 * MINUTE, '/a']], [at, '/b'], null],
    ['signed before the server stood', [], [at - 1, '/a'], 'API_KEY_TIME'],
  ])('%s', (_, before, [madeAt, path], answer) => {
    const reads = heardReads(at, 10)
    for (const [when, each] of before) expect(reads.take('key', { at: when, path: each }, now)).toBe(null)
    expect(reads.take('key', { at: madeAt, path }, now)).toBe(answer)
  })

  it('is known for each key by itself, and of what had to be forgotten nothing is heard again', () => {
    const reads = heardReads(at, 2)
    expect(reads.take('one', { at: at + 5, path: '/a' }, now)).toBe(null)
    expect(reads.take('two', { at: at + 3, path: '/a' }, now)).toBe(null)
    expect(reads.take('three', { at: at + 6, path: '/a' }, now)).toBe(null)
    expect(reads.take('one', { at: at + 5, path: '/a' }, now)).toBe('API_KEY_TIME')
    expect(reads.take('two', { at: at + 3, path: '/a' }, now)).toBe('API_KEY_REPEATED')
    expect(reads.take('one', { at: at + 6, path: '/b' }, now)).toBe(null)
    // Another key's clock is no matter of this one.
    expect(reads.take('four', { at, path: '/a' }, now)).toBe(null)
  })
  it('is forgotten once its time is over, and takes no other with it', () => {
    const reads = heardReads(at, 2)
    expect(reads.take('one', { at, path: '/a' }, now)).toBe(null)
    const later = at + OFF_BY_MOST + 1
    for (const path of ['/a', '/b']) expect(reads.take('one', { at: later, path }, later)).toBe(null)
    expect(reads.take('one', { at: at + 2, path: '/c' }, later)).toBe(null)
  })
})

describe('the rates of keys', () => {
  const { apiKey } = LIMITS
  const of = (memberId: string, sessionId: string) => ({ memberId, sessionId }) as never
  const read = { method: 'GET' } as never
  const write = { method: 'POST', lane: 'orders' } as never
  it('a key has its own, and the member’s keys together have no more than a member', () => {
    const rates = apiKeyRates(LIMITS)
    let taken = 0
    for (let key = 0; key < 10; key++)
      for (let asked = 0; asked < 100; asked++) if (rates.take(of('m', `k${key}`), write, 0) === 0) taken++
    expect(taken).toBe(LIMITS.lanes.orders.burst)
    expect(rates.take(of('other', 'k-other'), write, 0)).toBe(0)
    expect(rates.take(of('m', 'k0'), read, 0)).toBe(0)
  })
  it('one key spends its share alone, and has it back in time', () => {
    const rates = apiKeyRates(LIMITS)
    const ask = (now: number) => rates.take(of('m', 'k'), read, now)
    for (let asked = 0; asked < apiKey.reads.burst; asked++) expect(ask(0)).toBe(0)
    expect(ask(0)).toBeGreaterThan(0)
    expect(rates.take(of('m', 'k2'), read, 0)).toBe(0)
    expect(ask(SECOND)).toBe(0)
  })
})
