import type { MemberId } from '#kernel/id.ts'
import type { Database } from '#platform/database/connect.ts'
import type { Result } from '#kernel/result.ts'
import { FIRST, type Kept } from '../model/watchlists.ts'

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    watchlists: { memberId: MemberId; lists: unknown; screens: unknown }
  }
}

type Row = { lists: unknown; screens: unknown }
const keptOf = (row: Row | undefined): Kept => (row === undefined ? FIRST : (row as Kept))

export const read = async ({ kysely }: Database, memberId: MemberId): Promise<Kept> =>
  keptOf(
    await kysely
      .selectFrom('watchlists')
      .select(['lists', 'screens'])
      .where('memberId', '=', memberId)
      .executeTakeFirst(),
  )

/** Changes what a member keeps, one change after another. */
export const change = <Code extends string>(
  { kysely }: Database,
  memberId: MemberId,
  apply: (kept: Kept) => Result<Kept, Code>,
): Promise<Result<Kept, Code>> =>
  kysely.transaction().execute(async (sql) => {
    const text = ({ lists, screens }: Kept) => ({
      lists: JSON.stringify(lists),
      screens: JSON.stringify(screens),
    })
    await sql
      .insertInto('watchlists')
      .values({ memberId, ...text(FIRST) })
      .onConflict((on) => on.doNothing())
      .execute()
    const row = await sql
      .selectFrom('watchlists')
      .select(['lists', 'screens'])
      .where('memberId', '=', memberId)
      .forUpdate()
      .executeTakeFirst()
    const result = apply(keptOf(row))
    if (result.ok)
      await sql.updateTable('watchlists').set(text(result.value)).where('memberId', '=', memberId).execute()
    return result
  })
