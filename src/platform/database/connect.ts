import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { assert } from '#kernel/assert.ts'

/**
 * Tables as queries see them: modules add theirs by declaration merging. Property names are camelCase here,
 * snake_case in SQL. `declare module '#platform/database/connect.ts' { interface SqlTables { orders: OrderRow
 * } }`
 */
export interface SqlTables {
  journal: { seq: number; ts: number; type: string; record: Buffer; hash: Buffer }
}

export type Database = {
  /** For a connection of one's own (the engine's). */
  config: pg.ClientConfig
  pool: pg.Pool
  kysely: Kysely<SqlTables>
  close(): Promise<void>
}

// Sums and counts come as int8 too. None of them may lose a digit on the way.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text)
  assert(Number.isSafeInteger(value), `an int8 in the database is not a safe integer: ${text}`)
  return value
})

/** Connections for reads and plain SQL. The engine has one of its own. */
export function connect(
  config: pg.ClientConfig,
  log: { error(fields: object, message: string): void },
): Database {
  const pool = new pg.Pool({ ...config, max: 12, application_name: 'akari' })
  // A connection that breaks is replaced; its 'error' event without a listener would end the process. The
  // pool listens to idle ones alone, not to one that is lent, as between two queries of a transaction.
  pool.on('connect', (client) =>
    client.on('error', (err) => log.error({ err }, 'a database connection broke')),
  )
  // The pool repeats what the idle connection has said.
  pool.on('error', () => {})
  const kysely = new Kysely<SqlTables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  return { config, pool, kysely, close: () => kysely.destroy() }
}
