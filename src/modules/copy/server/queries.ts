import { sql } from 'kysely'
import type { AskedPage, FoundPage } from '#modules/staff/model/desk-list.ts'
import { newestPage } from '#modules/staff/server/public.ts'
import type { MemberId } from '#kernel/id.ts'
import type { Database } from '#platform/database/connect.ts'
import type { FollowRow, NavRow } from './tables.ts'

export const MOST_ROWS = 200

/** Every NAV of a pool, the oldest first. */
export const navsOf = ({ kysely }: Database, poolId: string): Promise<NavRow[]> =>
  kysely.selectFrom('copyNavs').selectAll().where('poolId', '=', poolId).orderBy('date').execute()

/** Every subscription of a member, the newest first. */
export const followsOf = (
  { kysely }: Database,
  memberId: MemberId,
  limit = MOST_ROWS,
): Promise<FollowRow[]> =>
  kysely
    .selectFrom('copyFollows')
    .selectAll()
    .where('memberId', '=', memberId)
    .orderBy('appliedAt', 'desc')
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()

/** True if a member has such a subscription, over or not. */
export const isFollow = async ({ kysely }: Database, memberId: MemberId, id: string): Promise<boolean> =>
  (await kysely
    .selectFrom('copyFollows')
    .select('id')
    .where('id', '=', id)
    .where('memberId', '=', memberId)
    .executeTakeFirst()) !== undefined

/** Every subscription to a pool that ever got units, of everybody. */
export const holdersOf = (
  { kysely }: Database,
  poolId: string,
): Promise<Pick<FollowRow, 'memberId' | 'state' | 'buyYen' | 'units' | 'paidYen'>[]> =>
  kysely
    .selectFrom('copyFollows')
    .select(['memberId', 'state', 'buyYen', 'units', 'paidYen'])
    .where('poolId', '=', poolId)
    .where('boughtAt', 'is not', null)
    .execute()

/** Every subscription of a member to a pool that ever got units. */
export const followedOf = (
  { kysely }: Database,
  poolId: string,
  memberId: MemberId,
): Promise<Pick<FollowRow, 'units' | 'boughtOn' | 'soldAt'>[]> =>
  kysely
    .selectFrom('copyFollows')
    .select(['units', 'boughtOn', 'soldAt'])
    .where('poolId', '=', poolId)
    .where('memberId', '=', memberId)
    .where('boughtAt', 'is not', null)
    .execute()

/** Subscriptions that left review, the newest first. */
export const decidedFollows = (db: Database, asked: AskedPage): Promise<FoundPage<FollowRow>> =>
  newestPage(
    db,
    {
      table: 'copyFollows',
      where: sql`state <> 'pending'`,
      by: sql`applied_at`,
      letters: sql`number`,
      amount: sql`buy_yen`,
      hasMember: true,
    },
    asked,
  )
