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
