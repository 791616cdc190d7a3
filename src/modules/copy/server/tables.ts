import type { MemberId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import { defineAppendTable, defineTable } from '#platform/engine/table.ts'
import { isLive, type FollowState, type PoolState, type RefuseReason } from '../model/states.ts'

/**
 * A pool: its id is the listing's, and an account of its own in the ledger. Figures are those of the newest
 * NAV.
 */
export type PoolRow = {
  id: string
  leadMemberId: MemberId
  state: PoolState
  /** Of all; the lead's are `leadUnits` (one for each yen of the stake). */
  units: number
  leadUnits: number
  equityYen: Yen
  /** Equity less what the followers' units are worth. */
  leadYen: Yen
  /** The NAV before: what "yesterday's earnings" are reckoned from. */
  beforeEquityYen: Yen
  beforeUnits: number
  /** The highest NAV (high-water mark). */
  highEquityYen: Yen
  highUnits: number
  /** Fees of the lead that there was no cash for. */
  owedFeeYen: Yen
  /** Cash that is missing for those who leave; while there is any, the lead opens nothing. */
  missingYen: Yen
  navDate: DateJst | null
  openedAt: Ms | null
  endedAt: Ms | null
}
export const pools = defineTable<PoolRow>()({
  name: 'copy_pools',
  columns: {
    id: 'text',
    leadMemberId: 'text',
    state: 'text',
    units: 'int8',
    leadUnits: 'int8',
    equityYen: 'int8',
    leadYen: 'int8',
    beforeEquityYen: 'int8',
    beforeUnits: 'int8',
    highEquityYen: 'int8',
    highUnits: 'int8',
    owedFeeYen: 'int8',
    missingYen: 'int8',
    navDate: 'text?',
    openedAt: 'int8?',
    endedAt: 'int8?',
  },
  key: 'id',
  fixed: ['leadMemberId'],
  indexes: { lead: (row) => row.leadMemberId },
})

/** One subscription: whole yen for units at the next NAV, sold as a whole. Times are market time. */
export type FollowRow = {
  id: string
  /** For people: `C-20261119-000482`. */
  number: string
  poolId: string
  memberId: MemberId
  state: FollowState
  reason: RefuseReason | null
  buyYen: Yen
  units: number
  appliedAt: Ms
  boughtAt: Ms | null
  /** The trade date of the NAV that gave the units. */
  boughtOn: DateJst | null
  sellAskedAt: Ms | null
  soldAt: Ms | null
  paidYen: Yen | null
}
export const follows = defineTable<FollowRow>()({
  name: 'copy_follows',
  columns: {
    id: 'text',
    number: 'text',
    poolId: 'text',
    memberId: 'text',
    state: 'text',
    reason: 'text?',
    buyYen: 'int8',
    units: 'int8',
    appliedAt: 'int8',
    boughtAt: 'int8?',
    boughtOn: 'text?',
    sellAskedAt: 'int8?',
    soldAt: 'int8?',
    paidYen: 'int8?',
  },
  key: 'id',
  once: true,
  fixed: ['number', 'poolId', 'memberId', 'buyYen', 'appliedAt'],
  hot: { when: (row) => isLive(row.state), sql: "state in ('pending', 'following', 'leaving')" },
  indexes: {
    pool: (row) => row.poolId,
    member: (row) => row.memberId,
    pending: (row) => (row.state === 'pending' ? row.poolId : null),
  },
})

/** The curve: one row a pool and trade date, after all that came and went at that NAV. */
export type NavRow = {
  poolId: string
  date: DateJst
  at: Ms
  equityYen: Yen
  units: number
  leadYen: Yen
  followers: number
  inYen: Yen
  outYen: Yen
  managementYen: Yen
  performanceYen: Yen
  feePaidYen: Yen
}
export const navs = defineAppendTable<NavRow>()({
  name: 'copy_navs',
  columns: {
    poolId: 'text',
    date: 'text',
    at: 'int8',
    equityYen: 'int8',
    units: 'int8',
    leadYen: 'int8',
    followers: 'int8',
    inYen: 'int8',
    outYen: 'int8',
    managementYen: 'int8',
    performanceYen: 'int8',
    feePaidYen: 'int8',
  },
  key: ['poolId', 'date'],
})

/**
 * A holder at the last NAV of a pool: the subscription's id, of the lead the pool's own. `done`: nothing can
 * come in any more.
 */
export type LastShareRow = {
  readonly poolId: string
  readonly holderId: string
  readonly memberId: MemberId
  readonly units: number
  readonly done: boolean
}
export const lastShares = defineTable<LastShareRow>()({
  name: 'copy_last_shares',
  columns: { poolId: 'text', holderId: 'text', memberId: 'text', units: 'int8', done: 'bool' },
  key: ['poolId', 'holderId'],
  hot: { when: (row) => !row.done, sql: 'not done' },
  indexes: { pool: (row) => row.poolId },
})

export const COPY_TABLES = [pools, follows, navs, lastShares]

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    copyPools: PoolRow
    copyFollows: FollowRow
    copyNavs: NavRow
  }
}
