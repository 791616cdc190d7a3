import { sql } from 'kysely'
import type { Ms } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'

/** Members who left before `before` and have not come back. */
export async function goneBefore({ kysely }: Pick<Database, 'kysely'>, before: Ms): Promise<string[]> {
  const rows = await kysely
    .selectFrom('accountClosings')
    .select('memberId')
    .where('state', '=', 'closed')
    .where('endedAt', '<', before)
    .execute()
  return rows.map(({ memberId }) => memberId)
}

/**
 * Rows of members, by `member_id`, that no law makes the firm keep, by which nothing is decided and of which
 * the journal knows nothing: what a member has set up for themselves.
 */
export const ERASED_SOON = [
  'watchlists',
  'charts',
  'chart_drawings',
  'order_templates',
  'push_devices',
  'push_refusals',
  'skipped_tours',
] as const
/** The same of what was said: kept as long as identities and orders (facts: identity, section 5). */
export const ERASED_LATER = [
  'chat_lines',
  'conversations',
  'appeal_texts',
  'message_reads',
  'message_reads_of_one',
] as const

/** Deletes the rows of members who left before `before` and have not come back; answers how many. */
export async function eraseOfGone(
  { kysely }: Pick<Database, 'kysely'>,
  tables: readonly string[],
  before: Ms,
): Promise<number> {
  let erased = 0n
  for (const table of tables) {
    const { numAffectedRows } = await sql`delete from ${sql.table(table)} t using account_closings c
      where c.member_id = t.member_id and c.state = 'closed' and c.ended_at < ${before}`.execute(kysely)
    erased += numAffectedRows ?? 0n
  }
  return Number(erased)
}
