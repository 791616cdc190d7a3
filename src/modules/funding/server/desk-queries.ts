import type { Yen } from '#kernel/money.ts'
import type { Database } from '#platform/database/connect.ts'
import type { Ms } from '#kernel/time.ts'
import type {
  CashEntryRow,
  DepositRow,
  StatementFileRow,
  StatementLineRow,
  TransferFileRow,
  WithdrawalRow,
} from './tables.ts'

/** Rows of one page of a list of the console. */
export const PAGE_ROWS = 100
export const offsetOf = (page: string | undefined): number => (Number(page ?? '1') - 1) * PAGE_ROWS

export const newestLines = (
  { kysely }: Database,
  fileId: string | null,
  offset: number,
): Promise<StatementLineRow[]> => {
  const all = kysely.selectFrom('statementLines').selectAll()
  const chosen =
    fileId === null
      ? all.orderBy('bookedAt', 'desc').orderBy('id', 'desc')
      : all.where('fileId', '=', fileId).orderBy('number')
  return chosen.offset(offset).limit(PAGE_ROWS).execute()
}
export const newestFiles = ({ kysely }: Database): Promise<StatementFileRow[]> =>
  kysely.selectFrom('statementFiles').selectAll().orderBy('importedAt', 'desc').limit(PAGE_ROWS).execute()
export const newestTransfers = ({ kysely }: Database): Promise<TransferFileRow[]> =>
  kysely.selectFrom('transferFiles').selectAll().orderBy('madeAt', 'desc').limit(PAGE_ROWS).execute()

export const decidedDeposits = ({ kysely }: Database, offset: number): Promise<DepositRow[]> =>
  kysely
    .selectFrom('deposits')
    .selectAll()
    .where('state', '<>', 'pending')
    .orderBy('decidedAt', 'desc')
    .offset(offset)
    .limit(PAGE_ROWS)
    .execute()

/**
 * Withdrawals that are over, the last one first; or those that were denied; or what the rule approved since
 * then.
 */
export const pastWithdrawals = (
  { kysely }: Database,
  which: 'decided' | 'denied' | { rule: Ms },
  offset: number,
): Promise<WithdrawalRow[]> => {
  const all = kysely.selectFrom('withdrawals').selectAll()
  const chosen =
    which === 'decided'
      ? all.where('state', 'in', ['paid', 'denied', 'cancelled', 'returned']).orderBy('requestedAt', 'desc')
      : which === 'denied'
        ? all.where('state', '=', 'denied').orderBy('endedAt', 'desc')
        : all
            .where('approvedBy', '=', 'rule')
            .where('approvedAt', '>=', which.rule)
            .orderBy('approvedAt', 'desc')
  return chosen.offset(offset).limit(PAGE_ROWS).execute()
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

export const newestEntries = (
  { kysely }: Database,
  { member, corrected }: { member: string | null; corrected: boolean },
  offset: number,
): Promise<CashEntryRow[]> => {
  let query = kysely.selectFrom('cashEntries').selectAll()
  if (member !== null) query = query.where('memberId', '=', member)
  if (corrected) query = query.where('kind', '=', 'correction')
  return query.orderBy('at', 'desc').orderBy('id', 'desc').offset(offset).limit(PAGE_ROWS).execute()
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
