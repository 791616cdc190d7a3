import { sql } from 'kysely'
import { SECOND, type Ms } from '#kernel/time.ts'
import type { Clock } from '../clock.ts'
import { every } from '../every.ts'
import { guarded } from '../guarded.ts'
import type { Log } from '../log.ts'
import type { Database } from './connect.ts'

const LOOKS_EVERY: Ms = 2 * SECOND
/** Age of a look from which on the database is asked about each row: with it others hear within 5 s. */
const TRUSTED_FOR: Ms = 4 * SECOND
/** A transaction that began earlier commits within it; what was seen twice changes nothing. */
const LOOKS_BACK: Ms = 15 * SECOND

/** The next version of a row, in microseconds of the database's clock: greater than the one before. */
export const nextVersion = sql<number>`greatest(version + 1, (extract(epoch from clock_timestamp()) * 1000000)::int8)`

export type Changed = { id: string; version: number; ended: boolean }

/**
 * Rows that a server keeps in memory while others may change them (decision 0194). `changed` hears of every
 * change, its own too. `now` values are of the monotonic clock.
 */
export function watchVersions(
  { db: { kysely }, clock, log }: { db: Pick<Database, 'kysely'>; clock: Pick<Clock, 'monotonic'>; log: Log },
  table: 'sessions' | 'operator_sessions',
  changed: (row: Changed) => void | Promise<void>,
) {
  /** The stretch of time without a gap in which every change was heard of. */
  let coveredFrom = Infinity
  let lookedAt = -Infinity

  async function look(): Promise<void> {
    const from = clock.monotonic()
    const { rows } =
      await sql<Changed>`select id, version, ended_at is not null as ended from ${sql.table(table)}
      where version > (extract(epoch from clock_timestamp()) * 1000000)::int8 - ${LOOKS_BACK * 1_000}`.execute(
        kysely,
      )
    for (const row of rows) await changed(row)
    if (from - lookedAt > LOOKS_BACK - TRUSTED_FOR) coveredFrom = from
    lookedAt = from
  }
  return {
    /** The time of a read that begins now. */
    now: (): Ms => clock.monotonic(),
    /** False: a row that was read then may have changed since, and nobody here has heard of it. */
    isCurrent: (readAt: Ms): boolean =>
      clock.monotonic() - (readAt >= coveredFrom ? Math.max(lookedAt, readAt) : readAt) < TRUSTED_FOR,
    look,
    start: (): (() => void) => every(LOOKS_EVERY, guarded(log, `changes of ${table}`, look)),
  }
}
