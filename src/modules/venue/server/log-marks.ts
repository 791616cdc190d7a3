import type { Database } from '#platform/database/connect.ts'
import type { Log } from '#platform/log.ts'

/**
 * The state of the exchange's files when it made a snapshot: which one, the log it is of, so many bytes of
 * it, and their SHA-256.
 */
export type LogMark = {
  readonly stretch: number
  readonly log: string
  readonly bytes: number
  readonly digest: string
}

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    exchangeLogMark: { isOnly: boolean } & LogMark
  }
}

/**
 * The last mark, kept in the database so that the exchange's files cannot go away, or be others, without a
 * word.
 */
export type LogMarks = {
  /** The newest mark, at the start of the server or since; null if there is none yet. */
  readonly last: LogMark | null
  keep(mark: LogMark): void
  /** Resolves when nothing waits to be written. */
  settled(): Promise<void>
}

/** Of an exchange that is never opened, or that nobody starts again. */
export const noLogMarks = (): LogMarks => ({ last: null, keep: () => {}, settled: () => Promise.resolve() })

export async function openLogMarks({ kysely }: Database, log: Log): Promise<LogMarks> {
  const last = await kysely
    .selectFrom('exchangeLogMark')
    .select(['stretch', 'log', 'bytes', 'digest'])
    .executeTakeFirst()
  let next: LogMark | null = null
  let writing: Promise<void> | null = null
  async function write(): Promise<void> {
    for (let mark = next; mark !== null; mark = next) {
      next = null
      const row = { isOnly: true, ...mark }
      await kysely
        .insertInto('exchangeLogMark')
        .values(row)
        .onConflict((on) => on.column('isOnly').doUpdateSet(row))
        .execute()
        .catch((err: unknown) => log.warn({ err }, 'how far the exchange has written could not be kept'))
    }
    writing = null
  }
  let newest: LogMark | null = last ?? null
  return {
    get last() {
      return newest
    },
    keep(mark) {
      newest = mark
      next = mark
      writing ??= write()
    },
    settled: () => writing ?? Promise.resolve(),
  }
}
