import { sql, type RawBuilder } from 'kysely'
import { cutPage } from '#kernel/keyset.ts'
import type { Database, SqlTables } from '#platform/database/connect.ts'
import { PAGE_ROWS, type AskedPage, type FoundPage } from '../model/desk-list.ts'

/** A list of the console in SQL, and what of its rows is looked through. */
export type NewestList = {
  /** A table, or a query in the place of one. */
  table: keyof SqlTables | RawBuilder<unknown>
  where?: RawBuilder<unknown>
  /** The time by which it is ordered, the newest first. */
  by: RawBuilder<unknown>
  /** The text that has the letters. */
  letters?: RawBuilder<unknown>
  /** The amount that is the figure. */
  amount?: RawBuilder<unknown>
  /** The figure may be the number of the row's member. */
  hasMember?: true
}

/** One page of a table, the newest first, and how many rows are found in all. */
export async function newestPage<Row extends { id: string }>(
  { kysely }: Pick<Database, 'kysely'>,
  { table, where = sql`true`, by, letters, amount, hasMember }: NewestList,
  { after, search }: AskedPage,
): Promise<FoundPage<Row>> {
  const found: RawBuilder<unknown>[] = []
  if (search !== null && letters !== undefined)
    found.push(sql`strpos(upper(coalesce(${letters}, '')), ${search.letters}) > 0`)
  if (search !== null && search.figure !== null) {
    if (amount !== undefined) found.push(sql`${amount} = ${search.figure}`)
    if (hasMember)
      found.push(sql`member_id in (select id from members where number::bigint = ${search.figure})`)
  }
  const chosen =
    search === null
      ? where
      : sql`${where} and (${found.length === 0 ? sql`false` : sql.join(found, sql` or `)})`
  const listed = typeof table === 'string' ? sql.table(table) : sql`(${table}) as listed`
  const place = after === null ? sql`true` : sql`(${by}, id) < (${after.figure}, ${after.id})`
  const [page, counted] = await Promise.all([
    sql<Row & { place: number }>`
      select *, ${by} as place from ${listed} where ${chosen} and ${place}
      order by ${by} desc, id desc limit ${PAGE_ROWS + 1}`.execute(kysely),
    sql<{ n: number }>`select count(*) as n from ${listed} where ${chosen}`.execute(kysely),
  ])
  const rows = cutPage(page.rows, (row) => ({ figure: row.place, id: row.id }), PAGE_ROWS)
  return { ...rows, total: counted.rows[0]!.n }
}
