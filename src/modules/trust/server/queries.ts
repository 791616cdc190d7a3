import type { MemberId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import { sql } from 'kysely'
import type { Ms } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import type { MemberAccount } from '#modules/ledger/model/accounts.ts'
import type { TransferKind } from '#registry/transfer-kinds.ts'

const ROWS = 30

/**
 * Records that moved money of this member or registered a key of their devices, newest first, older than
 * `before`.
 */
export async function recordsOf(
  { kysely }: Database,
  memberId: MemberId,
  before: number | null,
): Promise<{ seq: number; at: Ms; type: string; kinds: TransferKind[] }[]> {
  let moved = kysely.selectFrom('transfers').where('memberId', '=', memberId)
  let keys = kysely.selectFrom('sessions').where('memberId', '=', memberId).where('keySeq', 'is not', null)
  if (before !== null) {
    moved = moved.where('seq', '<', before)
    keys = keys.where('keySeq', '<', before)
  }
  const own = kysely
    .selectFrom(
      moved
        .select(['seq', sql<TransferKind[]>`array_agg(distinct kind order by kind)`.as('kinds')])
        .groupBy('seq')
        .orderBy('seq', 'desc')
        .limit(ROWS)
        .as('moved'),
    )
    .select(['seq', 'kinds'])
    .unionAll(
      kysely
        .selectFrom(
          keys
            .select([sql<number>`key_seq`.as('seq'), sql<TransferKind[]>`'{}'::text[]`.as('kinds')])
            .orderBy('keySeq', 'desc')
            .limit(ROWS)
            .as('keys'),
        )
        .select(['seq', 'kinds']),
    )
  return kysely
    .selectFrom(own.as('own'))
    .innerJoin('journal', 'journal.seq', 'own.seq')
    .select(['own.seq', 'own.kinds', 'journal.ts as at', 'journal.type'])
    .orderBy('own.seq', 'desc')
    .limit(ROWS)
    .execute()
}

export const recordAt = ({ kysely }: Database, seq: number): Promise<{ record: Buffer } | undefined> =>
  kysely.selectFrom('journal').select('record').where('seq', '=', seq).executeTakeFirst()

/** The members whose money a record moved. */
export const ownersAt = async ({ kysely }: Database, seq: number): Promise<string[]> =>
  (await kysely.selectFrom('transfers').select('memberId').distinct().where('seq', '=', seq).execute()).map(
    ({ memberId }) => memberId,
  )

/**
 * A member's accounts as they stood after `size` records: now, less what has moved since. Those that stood at
 * 0 are left out.
 */
export async function accountsAsOf(
  { pool }: Database,
  memberId: MemberId,
  size: number,
): Promise<{ account: MemberAccount; yen: Yen }[]> {
  const { rows } = await pool.query<{ account: MemberAccount; yen: Yen }>(
    `
    select kind as account, (balance_yen - coalesce((
      select sum(case when credit = accounts.id then yen else -yen end) from transfers where member_id = $1 and seq >= $2 and (credit = accounts.id or debit = accounts.id)
    ), 0))::bigint as yen
    from accounts where member_id = $1 order by kind`,
    [memberId, size],
  )
  return rows.filter(({ yen }) => yen !== 0)
}

/**
 * Entries that operators reversed by a new one, since the server opened (security-and-trust 1: the only way
 * to correct anything).
 */
export async function countCorrections({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    "select count(distinct seq) as count from transfers where kind = 'correction'",
  )
  return rows[0]!.count
}
