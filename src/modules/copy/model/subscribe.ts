import { MAX_AMOUNT_YEN, type Yen } from '#kernel/money.ts'
import { COPY_AMOUNT_DECIMALS } from '#kernel/specification.ts'
import { no, ok, type Result } from '#kernel/result.ts'
import type { Ms } from '#kernel/time.ts'
import { isVerified, LEVEL_LIMITS, type Level } from '#modules/identity/model/levels.ts'
import type { PoolState } from './states.ts'

/** Named refusals in the order in which they are checked. */
export const SUBSCRIBE_REJECTIONS = [
  'TRADING_LOCKED',
  'POOL_NOT_FOUND',
  'AMOUNT_DECIMALS',
  'POOL_VOID',
  'POOL_NOT_OPEN',
  'POOL_LATE',
  'OWN_POOL',
  'NOT_VERIFIED',
  'LEVEL_TOO_LOW',
  'ACCOUNT_FROZEN',
  'SHORTFALL_OPEN',
  'ANOTHER_PENDING',
  'BELOW_MINIMUM',
  'ABOVE_CAP',
  'MONEY_SHORT',
] as const
export type SubscribeRejection = (typeof SUBSCRIBE_REJECTIONS)[number]

export type SubscribeFacts = {
  readonly now: Ms
  readonly state: PoolState
  readonly opensAt: Ms
  readonly closesAt: Ms
  readonly minimumYen: Yen
  readonly capYen: Yen
  /** The lead's stake, what followers have paid for units that they hold, and what waits. */
  readonly takenYen: Yen
  readonly isLead: boolean
  readonly level: Level
  readonly isFrozen: boolean
  readonly shortfallYen: Yen
  readonly hasPending: boolean
  /** Money that could also be withdrawn: settled cash that neither margin nor loans need. */
  readonly freeYen: Yen
}

/**
 * At most two decimals are taken, as they are typed (specification, chapter 5); of 1,000.99 the whole 1,000
 * yen are charged. Null: more decimals, or no amount.
 */
export function wholeYen(amount: number): Yen | null {
  if (!Number.isFinite(amount) || amount < 0 || amount > MAX_AMOUNT_YEN) return null
  // Read as it is written: the shortest text of a number is what was typed.
  const [, whole, decimals = ''] = /^(\d+)(?:\.(\d+))?$/.exec(String(amount)) ?? []
  return whole === undefined || decimals.length > COPY_AMOUNT_DECIMALS ? null : Number(whole)
}

/** True if a pool opens without its lead's stake: it has no life any more, whatever its dates say. */
export const isUnstaked = (state: PoolState, opensAt: Ms, now: Ms): boolean =>
  state === 'announced' && now >= opensAt

/**
 * The check that a member's whole yen may wait for units of this pool (product decision 8). The phone's form
 * runs the same.
 */
export function decideSubscription(facts: SubscribeFacts, yen: Yen): Result<null, SubscribeRejection> {
  const { state, now, opensAt } = facts
  if (state === 'void' || isUnstaked(state, opensAt, now)) return no('POOL_VOID')
  if (state === 'announced' || now < opensAt) return no('POOL_NOT_OPEN')
  if (state !== 'open' || now >= facts.closesAt) return no('POOL_LATE')
  if (facts.isLead) return no('OWN_POOL')
  if (!isVerified(facts.level)) return no('NOT_VERIFIED')
  if (LEVEL_LIMITS[facts.level].products === 'none') return no('LEVEL_TOO_LOW')
  if (facts.isFrozen) return no('ACCOUNT_FROZEN')
  if (facts.shortfallYen > 0) return no('SHORTFALL_OPEN', { shortfallYen: facts.shortfallYen })
  if (facts.hasPending) return no('ANOTHER_PENDING')
  if (yen < facts.minimumYen) return no('BELOW_MINIMUM', { minimumYen: facts.minimumYen })
  const leftYen = Math.max(facts.capYen - facts.takenYen, 0)
  if (yen > leftYen) return no('ABOVE_CAP', { leftYen })
  return yen > facts.freeYen
    ? no('MONEY_SHORT', { freeYen: facts.freeYen, lacksYen: yen - facts.freeYen })
    : ok(null)
}

/** Named refusals of the lead's stake, in order. */
export const STAKE_REJECTIONS = [
  'TRADING_LOCKED',
  'POOL_NOT_FOUND',
  'STAKE_PAID',
  'POOL_VOID',
  'POOL_LATE',
  'NOT_LEAD_LEVEL',
  'ACCOUNT_FROZEN',
  'SHORTFALL_OPEN',
  'MONEY_SHORT',
] as const
export type StakeRejection = (typeof STAKE_REJECTIONS)[number]

/** The rule for the lead to pay the stake in: by the lead's own word alone, before the pool opens. */
export function decideStake(
  facts: Pick<
    SubscribeFacts,
    'now' | 'state' | 'opensAt' | 'level' | 'isFrozen' | 'shortfallYen' | 'freeYen'
  >,
  yen: Yen,
): Result<null, StakeRejection> {
  if (facts.state === 'open' || facts.state === 'closing' || facts.state === 'ended') return no('STAKE_PAID')
  if (facts.state === 'void') return no('POOL_VOID')
  if (facts.now >= facts.opensAt) return no('POOL_LATE')
  if (LEVEL_LIMITS[facts.level].products !== 'lead') return no('NOT_LEAD_LEVEL')
  if (facts.isFrozen) return no('ACCOUNT_FROZEN')
  if (facts.shortfallYen > 0) return no('SHORTFALL_OPEN', { shortfallYen: facts.shortfallYen })
  return yen > facts.freeYen
    ? no('MONEY_SHORT', { freeYen: facts.freeYen, lacksYen: yen - facts.freeYen })
    : ok(null)
}
