import type { MemberId } from '#kernel/id.ts'
import { no, type Refusal } from '#kernel/result.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { DomainEvent } from '#platform/engine/command.ts'
import type { TableReader } from '#platform/engine/table.ts'
import type { ValuationSnapshot } from '#modules/funding/server/public.ts'
import type { Listing, ListingsPublic } from '#modules/listings/server/public.ts'
import { draftFrom, type Draft, type Transfer } from '#modules/ledger/model/drafting.ts'
import { accountChanged } from '#modules/ledger/server/events.ts'
import { balances } from '#modules/ledger/server/public.ts'
import { worthOf } from '../model/fund-value.ts'
import { copyChanged } from './events.ts'
import { follows, pools, type FollowRow, type PoolRow } from './tables.ts'

/** Journalled with a command: absent, the record is from before ends of pools had names of their own. */
export const ENDS_NAMED: { endsNamed?: true } = { endsNamed: true }
/** A refusal as records of before say it, so that a journal of then runs again to the same bytes. */
export const namedThen = <R extends Refusal>(refusal: R, then: 'POOL_NOT_OPEN' | 'POOL_LATE') =>
  refusal.rejection === 'POOL_VOID' || refusal.rejection === 'POOL_LATE' ? no(then) : refusal

/** Sources of a command's captured inputs, and the published terms. */
export type CommandDeps = {
  times: () => { at: Ms; tradeDate: DateJst }
  /** The newest NAV whose time has come, taken or not. */
  lastNav: () => NavTime
  held: (tables: TableReader, memberId: MemberId) => ValuationSnapshot | null
  listings: Pick<ListingsPublic, 'terms'>
}
/** The trade date of a NAV, and the market time at which it is due. */
export type NavTime = { date: DateJst; at: Ms }
export type PoolListing = Listing<'copy-product'>

/** A pool with its published terms; null: no such pool. */
export function poolOf(
  { listings }: Pick<CommandDeps, 'listings'>,
  tables: TableReader,
  poolId: string,
): { pool: PoolRow; listing: PoolListing } | null {
  const pool = tables.of(pools).get(poolId)
  return pool === undefined ? null : { pool, listing: listings.terms(tables, 'copy-product', poolId)! }
}

/** In the order in which they came: numbers carry the journal's. */
export const liveFollows = (tables: TableReader, poolId: string): FollowRow[] =>
  tables
    .of(follows)
    .by('pool', poolId)
    .toSorted((a, b) => (a.number < b.number ? -1 : 1))

export const hasUnits = ({ state }: FollowRow): boolean => state === 'following' || state === 'leaving'

/** The pot of the newest NAV. */
export const fundValueOf = ({ equityYen, units }: PoolRow) => ({ equityYen, units })

/** The part of the cap that is taken: the stake, payments for units now held, and money that waits. */
export const takenYen = (tables: TableReader, pool: PoolRow): number =>
  pool.leadUnits +
  tables
    .of(follows)
    .by('pool', pool.id)
    .reduce((sum, { buyYen }) => sum + buyYen, 0)

/** A member's money in pools at the newest NAVs, as follower and as lead: a part of total assets. */
export function copyUnitsOf(tables: TableReader, memberId: MemberId): number {
  const followed = tables
    .of(follows)
    .by('member', memberId)
    .filter(hasUnits)
    .reduce((sum, { poolId, units }) => sum + worthOf(fundValueOf(tables.of(pools).get(poolId)!), units), 0)
  return tables
    .of(pools)
    .by('lead', memberId)
    .reduce(
      (sum, { state, leadYen }) => (state === 'open' || state === 'closing' ? sum + leadYen : sum),
      followed,
    )
}

/** A draft for everybody whom a command touches; their transfers are posted once. */
export function openDrafts(tables: TableReader): { of(account: string): Draft; transfers(): Transfer[] } {
  const drafts = new Map<string, Draft>()
  return {
    of(account) {
      const known = drafts.get(account) ?? draftFrom(account, balances(tables, account))
      drafts.set(account, known)
      return known
    },
    transfers: () => [...drafts.values()].flatMap(({ transfers }) => transfers),
  }
}

/** Something about this member's pools has changed. */
export const poolChanged = (memberId: MemberId, poolId: string): DomainEvent[] => [
  accountChanged(memberId),
  copyChanged(memberId, poolId),
]
