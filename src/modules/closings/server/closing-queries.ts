import { sql } from 'kysely'
import type { Yen } from '#kernel/money.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import type { StoredCheck } from '#platform/engine/check-stored.ts'
import type { AskedPage, FoundPage } from '#modules/staff/model/desk-list.ts'
import { newestPage } from '#modules/staff/server/public.ts'
import type { Move, Standing } from '../model/closing.ts'

/** A report as it is kept: `report` has the closing as JSON, `hash` is of its canonical text. */
export type ClosingRow = { number: number; day: DateJst; toSeq: number; at: Ms; report: string; hash: string }

/** A figure of a closed day; null: there was nothing of it. */
export type FigureRow = { key: string; day: DateJst; value: number | null }

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    dailyClosings: ClosingRow
    dailyFigures: FigureRow
  }
}

/** A connection inside of a snapshot, of the server or of a check. */
export type Client = Pick<Parameters<StoredCheck['run']>[0], 'query'>

/** The class of an account by its id: the last word of it. */
const DEBIT = "split_part(debit, ':', -1)"
const CREDIT = "split_part(credit, ':', -1)"
const SINCE = 'from transfers where seq > $1'

/** Entries of these records, both included, added up. The span is found by where it lies on the disk. */
export async function movesBetween(client: Client, from: number, to: number): Promise<Move[]> {
  const { rows } = await client.query<Move>(
    `select kind, ${DEBIT} as debit, ${CREDIT} as credit, count(*)::int as count, sum(yen)::bigint as yen,
      sum(tax_yen)::bigint as "taxYen" from transfers where seq >= $1 and seq <= $2 group by 1, 2, 3`,
    [from, to],
  )
  return rows
}

/** Classes as they stood after a record: what they stand at now, less what has moved since. */
export async function standingsAfter(client: Client, toSeq: number): Promise<Standing[]> {
  const { rows } = await client.query<Standing>(
    `with since (account, yen) as (
      select ${DEBIT}, -sum(yen) ${SINCE} group by 1 union all select ${CREDIT}, sum(yen) ${SINCE} group by 1
    )
    select kind as account, (yen - coalesce((select sum(since.yen) from since where account = kind), 0))::bigint as yen
    from (select kind, sum(balance_yen) as yen from accounts group by kind) as now`,
    [toSeq],
  )
  return rows
}

/** Yen that members who owed more than they owned after a record lacked in all. */
export async function overdrawnAfter(client: Client, toSeq: number): Promise<Yen> {
  const { rows } = await client.query<{ yen: Yen }>(
    `select coalesce(sum(greatest(0, coalesce(moved, 0) - yen)), 0)::bigint as yen
    from (select member_id, sum(balance_yen) as yen from accounts where member_id is not null group by 1) as now
    left join (select member_id, sum(case when credit like 'm:%' then yen else 0 end)
      - sum(case when debit like 'm:%' then yen else 0 end) as moved ${SINCE} group by 1) as since using (member_id)`,
    [toSeq],
  )
  return rows[0]!.yen
}

/** The last record that there is. */
export async function lastRecord(client: Client): Promise<number> {
  const { rows } = await client.query<{ seq: number }>('select seq from lease')
  return rows[0]!.seq
}

/** Hash of the journal after a record, in hexadecimal; null: there is no such record. */
export async function headAfter(client: Client, seq: number): Promise<string | null> {
  const { rows } = await client.query<{ hash: string }>(
    "select encode(hash, 'hex') as hash from journal where seq = $1",
    [seq],
  )
  return rows[0]?.hash ?? null
}

/** The statement of a day as the trust module keeps it. `size`: records of the journal that it counts. */
export type StatementRow = { size: number; at: Ms; members: number; root: string; total: Yen; bank: Yen }
export async function statementOf(client: Client, day: DateJst): Promise<StatementRow | null> {
  const { rows } = await client.query<StatementRow>(
    'select size, at, members, root, total, bank from liabilities where day = $1',
    [day],
  )
  return rows[0] ?? null
}

const COLUMNS = 'number, day, to_seq as "toSeq", at, report, hash'
/** All reports from a number on, in their order. */
export async function closingsFrom(client: Client, number: number, limit: number): Promise<ClosingRow[]> {
  const { rows } = await client.query<ClosingRow>(
    `select ${COLUMNS} from daily_closings where number >= $1 order by number limit $2`,
    [number, limit],
  )
  return rows
}

export const lastClosing = ({ kysely }: Database): Promise<ClosingRow | undefined> =>
  kysely.selectFrom('dailyClosings').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst()

export const closingOn = ({ kysely }: Database, day: DateJst): Promise<ClosingRow | undefined> =>
  kysely.selectFrom('dailyClosings').selectAll().where('day', '=', day).executeTakeFirst()

/** The report of a number; undefined: there is none. */
export const closingOf = ({ kysely }: Database, number: number): Promise<ClosingRow | undefined> =>
  kysely.selectFrom('dailyClosings').selectAll().where('number', '=', number).executeTakeFirst()

/** Keeps a report with its figures, all or nothing; a report that is there stays as it is. */
export const keepClosing = ({ kysely }: Database, row: ClosingRow, figures: FigureRow[]): Promise<void> =>
  kysely.transaction().execute(async (trx) => {
    await trx.insertInto('dailyClosings').values(row).execute()
    await trx.insertInto('dailyFigures').values(figures).execute()
  })

export const newestClosings = (db: Database, asked: AskedPage): Promise<FoundPage<ClosingRow>> =>
  newestPage<ClosingRow & { id: string }>(
    db,
    { table: sql`select *, day as id from daily_closings`, by: sql`number::bigint`, letters: sql`day` },
    asked,
  )

/** All that is read of it is of one moment; nothing is written. */
export async function inSnapshot<Result>(
  { pool }: Database,
  read: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    return await read(client)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** The request for a file that was carried out; null: there is none of this id. */
export type AskedFile = { day: string; form: string; operatorId: string }
export async function fileAsked({ kysely }: Database, approvalId: string): Promise<AskedFile | null> {
  const row = await kysely
    .selectFrom('approvals')
    .select(['subject', 'body', 'signatures'])
    .where('id', '=', approvalId)
    .where('power', '=', 'closing.export')
    .where('status', '=', 'carried-out')
    .executeTakeFirst()
  return row === undefined
    ? null
    : { day: row.subject, form: String(row.body['form']), operatorId: row.signatures[0]!.operatorId }
}
