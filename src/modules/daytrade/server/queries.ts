import type { MemberId, OrderId } from '#kernel/id.ts'
import type { Database } from '#platform/database/connect.ts'
import type { ApplicationRow } from './tables.ts'

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    dayApplications: ApplicationRow
  }
}

/** A member's applications, newest first. */
export const applicationsOf = (
  { kysely }: Database,
  memberId: MemberId,
  limit: number,
): Promise<ApplicationRow[]> =>
  kysely
    .selectFrom('dayApplications')
    .selectAll()
    .where('memberId', '=', memberId)
    .orderBy('appliedAt', 'desc')
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()

/** One of a member's; undefined: none, or somebody else's. */
export const applicationOf = (
  { kysely }: Database,
  memberId: MemberId,
  orderId: OrderId,
): Promise<ApplicationRow | undefined> =>
  kysely
    .selectFrom('dayApplications')
    .selectAll()
    .where('memberId', '=', memberId)
    .where('orderId', '=', orderId)
    .executeTakeFirst()
