import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { constants, gzipSync } from 'node:zlib'
import type pg from 'pg'
import type { Ms } from '#kernel/time.ts'
import { baseName, basesIn, WAL } from './archive.ts'
import { noteBackup } from './last-backup.ts'
import { fileHash, NoBackup, type BackedUp } from './manifest.ts'
import { baseBackup } from './raw-copy.ts'
import { copyFiles, writeDurable, type Source } from './take.ts'
import { withClient } from '../database/with-client.ts'

/** `base.json`: what a base backup holds. Written last; a folder without one is no base backup. */
export type Base = {
  format: typeof FORMAT
  /** Of the app. */
  version: string
  /** Earliest moment that can be gone back to with it. */
  endedAt: string
  /** Major version of PostgreSQL, and whether it was the embedded one. */
  postgres: number
  embedded: boolean
  user: string
  database: string
  /** Bytes of one file of its log, and the number of the first file that is needed from the archive. */
  segmentBytes: number
  segment: number
  cluster: BackedUp
  files: BackedUp[]
}
const FORMAT = 'akari-base-1'
const MANIFEST = 'base.json'
const CLUSTER = 'cluster.tar.gz'
const BLOCK_BYTES = 1024 * 1024

/**
 * Writes a base backup into the archive, beside a server at work: the files of `DATA_DIR`, then PostgreSQL's
 * whole cluster by its own protocol, which needs no program of the same version. Throws `NoBackup`.
 */
export async function takeBase(
  source: Source & { embedded: boolean },
  archiveDir: string,
): Promise<{ folder: string; base: Base }> {
  const folder = join(archiveDir, baseName(source.at))
  const making = `${folder}.making`
  if (existsSync(folder) || existsSync(making)) throw new NoBackup(`${folder} is being written already.`)
  return withClient({ ...source.database, application_name: 'akari-base' }, async (client) => {
    await expectArchiving(client)
    mkdirSync(making, { recursive: true, mode: 0o700 })
    const files = await copyFiles(source.dataDir, making, () => true)
    const { from, cluster } = await copyCluster(source.database, making)
    const { rows } = await client.query<
      Pick<Base, 'postgres' | 'segmentBytes' | 'user' | 'database'> & { now: Date }
    >(`select clock_timestamp() as now, current_setting('server_version_num')::int / 10000 as postgres,
       (select setting::int * case unit when '8kB' then 8192 else 1 end from pg_settings
        where name = 'wal_segment_size') as "segmentBytes", current_user as user, current_database() as database`)
    const { now, ...about } = rows[0]!
    const base: Base = {
      format: FORMAT,
      version: source.version,
      endedAt: now.toISOString(),
      embedded: source.embedded,
      ...about,
      segment: segmentOf(from, about.segmentBytes),
      cluster,
      files,
    }
    const first = segmentsIn(archiveDir, base.segmentBytes).has(base.segment)
    if (!first)
      throw new NoBackup(
        `PostgreSQL does not archive into ${join(archiveDir, WAL)}: the log of this backup is not there. Set its archive_command as docs/recovery.md says.`,
      )
    writeDurable(join(making, MANIFEST), `${JSON.stringify(base, null, 1)}\n`)
    renameSync(making, folder)
    noteBackup(source.dataDir, source.at)
    return { folder, base }
  })
}

/** PostgreSQL would wait for its archive without end, or nothing after the backup could be had again. */
async function expectArchiving(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ mode: string; fails: boolean; may: boolean }>(
    `select current_setting('archive_mode') as mode,
       coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as fails,
       (select rolreplication or rolsuper from pg_roles where rolname = current_user) as may
     from pg_stat_archiver`,
  )
  const { mode, fails, may } = rows[0]!
  if (mode === 'off')
    throw new NoBackup(
      'PostgreSQL archives nothing (archive_mode is off). Set ARCHIVE_DIR and start the server again; of a PostgreSQL of your own set archive_mode and archive_command (docs/recovery.md).',
    )
  if (fails)
    throw new NoBackup(
      'PostgreSQL cannot archive: its archive_command fails. Its log says why; mend that first.',
    )
  if (!may)
    throw new NoBackup(
      'The user of DATABASE_URL may not copy the cluster: alter role … replication (docs/recovery.md).',
    )
}

async function copyCluster(
  config: pg.ClientConfig,
  folder: string,
): Promise<{ from: string; cluster: BackedUp }> {
  const path = join(folder, CLUSTER)
  const file = openSync(path, 'wx', 0o600)
  const hash = createHash('sha256')
  let bytes = 0
  let blocks: Buffer[] = []
  let held = 0
  const write = () => {
    const packed = gzipSync(Buffer.concat(blocks), { level: constants.Z_BEST_SPEED })
    hash.update(packed)
    bytes += packed.length
    writeSync(file, packed)
    blocks = []
    held = 0
  }
  try {
    const from = await baseBackup(config, (chunk) => {
      // pg gives its own buffer, which the next message may be written over.
      blocks.push(Buffer.from(chunk))
      held += chunk.length
      if (held >= BLOCK_BYTES) write()
    })
    write()
    fsyncSync(file)
    return { from, cluster: { path: CLUSTER, bytes, sha256: hash.digest('hex') } }
  } finally {
    closeSync(file)
  }
}

/** The number of the log file that a position (`16/B374D848`) lies in. */
export function segmentOf(lsn: string, segmentBytes: number): number {
  const [high, low] = lsn.split('/').map((part) => Number.parseInt(part, 16)) as [number, number]
  return high * (2 ** 32 / segmentBytes) + Math.floor(low / segmentBytes)
}

const SEGMENT = /^[0-9A-F]{8}([0-9A-F]{8})([0-9A-F]{8})(\.gz)?$/
/** Numbers of the log files that an archive has, of whatever timeline. */
export function segmentsIn(archiveDir: string, segmentBytes: number): Map<number, string> {
  const found = new Map<number, string>()
  for (const name of readdirSync(join(archiveDir, WAL))) {
    const number = segmentNumber(name, segmentBytes)
    if (number !== null) found.set(number, name)
  }
  return found
}

/** The number that the name of a log file says, of whatever timeline; null: it is of another file. */
export function segmentNumber(name: string, segmentBytes: number): number | null {
  const [, log, file] = SEGMENT.exec(name) ?? []
  return log === undefined
    ? null
    : Number.parseInt(log, 16) * (2 ** 32 / segmentBytes) + Number.parseInt(file!, 16)
}

/**
 * The newest base backup that had ended at a moment (`latest`: of all), each file of it held against its
 * hash. Throws `NoBackup` where there is none, or it is not what was written.
 */
export async function readBase(
  archiveDir: string,
  to: Ms | 'latest',
): Promise<{ folder: string; base: Base }> {
  const bases = basesIn(archiveDir).flatMap((name) => {
    const folder = join(archiveDir, name)
    if (!existsSync(join(folder, MANIFEST))) return []
    return [{ folder, base: JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')) as Base }]
  })
  if (bases.length === 0) throw new NoBackup(`There is no base backup in ${archiveDir}.`)
  const found = bases.findLast(({ base }) => to === 'latest' || Date.parse(base.endedAt) <= to)
  if (found === undefined)
    throw new NoBackup(
      `The moment lies before the first base backup in ${archiveDir}, which ended at ${bases[0]!.base.endedAt}.`,
    )
  if (found.base.format !== FORMAT)
    throw new NoBackup(
      `${found.folder} is written as ${String(found.base.format)}; this version reads ${String(FORMAT)}.`,
    )
  for (const { path, bytes, sha256 } of [found.base.cluster, ...found.base.files]) {
    const file = join(found.folder, path)
    const is = existsSync(file) ? await fileHash(file) : null
    if (is?.bytes !== bytes || is.sha256 !== sha256)
      throw new NoBackup(`${path} is not what was written: ${found.folder} cannot be trusted.`)
  }
  return found
}
