import { sql } from 'kysely'
import type { MemberId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import type { Database } from '#platform/database/connect.ts'
import type { Ms } from '#kernel/time.ts'
import { memberOf } from '#modules/identity/server/public.ts'
import type { TableReader } from '#platform/engine/table.ts'
import type { AskedPage, FoundPage } from '#modules/staff/model/desk-list.ts'
import { newestPage } from '#modules/staff/server/public.ts'
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

/** The amount and the member of a row are looked through, beside its reference. */
const MONEY = { amount: sql`yen`, letters: sql`reference` }

export const newestLines = (
  db: Database,
  fileId: string | null,
  asked: AskedPage,
): Promise<FoundPage<StatementLineRow>> =>
  newestPage(
    db,
    {
      table: 'statementLines',
      by: sql`booked_at`,
      ...MONEY,
      ...(fileId === null ? {} : { where: sql`file_id = ${fileId}` }),
    },
    asked,
  )
export const newestFiles = (db: Database, asked: AskedPage): Promise<FoundPage<StatementFileRow>> =>
  newestPage(db, { table: 'statementFiles', by: sql`imported_at`, letters: sql`id` }, asked)
export const newestTransfers = (db: Database, asked: AskedPage): Promise<FoundPage<TransferFileRow>> =>
  newestPage(db, { table: 'transferFiles', by: sql`made_at`, amount: sql`yen`, letters: sql`id` }, asked)

export const decidedDeposits = (db: Database, asked: AskedPage): Promise<FoundPage<DepositRow>> =>
  newestPage(
    db,
    {
      table: 'deposits',
      where: sql`state <> 'pending'`,
      by: sql`coalesce(decided_at, requested_at)`,
      ...MONEY,
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
  return newestPage(db, { table: 'withdrawals', ...chosen, ...MONEY, hasMember: true }, asked)
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
      fn.sum<Yen>(fn.coalesce('paidYen', 'yen')).filterWhere('paidAt', '>=', today).as('paid'),
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
  return newestPage(
    db,
    {
      table: 'cashEntries',
      where: sql`${ofMember} and ${ofKind}`,
      by: sql`at`,
      letters: sql`id`,
      amount: sql`yen`,
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
