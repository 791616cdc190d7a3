import { chmodSync, copyFileSync, createReadStream, existsSync, mkdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { MIGRATIONS, migrate } from '../database/migrate.ts'
import { makeDirectory } from '../directory.ts'
import { NoBackup, type Manifest } from './manifest.ts'
import { copyIn } from './raw-copy.ts'
import { quoted } from './take.ts'
import { beginRestoreOfTables } from './unfinished.ts'
import { withClient } from '../database/with-client.ts'

/** The files of a backup into a data directory that holds nothing yet (`beginRestoreInto`). */
export function restoreFiles(folder: string, { files }: Manifest, dataDir: string): void {
  makeDirectory(dataDir)
  for (const { path } of files) {
    const file = join(dataDir, relative('files', path))
    mkdirSync(dirname(file), { recursive: true })
    copyFileSync(join(folder, path), file)
    chmodSync(file, 0o600)
  }
  if (existsSync(join(dataDir, 'keys'))) chmodSync(join(dataDir, 'keys'), 0o700)
}

/**
 * The rows of a backup into a database without tables: its schema by the migrations that the backup had, and
 * no further, then every table, all in one transaction. `migrate` then brings it up to this version. Throws
 * `NoBackup`. Until `endRestoreOfTables` no server starts on it.
 */
export async function restoreDatabase(
  folder: string,
  manifest: Manifest,
  config: pg.ClientConfig,
  migrations = MIGRATIONS,
): Promise<void> {
  return withClient({ ...config, application_name: 'akari-restore' }, async (client) => {
    await beginRestoreOfTables(client)
    await migrate(config, migrations, new Set(manifest.migrations.map(({ name }) => name)))
    await expectSameMigrations(client, manifest)
    await client.query(`begin; truncate ${manifest.tables.map(({ name }) => quoted(name)).join(', ')}`)
    for (const { name, columns, path, rows } of parentsFirst(manifest.tables, await parentsOf(client))) {
      const chunks = createReadStream(join(folder, path)).pipe(createGunzip()) as AsyncIterable<Buffer>
      const restored = await copyIn(client, `${quoted(name)} (${columns.map(quoted).join(', ')})`, chunks)
      if (restored !== rows) throw new NoBackup(`${name}: ${restored} rows restored of ${rows}.`)
    }
    await client.query('commit; analyze')
  })
}

async function expectSameMigrations(client: pg.Client, manifest: Manifest): Promise<void> {
  const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from migrations')
  const applied = new Map(rows.map(({ name, sha256 }) => [name, sha256]))
  for (const { name, sha256 } of manifest.migrations) {
    if (!applied.has(name))
      throw new NoBackup(
        `The backup was made by a newer version: it has ${name}, which is not in migrations/.`,
      )
    if (applied.get(name) !== sha256)
      throw new NoBackup(`migrations/${name} is not the file that the backup was made with.`)
  }
}

/** Tables whose rows must be there before those of another. */
async function parentsOf(client: pg.Client): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await client.query<{ child: string; parents: string[] }>(`
    select c.conrelid::regclass::text as child, array_agg(c.confrelid::regclass::text) as parents
    from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conrelid <> c.confrelid group by c.conrelid`)
  return new Map(rows.map(({ child, parents }) => [child, parents]))
}

function parentsFirst<T extends { name: string }>(
  tables: readonly T[],
  parents: ReadonlyMap<string, readonly string[]>,
): T[] {
  const sorted = new Set<T>()
  const byName = new Map(tables.map((table) => [table.name, table]))
  const add = (table: T): void => {
    if (sorted.has(table)) return
    for (const parent of parents.get(table.name) ?? []) add(byName.get(parent)!)
    sorted.add(table)
  }
  for (const table of tables) add(table)
  return [...sorted]
}
