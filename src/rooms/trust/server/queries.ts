import { sql } from 'kysely'
import type { Ms } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import type { MemberAccount } from '#rooms/ledger/model/accounts.ts'
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

/** A member's accounts as they stood after `size` records: now, less what has moved since. Those that stood at 0 are left out. */
export async function accountsAsOf({ pool }: Database, memberId: string, size: number): Promise<{ account: MemberAccount; yen: number }[]> {
  const { rows } = await pool.query<{ account: MemberAccount; yen: number }>(`
    select kind as account, (balance_yen - coalesce((
      select sum(case when credit = accounts.id then yen else -yen end) from transfers where member_id = $1 and seq >= $2 and (credit = accounts.id or debit = accounts.id)
    ), 0))::bigint as yen
    from accounts where member_id = $1 order by kind`, [memberId, size])
  return rows.filter(({ yen }) => yen !== 0)
}

/** Entries that operators reversed by a new one, since the house opened (security-and-trust 1: the only way to correct anything). */
export async function countCorrections({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ count: number }>("select count(distinct seq) as count from transfers where kind = 'correction'")
  return rows[0]!.count
}
