import { sql } from 'kysely'
import type { Ms } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import type { AskedPage, FoundPage } from '#modules/staff/model/desk-list.ts'
import { newestPage } from '#modules/staff/server/public.ts'

export type CheckRow = {
  id: string
  askedBy: string
  begunAt: Ms
  endedAt: Ms | null
  status: 'running' | 'intact' | 'broken' | 'failed'
  toSeq: number | null
  head: string | null
  badSeq: number | null
  what: string | null
  accounts: number | null
  entries: number | null
}

type EndedRow = CheckRow & { status: Exclude<CheckRow['status'], 'running'> }

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    journalChecks: CheckRow
  }
}

export async function beginCheck(
  { kysely }: Database,
  row: Pick<CheckRow, 'id' | 'askedBy' | 'begunAt'>,
): Promise<void> {
  await kysely
    .insertInto('journalChecks')
    .values({
      ...row,
      endedAt: null,
      status: 'running',
      toSeq: null,
      head: null,
      badSeq: null,
      what: null,
      accounts: null,
      entries: null,
    })
    .execute()
}

export async function endCheck(
  { kysely }: Database,
  id: string,
  found: Partial<CheckRow> & Pick<CheckRow, 'status' | 'endedAt'>,
): Promise<void> {
  await kysely.updateTable('journalChecks').set(found).where('id', '=', id).execute()
}

/** Those that a stop of the firm cut short. */
export async function failRunning({ kysely }: Database, at: Ms): Promise<void> {
  await kysely
    .updateTable('journalChecks')
    .set({ status: 'failed', endedAt: at })
    .where('status', '=', 'running')
    .execute()
}

export const newestChecks = (db: Database, asked: AskedPage): Promise<FoundPage<CheckRow>> =>
  newestPage(db, { table: 'journalChecks', by: sql`begun_at`, letters: sql`status` }, asked)

/** The newest check that has come to an end. */
export const lastEnded = ({ kysely }: Database): Promise<EndedRow | undefined> =>
  kysely
    .selectFrom('journalChecks')
    .selectAll()
    .where('status', '<>', 'running')
    .orderBy('begunAt', 'desc')
    .limit(1)
    .$castTo<EndedRow>()
    .executeTakeFirst()

/** The last intact check that reached this record. */
export const checkBeyond = ({ kysely }: Database, seq: number): Promise<CheckRow | undefined> =>
  kysely
    .selectFrom('journalChecks')
    .selectAll()
    .where('status', '=', 'intact')
    .where('toSeq', '>=', seq)
    .orderBy('begunAt', 'desc')
    .limit(1)
    .executeTakeFirst()
