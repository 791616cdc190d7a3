/**
 * The life of a pool. `stake`: the lead's own money is in it. `end`: its last day is over and its shares are
 * being sold. `pay`: everybody has been paid.
 */
export const POOL_STATES = ['announced', 'open', 'closing', 'ended', 'void'] as const
export type PoolState = (typeof POOL_STATES)[number]
export type PoolAct = 'stake' | 'end' | 'pay' | 'void'
export const POOL: Readonly<Record<PoolState, Readonly<Partial<Record<PoolAct, PoolState>>>>> = {
  announced: { stake: 'open', void: 'void' },
  open: { end: 'closing', void: 'void' },
  closing: { pay: 'ended' },
  ended: {},
  void: {},
}

/**
 * The life of one subscription (specification, chapter 4): in review until the next NAV, following, over.
 * `leaving`: sold by its follower, paid at the next NAV at which the pool has the cash; the follower still
 * carries gains and losses until then.
 */
export const FOLLOW_STATES = ['pending', 'following', 'leaving', 'ended', 'refused', 'withdrawn'] as const
export type FollowState = (typeof FOLLOW_STATES)[number]
/**
 * `accept`: the NAV gave it units. `refuse`: two reviewers, or the rule at the NAV. `withdraw`: its follower,
 * before the NAV. `sell`: its follower. `pay`: the pool paid it.
 */
export type FollowAct = 'accept' | 'refuse' | 'withdraw' | 'sell' | 'pay'
export const FOLLOW: Readonly<Record<FollowState, Readonly<Partial<Record<FollowAct, FollowState>>>>> = {
  pending: { accept: 'following', refuse: 'refused', withdraw: 'withdrawn' },
  following: { sell: 'leaving', pay: 'ended' },
  leaving: { pay: 'ended' },
  ended: {},
  refused: {},
  withdrawn: {},
}

/** The three states of the specification. */
export const SHOWN_STATES = ['pending', 'following', 'ended'] as const
export type ShownState = (typeof SHOWN_STATES)[number]
export const shownState = (state: FollowState): ShownState =>
  state === 'pending' ? 'pending' : state === 'following' || state === 'leaving' ? 'following' : 'ended'
export const isLive = (state: FollowState): boolean => shownState(state) !== 'ended'

/** Reasons of a refused subscription: those of the power, and those that the rule finds at the NAV. */
export const REFUSE_REASONS = [
  'level',
  'cap',
  'takeover',
  'legal-hold',
  'frozen',
  'worthless',
  'pool-ended',
] as const
export type RefuseReason = (typeof REFUSE_REASONS)[number]
