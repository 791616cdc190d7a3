import { sql, type RawBuilder } from 'kysely'
import type { MemberId } from '#kernel/id.ts'
import { cutPage } from '#kernel/keyset.ts'
import type { Yen } from '#kernel/money.ts'
import type { Database } from '#platform/database/connect.ts'
import type { Ms } from '#kernel/time.ts'
import { memberOf } from '#modules/identity/server/public.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { PAGE_ROWS, type AskedPage, type FoundPage } from '#modules/staff/model/desk-list.ts'
import type {
  CashEntryRow,
  DepositRow,
  StatementFileRow,
  StatementLineRow,
  TransferFileRow,
  WithdrawalRow,
} from './tables.ts'

const numberOf = (tables: TableReader, memberId: MemberId | undefined): number | null =>
  memberId === undefined ? null : (memberOf(tables, memberId)?.number ?? null)

/** The parts of a deposit, a withdrawal or a line that are looked through. */
export const seenIn =
  (tables: TableReader) =>
  ({ reference, yen, memberId }: { reference: string | null; yen: Yen; memberId?: MemberId }) => ({
    reference,
    number: numberOf(tables, memberId),
    yen,
  })

type List = {
  table: 'statementLines' | 'statementFiles' | 'transferFiles' | 'deposits' | 'withdrawals' | 'cashEntries'
  where?: RawBuilder<unknown>
  /** The time by which it is ordered, the newest first. */
  by: RawBuilder<unknown>
  /** The column whose letters are looked through, and whether a member stands in its rows. */
  letters?: 'reference' | 'id'
  hasMember?: true
}

/** One page of a table, the newest first, and how many rows are found in all. */
async function newestOf<Row extends { id: string }>(
  { kysely }: Database,
  { table, where = sql`true`, by, letters, hasMember }: List,
  { after, search }: AskedPage,
): Promise<FoundPage<Row>> {
  const found: RawBuilder<unknown>[] = []
  if (search !== null && letters !== undefined)
    found.push(sql`strpos(upper(coalesce(${sql.ref(letters)}, '')), ${search.letters}) > 0`)
  if (search !== null && search.figure !== null) {
    if (table !== 'statementFiles') found.push(sql`yen = ${search.figure}`)
    if (hasMember)
      found.push(sql`member_id in (select id from members where number::bigint = ${search.figure})`)
  }
  const chosen =
    search === null
      ? where
      : sql`${where} and (${found.length === 0 ? sql`false` : sql.join(found, sql` or `)})`
  const place = after === null ? sql`true` : sql`(${by}, id) < (${after.figure}, ${after.id})`
  const [page, counted] = await Promise.all([
    sql<Row & { place: number }>`
      select *, ${by} as place from ${sql.table(table)} where ${chosen} and ${place}
      order by ${by} desc, id desc limit ${PAGE_ROWS + 1}`.execute(kysely),
    sql<{ n: number }>`select count(*) as n from ${sql.table(table)} where ${chosen}`.execute(kysely),
  ])
  const rows = cutPage(page.rows, (row) => ({ figure: row.place, id: row.id }), PAGE_ROWS)
  return { ...rows, total: counted.rows[0]!.n }
}

export const newestLines = (
  db: Database,
  fileId: string | null,
  asked: AskedPage,
): Promise<FoundPage<StatementLineRow>> =>
  newestOf(
    db,
    {
      table: 'statementLines',
      by: sql`booked_at`,
      letters: 'reference',
      ...(fileId === null ? {} : { where: sql`file_id = ${fileId}` }),
    },
    asked,
  )
export const newestFiles = (db: Database, asked: AskedPage): Promise<FoundPage<StatementFileRow>> =>
  newestOf(db, { table: 'statementFiles', by: sql`imported_at`, letters: 'id' }, asked)
export const newestTransfers = (db: Database, asked: AskedPage): Promise<FoundPage<TransferFileRow>> =>
  newestOf(db, { table: 'transferFiles', by: sql`made_at`, letters: 'id' }, asked)

export const decidedDeposits = (db: Database, asked: AskedPage): Promise<FoundPage<DepositRow>> =>
  newestOf(
    db,
    {
      table: 'deposits',
      where: sql`state <> 'pending'`,
      by: sql`coalesce(decided_at, requested_at)`,
      letters: 'reference',
      hasMember: true,
    },
    asked,
  )

/**
 * Withdrawals that are over, the last one first; or those that were denied; or what the rule approved since
 * then.
 */
export function pastWithdrawals(
  db: Database,
  which: 'decided' | 'denied' | { rule: Ms },
  asked: AskedPage,
): Promise<FoundPage<WithdrawalRow>> {
  const chosen =
    which === 'decided'
      ? { where: sql`state in ('paid', 'denied', 'cancelled', 'returned')`, by: sql`requested_at` }
      : which === 'denied'
        ? { where: sql`state = 'denied'`, by: sql`ended_at` }
        : { where: sql`approved_by = 'rule' and approved_at >= ${which.rule}`, by: sql`approved_at` }
  return newestOf(db, { table: 'withdrawals', ...chosen, letters: 'reference', hasMember: true }, asked)
}
export async function countWithdrawals(
  { kysely }: Database,
  since: Ms,
  today: Ms,
): Promise<{ rule: number; denied: number; paidTodayYen: Yen }> {
  const { rule, denied, paid } = await kysely
    .selectFrom('withdrawals')
    .select(({ fn, eb }) => [
      fn
        .countAll()
        .filterWhere(eb.and([eb('approvedBy', '=', 'rule'), eb('approvedAt', '>=', since)]))
        .as('rule'),
      fn.countAll().filterWhere('state', '=', 'denied').as('denied'),
      fn.sum('yen').filterWhere('paidAt', '>=', today).as('paid'),
    ])
    .executeTakeFirstOrThrow()
  return { rule: Number(rule), denied: Number(denied), paidTodayYen: Number(paid ?? 0) }
}

export function newestEntries(
  db: Database,
  { member, corrected }: { member: string | null; corrected: boolean },
  asked: AskedPage,
): Promise<FoundPage<CashEntryRow>> {
  const ofMember = member === null ? sql`true` : sql`member_id = ${member}`
  const ofKind = corrected ? sql`kind = 'correction'` : sql`true`
  return newestOf(
    db,
    {
      table: 'cashEntries',
      where: sql`${ofMember} and ${ofKind}`,
      by: sql`at`,
      letters: 'id',
      hasMember: true,
    },
    asked,
  )
}
/** Corrections since then: a public figure. */
export const countCorrections = ({ kysely }: Database, since: Ms): Promise<number> =>
  kysely
    .selectFrom('cashEntries')
    .select(({ fn }) => fn.countAll().as('n'))
    .where('kind', '=', 'correction')
    .where('at', '>=', since)
    .executeTakeFirstOrThrow()
    .then(({ n }) => Number(n))
