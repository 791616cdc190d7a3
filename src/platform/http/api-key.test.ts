import { describe, expect, it } from 'vitest'
import { SECOND } from '#kernel/time.ts'
import { LIMITS } from '../limits.ts'
import { apiKeyRates, heardReads, READS_KEPT_MS } from './api-key.ts'

describe('a read is heard once', () => {
  const at = 1_767_225_600_000
  it.each<
    [
      what: string,
      before: [at: number, signature: string][],
      read: [at: number, signature: string],
      answer: string | null,
    ]
  >([
    ['the first', [], [at, 'a'], null],
    ['another of the same time', [[at, 'a']], [at, 'b'], null],
    ['the same', [[at, 'a']], [at, 'a'], 'API_KEY_REPEATED'],
    [
      'the same under another time, which no curve would let pass',
      [[at, 'a']],
      [at + 1, 'a'],
      'API_KEY_REPEATED',
    ],
    ['one that was overtaken', [[at + READS_KEPT_MS, 'a']], [at, 'b'], null],
    ['one that was overtaken by too much', [[at + READS_KEPT_MS + 1, 'a']], [at, 'b'], 'API_KEY_TIME'],
    [
      'one that has been forgotten',
      [
        [at, 'a'],
        [at + READS_KEPT_MS + 1, 'b'],
      ],
      [at, 'a'],
      'API_KEY_TIME',
    ],
    ['signed before the server stood', [], [at - 1, 'a'], 'API_KEY_TIME'],
  ])('%s', (_, before, [madeAt, signature], answer) => {
    const reads = heardReads(at, 10)
    for (const [when, each] of before) expect(reads.take('key', { at: when, signature: each })).toBe(null)
    expect(reads.take('key', { at: madeAt, signature })).toBe(answer)
  })

  it('is known for each key by itself, and of one that had to be forgotten nothing is heard again', () => {
    const reads = heardReads(at, 2)
    expect(reads.take('one', { at: at + 5, signature: 'a' })).toBe(null)
    expect(reads.take('two', { at: at + 3, signature: 'a' })).toBe(null)
    expect(reads.take('three', { at: at + 6, signature: 'a' })).toBe(null)
    expect(reads.take('one', { at: at + 5, signature: 'a' })).toBe('API_KEY_TIME')
    expect(reads.take('one', { at: at + 6, signature: 'b' })).toBe(null)
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
