import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { constants, gzipSync } from 'node:zlib'
import type pg from 'pg'
import { makeDirectory } from '../directory.ts'
import { ARCHIVE_MARK } from './archive.ts'
import { LAST_BACKUP, noteBackup } from './last-backup.ts'
import { copyOut } from './raw-copy.ts'
import {
  fileHash,
  FORMAT,
  MANIFEST,
  NoBackup,
  type BackedUp,
  type BackedUpTable,
  type Manifest,
} from './manifest.ts'
import { withClient } from '../database/with-client.ts'

export type Source = { dataDir: string; database: pg.ClientConfig; version: string; at: Date }

const BLOCK_BYTES = 1024 * 1024
/**
 * The database is read by its rows, and has a new password wherever it is restored. Codes that are handed
 * over to people are for nobody else.
 */
const isLeftOut = (path: string): boolean =>
  path === 'postgres' ||
  path === 'handed-over' ||
  path === LAST_BACKUP ||
  path === ARCHIVE_MARK ||
  path === join('keys', 'postgres') ||
  path.endsWith('.new') ||
  path.endsWith('.making')
/**
 * Revealed days never change, so they may come after the rows that name them. Everything else comes before:
 * the rows may know more than a file, never less.
 */
const REVEALED = join('venue', 'days')

/**
 * Writes a whole backup into `folder`, which must not be there: first the files, then every table in one
 * snapshot of the database, beside a server at work or without one. Throws `NoBackup` where it cannot be
 * done. What is cut short has another name and no list.
 */
export async function takeBackup(source: Source, folder: string): Promise<Manifest> {
  if (existsSync(folder))
    throw new NoBackup(`${folder} is there already; a backup is written into a folder of its own.`)
  const making = `${folder}.making`
  if (existsSync(making))
    throw new NoBackup(
      `${making} is there: another backup is being written, or one was cut short. Delete it if none is.`,
    )
  makeDirectory(join(making, 'tables'), 0o700)
  const before = await copyFiles(source.dataDir, making, (path) => path !== REVEALED)
  const rows = await readDatabase(source.database, making)
  const after = existsSync(join(source.dataDir, REVEALED))
    ? await copyFiles(source.dataDir, making, () => true, REVEALED)
    : []
  const manifest: Manifest = {
    format: FORMAT,
    version: source.version,
    at: source.at.toISOString(),
    ...rows,
    files: [...before, ...after],
  }
  writeDurable(join(making, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`)
  renameSync(making, folder)
  noteBackup(source.dataDir, source.at)
  return manifest
}

/** The files of a data directory into `files` of a folder, each with its hash. */
export async function copyFiles(
  dataDir: string,
  folder: string,
  takes: (path: string) => boolean,
  below = '',
): Promise<BackedUp[]> {
  const found: BackedUp[] = []
  // From behind, so that a snapshot of the exchange (`stretch-…`) is copied before the log that it says a
  // place of (`day-…`), which only grows.
  for (const entry of readdirSync(join(dataDir, below), { withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? 1 : -1,
  )) {
    const path = join(below, entry.name)
    if (isLeftOut(path) || !takes(path)) continue
    if (entry.isDirectory()) found.push(...(await copyFiles(dataDir, folder, takes, path)))
    else if (entry.isFile()) found.push(...(await copyFile(dataDir, folder, path)))
  }
  return found
}

/** Nothing where the file went away meanwhile: a log that the exchange needs no more. */
async function copyFile(dataDir: string, folder: string, path: string): Promise<BackedUp[]> {
  const copy = join(folder, 'files', path)
  mkdirSync(dirname(copy), { recursive: true, mode: 0o700 })
  try {
    copyFileSync(join(dataDir, path), copy)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  return [{ path: relative(folder, copy), ...(await fileHash(copy)) }]
}

/**
 * A mark of the exchange's log is newer than the log that was copied before it: a restored server begins
 * without.
 */
const TABLES = `
  select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not in ('migrations', 'exchange_log_mark') group by c.relname order by c.relname`

async function readDatabase(
  config: pg.ClientConfig,
  folder: string,
): Promise<Pick<Manifest, 'journal' | 'migrations' | 'tables'>> {
  return withClient({ ...config, application_name: 'akari-backup' }, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    const { rows: migrations } = await client.query<Manifest['migrations'][number]>(
      'select name, sha256 from migrations order by name',
    )
    const {
      rows: [lease],
    } = await client.query<{ seq: string; head: Buffer }>('select seq::text, head from lease')
    const { rows } = await client.query<{ name: string; columns: string[] }>(TABLES)
    const tables: BackedUpTable[] = []
    for (const { name, columns } of rows) tables.push(await readTable(client, folder, name, columns))
    const seq = Number(lease!.seq)
    return { journal: { seq, head: seq < 0 ? '' : lease!.head.toString('hex') }, migrations, tables }
  })
}

async function readTable(
  client: pg.Client,
  folder: string,
  name: string,
  columns: string[],
): Promise<BackedUpTable> {
  const path = join('tables', `${name}.gz`)
  const file = openSync(join(folder, path), 'wx', 0o600)
  let blocks: Buffer[] = []
  let held = 0
  const write = () => {
    writeSync(file, gzipSync(Buffer.concat(blocks), { level: constants.Z_BEST_SPEED }))
    blocks = []
    held = 0
  }
  const rows = await copyOut(
    client,
    `select ${columns.map(quoted).join(', ')} from ${quoted(name)}`,
    (chunk) => {
      // pg gives its own buffer, which the next message may be written over.
      blocks.push(Buffer.from(chunk))
      held += chunk.length
      if (held >= BLOCK_BYTES) write()
    },
  )
  // An empty table too is a file that can be unpacked.
  write()
  fsyncSync(file)
  closeSync(file)
  return { name, columns, rows, path, ...(await fileHash(join(folder, path))) }
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

export function writeDurable(path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600, flush: true })
}
