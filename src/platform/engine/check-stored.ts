import type pg from 'pg'
import { copyOut } from '../backup/raw-copy.ts'
import type { Difference } from './difference.ts'

/** Rows beside the journal, which knows something of each: tables that a module checks by itself. */
export type StoredCheck = {
  tables: readonly string[]
  /** The columns of these tables, as SQL names them, in which a change is named. */
  columns?: Columns
  /** The rows that were looked at, and what is not as it was left. */
  run: (client: pg.ClientBase) => Promise<Stored>
}
type Columns = Readonly<Record<string, readonly string[]>>
export type Stored = { rows: number; differences: Difference[] }

const AT_ONCE = 1_000

/**
 * Personal texts, of which the journal has a salted hash each. `sql` selects `key`, `said` (the journal's
 * hash) and the columns of the row, null where it is missing; `hash` makes the hash from these. `columns`:
 * those that it is made of, or that lead to it.
 */
export function hashedRows(check: {
  table: string
  columns: readonly string[]
  sql: string
  hash: (row: never) => string
}): StoredCheck {
  const { table, columns, sql, hash } = check
  return {
    tables: [table],
    columns: { [table]: columns },
    run: async (client) => {
      const differences: Difference[] = []
      const rows = await eachRow(client, sql, (row: { key: string; said: string; present: boolean }) => {
        if (!row.present) differences.push(missing(table, row.key))
        else if (safely(() => hash(row as never)) !== row.said)
          differences.push(damaged(table, row.key, 'the row is not what the journal has the hash of'))
      })
      return { rows, differences }
    },
  }
}

/** A sealed field that was changed cannot be opened. */
function safely(hash: () => string): string | null {
  try {
    return hash()
  } catch {
    return null
  }
}

export const damaged = (table: string, key: string, what: string): Difference => ({
  table,
  key,
  column: null,
  held: null,
  said: null,
  what,
})
export const missing = (table: string, key: string): Difference => damaged(table, key, 'the row is missing')

/** Rows in the order of their `key`, a few at a time; answers how many there were. */
export async function eachRow(
  client: pg.ClientBase,
  sql: string,
  onRow: (row: never) => void,
  atOnce = AT_ONCE,
): Promise<number> {
  let [after, count] = ['', 0]
  for (;;) {
    const { rows } = await client.query<{ key: string }>(
      `select * from (${sql}) as each_row where key > $1 order by key limit ${atOnce}`,
      [after],
    )
    for (const row of rows) onRow(row as never)
    count += rows.length
    if (rows.length < atOnce) return count
    after = rows.at(-1)!.key
  }
}

/**
 * Reads all there is of every table, as its rows and as its index has them: a page that cannot be read, or a
 * file that was cut, is named with its table. Inside of a transaction; writes nothing.
 */
export async function readEverything(client: pg.Client): Promise<Stored> {
  const { rows: tables } = await client.query<{ name: string }>(
    "select relname::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1",
  )
  const all: Stored = { rows: 0, differences: [] }
  for (const { name } of tables) {
    const failed = await inSavepoint(client, async () => {
      const rows = await copyOut(client, `select * from only "${name}"`, () => {})
      all.rows += rows
      await client.query('set local enable_seqscan = off; set local enable_bitmapscan = off')
      const { rows: counted } = await client.query<{ count: string }>(
        `select count(*)::text as count from only "${name}"`,
      )
      await client.query('set local enable_seqscan = on; set local enable_bitmapscan = on')
      const indexed = Number(counted[0]!.count)
      if (indexed !== rows) throw new Error(`it has ${rows} rows, its index ${indexed}`)
    })
    if (failed !== null) all.differences.push(unreadable(name, failed))
  }
  return all
}

/** Each check of a module; what it cannot read is named with its tables. */
export async function runStored(client: pg.ClientBase, checks: readonly StoredCheck[]): Promise<Stored> {
  const all: Stored = { rows: 0, differences: [] }
  for (const { tables, run } of checks) {
    const failed = await inSavepoint(client, async () => {
      const { rows, differences } = await run(client)
      all.rows += rows
      all.differences.push(...differences)
    })
    if (failed !== null) all.differences.push(unreadable(tables.join(', '), failed))
  }
  return all
}

const unreadable = (table: string, { message }: Error): Difference =>
  damaged(table, '', `it cannot be read: ${message}`)

/** Answers why it failed; the snapshot goes on. */
async function inSavepoint(client: pg.ClientBase, act: () => Promise<void>): Promise<Error | null> {
  await client.query('savepoint stored')
  try {
    await act()
    await client.query('release savepoint stored')
    return null
  } catch (error) {
    if (!(error instanceof Error)) throw error
    await client.query('rollback to savepoint stored')
    return error
  }
}
