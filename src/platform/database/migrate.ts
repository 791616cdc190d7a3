import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

export const MIGRATIONS = join(import.meta.dirname, '..', '..', '..', 'migrations')
const LOCK = 5_180_230_118

/**
 * Brings the database up to the files of `migrations/`, in the order of their names, each in a transaction. Forward only: an applied file
 * that has changed since, or is gone, is refused. Returns the names that were applied now. `only`: these alone, for a database as an
 * earlier version left it.
 */
export async function migrate(config: pg.ClientConfig, folder = MIGRATIONS, only?: ReadonlySet<string>): Promise<string[]> {
  const client = new pg.Client(config)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query('create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())')
    const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from migrations order by name')
    const names = readdirSync(folder).filter((name) => name.endsWith('.sql') && (only?.has(name) ?? true)).sort()
    return await applyMissing(client, folder, names, new Map(rows.map(({ name, sha256 }) => [name, sha256])))
  } finally {
    await client.end()
  }
}

async function applyMissing(client: pg.Client, folder: string, names: readonly string[], applied: ReadonlyMap<string, string>): Promise<string[]> {
  for (const name of applied.keys()) {
    if (!names.includes(name)) throw new Error(`this database was made by a newer version: it has ${name}, which is not in migrations/`)
  }
  const now: string[] = []
  for (const name of names) {
    const sql = readFileSync(join(folder, name), 'utf8')
    const sha256 = createHash('sha256').update(sql).digest('hex')
    const before = applied.get(name)
    if (before === sha256) continue
    if (before !== undefined) throw new Error(`migrations/${name} has changed since it was applied; write a new one instead`)
    await client.query('begin')
    try {
      await client.query(sql)
      await client.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256])
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw new Error(`migrations/${name} failed: ${(error as Error).message}`, { cause: error })
    }
    now.push(name)
  }
  return now
}
