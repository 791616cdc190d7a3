import { sql } from 'kysely'
import type { Database } from './connect.ts'

/**
 * Deletes what was written for a command that was then refused: nothing personal is kept of it. `place` and
 * `namedBy` are columns, as `table.column`: a row with this id that one of `namedBy` names stays.
 */
export async function dropUnnamed(
  { kysely }: Pick<Database, 'kysely'>,
  place: string,
  id: string,
  namedBy: readonly string[],
): Promise<void> {
  const [table = '', key = ''] = place.split('.')
  const named = namedBy.map((column) => {
    const [of = '', name = ''] = column.split('.')
    return sql`and not exists (select from ${sql.table(of)} where ${sql.ref(name)} = ${id})`
  })
  await sql`delete from ${sql.table(table)} where ${sql.ref(key)} = ${id} ${sql.join(named, sql` `)}`.execute(
    kysely,
  )
}
