import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { iso, type Ms } from '#kernel/time.ts'
import type { Config } from '../config.ts'
import { isRoot, NOBODY } from '../database/binaries.ts'
import { makeDirectory } from '../directory.ts'
import { Misconfigured } from '../misconfigured.ts'

/**
 * In `DATA_DIR` and in `ARCHIVE_DIR`, the same in both: each is the other's. A server that was restored has
 * none, so that it cannot write its new history into the archive of the old one.
 */
export const ARCHIVE_MARK = 'archive.json'
type Mark = { id: string; folder: string }

/** Folders of an archive: PostgreSQL's log, the exchange's files, and base backups (`base-…`). */
export const WAL = 'wal'
export const VENUE = 'venue'
const BASE = /^base-\d{8}T\d{6}Z$/
const BASE_TIME = /^base-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/
/** At most so many seconds of commits wait in a log file that is not full. */
const ARCHIVE_TIMEOUT_S = 60

/**
 * Makes the archive of the settings this data directory's, or ends the archiving where there is none. To be
 * called before the embedded database starts. Throws `Misconfigured` where the folder is another's.
 */
export function claimArchive({
  dataDir,
  archiveDir,
  databaseUrl,
}: Pick<Config, 'dataDir' | 'archiveDir' | 'databaseUrl'>): void {
  if (archiveDir === null) return rmSync(join(dataDir, ARCHIVE_MARK), { force: true })
  const there = readMark(archiveDir)
  if (there !== null && there.id === readMark(dataDir)?.id) return writeMark(dataDir, there.id, archiveDir)
  if (there !== null || isInUse(archiveDir))
    throw new Misconfigured(
      `ARCHIVE_DIR is ${archiveDir}, the archive of another database, or of this one before it was restored or its archiving was switched off. Name an empty folder, and take a base backup into it.`,
    )
  const id = randomBytes(16).toString('hex')
  try {
    makeDirectory(archiveDir)
    const isNew = !existsSync(join(archiveDir, WAL))
    if (isNew) mkdirSync(join(archiveDir, WAL), { mode: 0o700 })
    if (isNew && databaseUrl === null && isRoot()) chownSync(join(archiveDir, WAL), NOBODY, NOBODY)
    writeMark(archiveDir, id, archiveDir)
  } catch (error) {
    throw new Misconfigured(
      `ARCHIVE_DIR is ${archiveDir}, where nothing can be written (${(error as NodeJS.ErrnoException).code}).`,
    )
  }
  writeMark(dataDir, id, archiveDir)
}

/** The archive that the database of a data directory writes to; null: none. */
export const archiveOf = (dataDir: string): string | null => readMark(dataDir)?.folder ?? null

/** Names of the base backups in an archive, oldest first. */
export const basesIn = (archiveDir: string): string[] =>
  existsSync(archiveDir)
    ? readdirSync(archiveDir)
        .filter((name) => BASE.test(name))
        .sort()
    : []
/** The time that a base backup's name says, to the second. */
export const timeOfBase = (name: string): Ms => {
  const [, ...parts] = BASE_TIME.exec(name)!
  const [year, month, day, hour, minute, second] = parts.map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  return Date.UTC(year, month - 1, day, hour, minute, second)
}
export const baseName = (at: Date): string =>
  `base-${iso(at.getTime()).slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/**
 * PostgreSQL's settings by which each finished file of its log goes into the archive, packed, whole, and
 * never over another one (PostgreSQL, 25.3.1). Nothing where there is no archive.
 */
export function archiveSettings(archiveDir: string | null): Record<string, string> {
  if (archiveDir === null) return {}
  const file = `f='${join(archiveDir, WAL)}/%f.gz'`
  const same = 'gzip -dc "$f" | cmp -s - "%p"'
  const write = 'gzip -1 < "%p" > "$f.new" && sync "$f.new" && mv "$f.new" "$f"'
  return {
    archive_mode: 'on',
    archive_timeout: String(ARCHIVE_TIMEOUT_S),
    archive_command: `${file}; if test -f "$f"; then ${same}; else ${write}; fi`,
  }
}

/** The way back: a file of the log from the archive, packed or not. */
export const restoreCommand = (archiveDir: string): string =>
  `f='${join(archiveDir, WAL)}/%f'; if test -f "$f.gz"; then gzip -dc "$f.gz" > "%p"; else cp "$f" "%p"; fi`

const isInUse = (archiveDir: string): boolean =>
  basesIn(archiveDir).length > 0 || existsSync(join(archiveDir, VENUE))

function readMark(folder: string): Mark | null {
  const path = join(folder, ARCHIVE_MARK)
  if (!existsSync(path)) return null
  try {
    const { id, folder: named } = JSON.parse(readFileSync(path, 'utf8')) as Partial<Mark>
    if (typeof id === 'string' && typeof named === 'string') return { id, folder: named }
  } catch {
    // Said below.
  }
  throw new Misconfigured(`${path} cannot be read. Delete it, and name an empty folder as ARCHIVE_DIR.`)
}

const writeMark = (folder: string, id: string, archiveDir: string): void =>
  writeFileSync(
    join(folder, ARCHIVE_MARK),
    `${JSON.stringify({ id, folder: archiveDir } satisfies Mark)}\n`,
    { mode: 0o600, flush: true },
  )
