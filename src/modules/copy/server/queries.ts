import { sql } from 'kysely'
import { cutPage } from '#kernel/keyset.ts'
import { PAGE_ROWS, type AskedPage, type FoundPage } from '#modules/staff/model/desk-list.ts'
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
export async function decidedFollows(
  { kysely }: Database,
  { after, search }: AskedPage,
): Promise<FoundPage<FollowRow>> {
  let chosen = kysely.selectFrom('copyFollows').where('state', '<>', 'pending')
  if (search !== null)
    chosen = chosen.where((is) =>
      is.or([
        sql<boolean>`strpos(upper(number), ${search.letters}) > 0`,
        ...(search.figure === null
          ? []
          : [
              sql<boolean>`buy_yen = ${search.figure}`,
              sql<boolean>`member_id in (select id from members where number::bigint = ${search.figure})`,
            ]),
      ]),
    )
  const page =
    after === null ? chosen : chosen.where(sql<boolean>`(applied_at, id) < (${after.figure}, ${after.id})`)
  const [rows, { n }] = await Promise.all([
    page
      .selectAll()
      .orderBy('appliedAt', 'desc')
      .orderBy('id', 'desc')
      .limit(PAGE_ROWS + 1)
      .execute(),
    chosen.select(({ fn }) => fn.countAll().as('n')).executeTakeFirstOrThrow(),
  ])
  return { ...cutPage(rows, ({ appliedAt, id }) => ({ figure: appliedAt, id }), PAGE_ROWS), total: Number(n) }
}
