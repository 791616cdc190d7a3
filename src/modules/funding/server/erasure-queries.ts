import { sql } from 'kysely'
import type { MemberId } from '#kernel/id.ts'
import { DAY, type Ms } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import { RETENTION_YEARS } from '#modules/identity/model/erasure.ts'

type Db = Pick<Database, 'kysely'>
/** A little before the rule's own ten years: the rule says who is due. */
const about = (now: Ms): Ms => now - RETENTION_YEARS * 365 * DAY

/** Members who left about ten years before `now`, and of whom nothing was erased since. */
export const leftBefore = async ({ kysely }: Db, now: Ms): Promise<{ memberId: MemberId; endedAt: Ms }[]> =>
  (
    await sql<{ memberId: MemberId; endedAt: Ms }>`select member_id, ended_at from account_closings
      where state = 'closed' and ended_at < ${about(now)} and (erased_at is null or erased_at < ended_at)
      order by member_id`.execute(kysely)
  ).rows

/** Files of the bank that were brought in about ten years before `now`. */
export const filesBefore = ({ kysely }: Db, now: Ms): Promise<{ id: string; importedAt: Ms }[]> =>
  kysely
    .selectFrom('statementFiles')
    .select(['id', 'importedAt'])
    .where('importedAt', '<', about(now))
    .where('erasedAt', 'is', null)
    .orderBy('id')
    .execute()

/** Members of whom the journal has erased contacts and accounts, and who have not come back. */
export const erasedMembers = async ({ kysely }: Db): Promise<MemberId[]> =>
  (
    await sql<{ memberId: MemberId }>`select member_id from account_closings
      where state = 'closed' and erased_at >= ended_at order by member_id`.execute(kysely)
  ).rows.map(({ memberId }) => memberId)

/** Deletes accounts at banks and files that the journal has erased. Whatever came since is younger. */
export async function deleteErased({ kysely }: Db): Promise<void> {
  await sql`delete from bank_account_details d using bank_accounts a, account_closings c
    where a.id = d.account_id and c.member_id = a.member_id and a.added_at <= c.erased_at`.execute(kysely)
  await sql`delete from statement_originals o using statement_files f
    where f.id = o.id and f.erased_at is not null`.execute(kysely)
}
