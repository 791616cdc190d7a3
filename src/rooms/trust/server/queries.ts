import { sql } from 'kysely'
import type { Ms } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import type { TransferKind } from '#rooms/ledger/model/kinds.ts'

const ROWS = 30

/** Records that moved money of this member, newest first, older than `before`. */
export async function recordsOf({ kysely }: Database, memberId: string, before: number | null): Promise<{ seq: number; at: Ms; type: string; kinds: TransferKind[] }[]> {
  let moved = kysely.selectFrom('transfers').where('memberId', '=', memberId)
  if (before !== null) moved = moved.where('seq', '<', before)
  return kysely.selectFrom(
    moved.select(['seq', sql<TransferKind[]>`array_agg(distinct kind order by kind)`.as('kinds')]).groupBy('seq').orderBy('seq', 'desc').limit(ROWS).as('moved'),
  ).innerJoin('journal', 'journal.seq', 'moved.seq').select(['moved.seq', 'moved.kinds', 'journal.ts as at', 'journal.type']).orderBy('moved.seq', 'desc').execute()
}

export const recordAt = ({ kysely }: Database, seq: number): Promise<{ record: Buffer } | undefined> =>
  kysely.selectFrom('journal').select('record').where('seq', '=', seq).executeTakeFirst()

/** Whose money a record moved. */
export const ownersAt = async ({ kysely }: Database, seq: number): Promise<string[]> =>
  (await kysely.selectFrom('transfers').select('memberId').distinct().where('seq', '=', seq).execute()).map(({ memberId }) => memberId)
