import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { Misconfigured } from '../misconfigured.ts'
import { withClient } from './with-client.ts'

export const MIGRATIONS = join(import.meta.dirname, '..', '..', '..', 'migrations')
const LOCK = 5_180_230_118

type Applied = { name: string; sha256: string }

/**
 * Brings the database up to the files of `migrations/`, in the order of their names, each in a transaction.
 * Forward only: an applied file that has changed since, or is gone, is refused as `Misconfigured`: nothing
 * has been touched then. Returns the names that were applied now. `only`: these alone, for a database as an
 * earlier version left it.
 */
export async function migrate(
  config: pg.ClientConfig,
  folder = MIGRATIONS,
  only?: ReadonlySet<string>,
): Promise<string[]> {
  return withClient(config, async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(
      'create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<Applied>('select name, sha256 from migrations order by name')
    const names = readdirSync(folder)
      .filter((name) => name.endsWith('.sql') && (only?.has(name) ?? true))
      .sort()
    return await applyMissing(client, folder, names, rows)
  })
}

/**
 * Before anything is changed: a database that a newer version has touched is not for this one. Throws
 * `Misconfigured`.
 */
export async function refuseNewerDatabase(config: pg.ClientConfig, folder = MIGRATIONS): Promise<void> {
  return withClient(config, async (client) => {
    const {
      rows: [known],
    } = await client.query<{ has: boolean }>("select to_regclass('migrations') is not null as has")
    if (!known!.has) return
    const { rows } = await client.query<Applied>('select name, sha256 from migrations order by name')
    refuseForeign(folder, readdirSync(folder), rows)
  })
}

/** The first file of `migrations/` that this database has not seen; null: it is of this version. */
export async function firstMissing(config: pg.ClientConfig, folder = MIGRATIONS): Promise<string | null> {
  return withClient(config, async (client) => {
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    const applied = new Set(rows.map(({ name }) => name))
    return (
      readdirSync(folder)
        .filter((name) => name.endsWith('.sql') && !applied.has(name))
        .sort()[0] ?? null
    )
  })
}

function refuseForeign(folder: string, names: readonly string[], applied: readonly Applied[]): void {
  for (const { name, sha256 } of applied) {
    if (!names.includes(name)) {
      throw new Misconfigured(
        `This database was touched by a newer version of Akari: it has ${name}, which this one does not know. Start that version again, or restore the backup from before it.`,
      )
    }
    if (hashOf(readFileSync(join(folder, name), 'utf8')) !== sha256) {
      throw new Misconfigured(
        `migrations/${name} has changed since this database was brought up to it. Bring back the version of Akari that the database was made with.`,
      )
    }
  }
}

const hashOf = (sql: string): string => createHash('sha256').update(sql).digest('hex')

async function applyMissing(
  client: pg.Client,
  folder: string,
  names: readonly string[],
  applied: readonly Applied[],
): Promise<string[]> {
  refuseForeign(folder, names, applied)
  const done = new Set(applied.map(({ name }) => name))
  const now: string[] = []
  for (const name of names) {
    if (done.has(name)) continue
    const sql = readFileSync(join(folder, name), 'utf8')
    await client.query('begin')
    try {
      await client.query(sql)
      await client.query('insert into migrations (name, sha256) values ($1, $2)', [name, hashOf(sql)])
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw new Error(`migrations/${name} failed: ${(error as Error).message}`, { cause: error })
    }
    now.push(name)
  }
  return now
}
