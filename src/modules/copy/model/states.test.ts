import { describe, expect, it } from 'vitest'
import {
  FOLLOW,
  FOLLOW_STATES,
  POOL,
  POOL_STATES,
  shownState,
  type FollowAct,
  type PoolAct,
} from './states.ts'

const POOL_ACTS: readonly PoolAct[] = ['stake', 'end', 'pay', 'void']
const FOLLOW_ACTS: readonly FollowAct[] = ['accept', 'refuse', 'withdraw', 'sell', 'pay']

/** Every pair of state and act; what is not listed leads nowhere. */
describe('a pool', () => {
  const legal: Record<string, string> = {
    'announced stake': 'open',
    'announced void': 'void',
    'open end': 'closing',
    'open void': 'void',
    'closing pay': 'ended',
  }
  it.each(POOL_STATES.flatMap((state) => POOL_ACTS.map((act) => [state, act] as const)))(
    '%s, %s',
    (state, act) => {
      expect(POOL[state][act]).toBe(legal[`${state} ${act}`])
    },
  )
})

describe('a subscription', () => {
  const legal: Record<string, string> = {
    'pending accept': 'following',
    'pending refuse': 'refused',
    'pending withdraw': 'withdrawn',
    'following sell': 'leaving',
    'following pay': 'ended',
    'leaving pay': 'ended',
  }
  it.each(FOLLOW_STATES.flatMap((state) => FOLLOW_ACTS.map((act) => [state, act] as const)))(
    '%s, %s',
    (state, act) => {
      expect(FOLLOW[state][act]).toBe(legal[`${state} ${act}`])
    },
  )
  it('shows the three states of the specification', () => {
    expect(FOLLOW_STATES.map(shownState)).toEqual([
      'pending',
      'following',
      'following',
      'ended',
      'ended',
      'ended',
    ])
  })
})
