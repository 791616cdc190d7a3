import { describe, expect, it } from 'vitest'
import { MAX_AMOUNT_YEN } from '#kernel/money.ts'
import {
  decideStake,
  decideSubscription,
  wholeYen,
  type StakeRejection,
  type SubscribeFacts,
  type SubscribeRejection,
} from './subscribe.ts'

const GOOD: SubscribeFacts = {
  now: 100,
  state: 'open',
  opensAt: 50,
  closesAt: 200,
  minimumYen: 10_000,
  capYen: 1_000_000,
  takenYen: 900_000,
  isLead: false,
  level: 'beginner',
  isFrozen: false,
  shortfallYen: 0,
  hasPending: false,
  freeYen: 60_000,
}

describe('a subscription', () => {
  const cases: [
    why: string,
    facts: Partial<SubscribeFacts>,
    yen: number,
    rejection: SubscribeRejection,
    detail?: object,
  ][] = [
    ['before the lead has paid', { state: 'announced', now: 49 }, 10_000, 'POOL_NOT_OPEN'],
    ['that opened without the lead’s stake', { state: 'announced' }, 10_000, 'POOL_VOID'],
    ['of a void pool', { state: 'void' }, 10_000, 'POOL_VOID'],
    ['of a pool that is being sold', { state: 'closing' }, 10_000, 'POOL_LATE'],
    ['of a pool that has ended', { state: 'ended' }, 10_000, 'POOL_LATE'],
    ['a moment too early', { now: 49 }, 10_000, 'POOL_NOT_OPEN'],
    ['at the deadline', { now: 200 }, 10_000, 'POOL_LATE'],
    ['by the lead', { isLead: true }, 10_000, 'OWN_POOL'],
    ['without a verified identity', { level: 'experience' }, 10_000, 'NOT_VERIFIED'],
    ['of a frozen account', { isFrozen: true }, 10_000, 'ACCOUNT_FROZEN'],
    ['with an open shortfall', { shortfallYen: 1 }, 10_000, 'SHORTFALL_OPEN', { shortfallYen: 1 }],
    ['while another waits', { hasPending: true }, 10_000, 'ANOTHER_PENDING'],
    ['of a yen too little', {}, 9_999, 'BELOW_MINIMUM', { minimumYen: 10_000 }],
    [
      'of a yen over the cap',
      { takenYen: 990_000, freeYen: 99_000 },
      10_001,
      'ABOVE_CAP',
      { leftYen: 10_000 },
    ],
    ['of a full pool', { takenYen: 1_000_000 }, 10_000, 'ABOVE_CAP', { leftYen: 0 }],
    ['of a yen more than is free', {}, 60_001, 'MONEY_SHORT', { freeYen: 60_000, lacksYen: 1 }],
  ]
  it.each(cases)('%s', (_why, facts, yen, rejection, detail = {}) => {
    expect(decideSubscription({ ...GOOD, ...facts }, yen)).toEqual({ ok: false, rejection, detail })
  })
  it.each([
    ['the minimum', 10_000],
    ['all that is free', 60_000],
  ])('of %s is taken', (_why, yen) => {
    expect(decideSubscription(GOOD, yen).ok).toBe(true)
  })
  it('of the last yen under the cap is taken, in the last moment', () => {
    expect(decideSubscription({ ...GOOD, now: 199, takenYen: 950_000 }, 50_000).ok).toBe(true)
  })
  it('is taken from the first moment on', () =>
    expect(decideSubscription({ ...GOOD, now: 50 }, 10_000).ok).toBe(true))
})

describe('an amount', () => {
  it.each([
    [10_000, 10_000],
    [10_000.5, 10_000],
    [10_000.99, 10_000],
    [0.01, 0],
    [0, 0],
    [99_999_999.99, 99_999_999],
    [1.1, 1],
    [4.35, 4],
    [MAX_AMOUNT_YEN, MAX_AMOUNT_YEN],
  ])('%d is %d whole yen', (amount, yen) => {
    expect(wholeYen(amount)).toBe(yen)
  })
  it.each([10_000.001, 0.005, -1, Number.NaN, Number.POSITIVE_INFINITY, 2e12, MAX_AMOUNT_YEN + 1, 5e-7])(
    '%d is none',
    (amount) => {
      expect(wholeYen(amount)).toBe(null)
    },
  )
})

describe('the stake of the lead', () => {
  const LEAD = {
    now: 10,
    state: 'announced',
    opensAt: 50,
    level: 'advanced',
    isFrozen: false,
    shortfallYen: 0,
    freeYen: 5_000_000,
  } as const
  const cases: [
    why: string,
    facts: Partial<Parameters<typeof decideStake>[0]>,
    rejection: StakeRejection,
    detail?: object,
  ][] = [
    ['twice', { state: 'open' }, 'STAKE_PAID'],
    ['while the pool is being sold', { state: 'closing' }, 'STAKE_PAID'],
    ['after the end', { state: 'ended' }, 'STAKE_PAID'],
    ['of a void pool', { state: 'void' }, 'POOL_VOID'],
    ['when the pool opens', { now: 50 }, 'POOL_LATE'],
    ['by a member of too low a level', { level: 'intermediate' }, 'NOT_LEAD_LEVEL'],
    ['of a frozen account', { isFrozen: true }, 'ACCOUNT_FROZEN'],
    ['with a shortfall', { shortfallYen: 1 }, 'SHORTFALL_OPEN', { shortfallYen: 1 }],
    ['without the money', { freeYen: 4_999_999 }, 'MONEY_SHORT', { freeYen: 4_999_999, lacksYen: 1 }],
  ]
  it.each(cases)('%s is refused', (_why, facts, rejection, detail = {}) => {
    expect(decideStake({ ...LEAD, ...facts }, 5_000_000)).toEqual({ ok: false, rejection, detail })
  })
  it('is taken in time', () => expect(decideStake(LEAD, 5_000_000).ok).toBe(true))
})
