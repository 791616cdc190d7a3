import type { MemberId } from '#kernel/id.ts'
import type { Database } from '#platform/database/connect.ts'

/** People who are members: all but those of the demo setting, who are nobody. */
export async function countRegistrants(
  db: Database['kysely'],
  simulated: readonly MemberId[],
): Promise<number> {
  const { count } = await db
    .selectFrom('credentials')
    .select((select) => select.fn.countAll<number>().as('count'))
    .$if(simulated.length > 0, (query) => query.where('memberId', 'not in', simulated))
    .executeTakeFirstOrThrow()
  return count
}
