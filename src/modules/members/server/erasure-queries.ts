import { sql } from 'kysely'
import type { MemberId } from '#kernel/id.ts'
import { DAY, type Ms } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import { RETENTION_YEARS } from '#modules/identity/model/erasure.ts'

/** Members who left about ten years before `now`, and whose identity is there: the rule says who is due. */
export async function unerasedBefore(
  { kysely }: Pick<Database, 'kysely'>,
  now: Ms,
): Promise<{ memberId: MemberId; endedAt: Ms }[]> {
  const { rows } = await sql<{ memberId: MemberId; endedAt: Ms }>`
    select v.member_id, c.ended_at from verifications v join account_closings c on c.member_id = v.member_id
    where c.state = 'closed' and c.ended_at < ${now - RETENTION_YEARS * 365 * DAY}
      and (v.erased_at is null or v.erased_at < v.submitted_at)
    order by v.member_id`.execute(kysely)
  return rows
}

/**
 * Deletes the rows of identities that the journal has erased: what was typed, what chips said, words of
 * appeals, and what is left of pictures whose keys are destroyed. What somebody handed in since is younger.
 */
export async function deleteErased({ kysely }: Pick<Database, 'kysely'>): Promise<void> {
  await sql`delete from chip_readings r using identity_pictures p, verifications v
    where p.image_id = r.id and v.member_id = r.member_id and p.at <= v.erased_at`.execute(kysely)
  for (const table of ['identity_details', 'identity_appeal_texts', 'identity_pictures'])
    await sql`delete from ${sql.table(table)} t using verifications v
      where v.member_id = t.member_id and t.at <= v.erased_at`.execute(kysely)
}
