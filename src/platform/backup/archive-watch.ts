import type pg from 'pg'
import { HOUR, MINUTE, SECOND, type Ms } from '#kernel/time.ts'
import type { FaultName } from '#wire/system.ts'
import { every } from '../every.ts'
import { guarded } from '../guarded.ts'
import type { Log } from '../log.ts'
import { basesIn, timeOfBase } from './archive.ts'
import { segmentNumber, segmentOf, segmentsIn } from './base.ts'

/** Files of the log go to the archive within a minute; one that waits so long is not going. */
export const BEHIND_AFTER: Ms = 5 * MINUTE
/** A base backup each night, with room for one that begins later. */
export const BASE_PLAN: Ms = 26 * HOUR
const LOOKS_EVERY: Ms = 20 * SECOND

/** State of PostgreSQL's archiving, as it says of its archiving at a moment. */
export type Archiving = {
  mode: string
  /** Its last attempt has failed. */
  fails: boolean
  /** Number of the file that is being written, and of the last one that was archived; null: none was. */
  writing: number
  archived: number | null
}

export type ArchiveWatch = {
  faults: () => FaultName[]
  /** Files of the log that are full and not archived; null: not known yet, or there is no archive. */
  waiting: () => number | null
  /** Nothing has been archived for five minutes though something waits; null as above. */
  isFailing: () => boolean | null
  /** Begin of the newest base backup; 0: there is none; null: there is no archive. */
  baseAt: () => Ms | null
  /** Answers the way to stop. */
  start: () => () => void
}

type Deps = {
  archiveDir: string | null
  /** Throws as the database does. */
  ask: (archiveDir: string) => Promise<Archiving>
  /** The machine's time, by which base backups are named. */
  machine: () => Ms
  monotonic: () => Ms
  log: Pick<Log, 'error' | 'info'>
}

const NO_ARCHIVE: ArchiveWatch = {
  faults: () => [],
  waiting: () => null,
  isFailing: () => null,
  baseAt: () => null,
  start: () => () => {},
}

/**
 * The watch on the archive of `ARCHIVE_DIR`: an archive that nothing goes to is found out when it is needed,
 * and one without a base backup is no way back.
 */
export function openArchiveWatch({
  archiveDir,
  ask,
  machine,
  monotonic,
  log,
}: Deps): ArchiveWatch & { look: () => Promise<void> } {
  if (archiveDir === null) return { ...NO_ARCHIVE, look: () => Promise.resolve() }
  let waiting: number | null = null
  let firstWriting: number | null = null
  /** Since when something has been wrong; null: nothing is. */
  let since: Ms | null = null
  let failing: boolean | null = null
  let baseAt: Ms | null = null
  let isAsking = false

  async function look(): Promise<void> {
    baseAt = newestBase(archiveDir!)
    const { mode, fails, writing, archived } = await ask(archiveDir!)
    firstWriting ??= writing
    // PostgreSQL forgets what it has archived when it was killed: then from the file on that it wrote first.
    waiting = Math.max(0, writing - 1 - (archived ?? firstWriting - 1))
    const isOff = mode === 'off'
    since = isOff || fails || waiting > 0 ? (since ?? monotonic()) : null
    const now = since !== null && (isOff || monotonic() - since >= BEHIND_AFTER)
    if (now && !failing)
      log.error({ mode, fails, waiting }, 'nothing is archived: PostgreSQL’s log says why (docs/recovery.md)')
    if (!now && failing) log.info('the archive takes files again')
    failing = now
  }
  return {
    look,
    waiting: () => waiting,
    isFailing: () => failing,
    baseAt: () => baseAt,
    faults: () => [
      ...(failing === true ? ['archive-failing' as const] : []),
      ...(baseAt !== null && machine() - baseAt > BASE_PLAN ? ['base-backup-old' as const] : []),
    ],
    start() {
      // A database that does not answer is found by its own watchdog.
      const lookOnce = async () => {
        if (isAsking) return
        isAsking = true
        await look().catch(() => {})
        isAsking = false
      }
      void lookOnce()
      return every(LOOKS_EVERY, guarded(log, 'the archive', lookOnce))
    },
  }
}

const newestBase = (archiveDir: string): Ms => {
  const newest = basesIn(archiveDir).at(-1)
  return newest === undefined ? 0 : timeOfBase(newest)
}

/** Asks PostgreSQL, any that the server may run on, without a right of its own. */
export async function archivingOf(pool: Pick<pg.Pool, 'query'>, archiveDir: string): Promise<Archiving> {
  const { rows } = await pool.query<{
    mode: string
    fails: boolean
    lsn: string
    archived: string | null
    segmentBytes: number
  }>(
    `select current_setting('archive_mode') as mode,
       coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as fails,
       pg_current_wal_lsn()::text as lsn, last_archived_wal as archived,
       pg_size_bytes(current_setting('wal_segment_size'))::int4 as "segmentBytes"
     from pg_stat_archiver`,
  )
  const { mode, fails, lsn, archived, segmentBytes } = rows[0]!
  return {
    mode,
    fails,
    writing: segmentOf(lsn, segmentBytes),
    archived:
      (archived === null ? null : segmentNumber(archived, segmentBytes)) ??
      newestIn(archiveDir, segmentBytes),
  }
}

/** The last file of the archive: after a base backup PostgreSQL names the backup's own, which is no log. */
function newestIn(archiveDir: string, segmentBytes: number): number | null {
  try {
    return [...segmentsIn(archiveDir, segmentBytes).keys()].reduce<number | null>(
      (newest, number) => Math.max(newest ?? number, number),
      null,
    )
  } catch {
    // The folder may be PostgreSQL's own user's.
    return null
  }
}
