import { sql } from 'kysely'
import type { Yen } from '#kernel/money.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { Database, SqlTables } from '#platform/database/connect.ts'
import type { TransferRow } from '#modules/ledger/server/public.ts'
import type { AskedPage, FoundPage } from '#modules/staff/model/desk-list.ts'
import { newestPage } from '#modules/staff/server/public.ts'
import { accountsNear } from './ledger-queries.ts'

/** A span of records is read at once: what it moved is found by where it lies on the disk. */
export const entriesBetween = ({ kysely }: Database, from: number, to: number): Promise<TransferRow[]> =>
  kysely
    .selectFrom('transfers')
    .selectAll()
    .where('seq', '>=', from)
    .where('seq', '<', to)
    .orderBy('seq')
    .orderBy('n')
    .execute()

export const recordsBetween = (
  { kysely }: Database,
  from: number,
  to: number,
): Promise<{ seq: number; record: Buffer; hash: Buffer }[]> =>
  kysely
    .selectFrom('journal')
    .select(['seq', 'record', 'hash'])
    .where('seq', '>=', from)
    .where('seq', '<', to)
    .orderBy('seq')
    .execute()

export type AccountThen = { id: string; yen: Yen }
/**
 * Accounts after an id as they stood after a record: what they stand at now less what has moved since, in one
 * snapshot.
 */
export async function accountsThen(
  { kysely }: Database,
  toSeq: number,
  after: string,
  limit: number,
): Promise<AccountThen[]> {
  const { rows } = await sql<AccountThen>`
    with since (id, yen) as (
      select debit, -sum(yen) from transfers where seq > ${toSeq} group by debit
      union all select credit, sum(yen) from transfers where seq > ${toSeq} group by credit
    )
    select accounts.id, (balance_yen - coalesce((select sum(since.yen) from since where since.id = accounts.id), 0))::bigint as yen
    from ${accountsNear({ kind: null, after, limit })} as accounts where accounts.id > ${after} order by accounts.id limit ${limit}
  `.execute(kysely)
  return rows
}

/**
 * The trade date of the last entry up to a record, which is the latest; null where there is none. Looked for
 * near the end first.
 */
export async function lastTradeDate({ kysely }: Database, toSeq: number): Promise<DateJst | null> {
  const among = (from: number) =>
    kysely
      .selectFrom('transfers')
      .select(({ fn }) => fn.max('tradeDate').as('date'))
      .where('seq', '<=', toSeq)
      .where('seq', '>', from)
      .executeTakeFirst()
  return (await among(toSeq - NEAR))?.date ?? (await among(-1))?.date ?? null
}
const NEAR = 100_000

export type ExportRow = { id: string; form: string; operatorId: string; at: Ms }
/** Files that were asked for, the newest first: the acts of `ledger.export`; or the one of an id. */
export async function exportsAsked(
  db: Database,
  asked: AskedPage,
  id: string | null = null,
): Promise<FoundPage<ExportRow>> {
  const page = await newestPage<SqlTables['operatorActs']>(
    db,
    {
      table: 'operatorActs',
      where: sql`member_id is null and power = 'ledger.export' and ${id === null ? sql`true` : sql`id = ${id}`}`,
      by: sql`at`,
      letters: sql`(select body->>'form' from approvals where approvals.id = approval_id)`,
    },
    asked,
  )
  const approvals =
    page.rows.length === 0
      ? []
      : await db.kysely
          .selectFrom('approvals')
          .select(['id', 'body'])
          .where(
            'id',
            'in',
            page.rows.map(({ approvalId }) => approvalId),
          )
          .execute()
  const forms = new Map(approvals.map((row) => [row.id, String(row.body['form'])]))
  return {
    ...page,
    rows: page.rows.map((row) => ({
      id: row.id,
      form: forms.get(row.approvalId)!,
      operatorId: row.signatures[0]!.operatorId,
      at: row.at,
    })),
  }
}
