import type { MemberId } from '#kernel/id.ts'
import type { Database } from '#platform/database/connect.ts'
import { yearSumsOf } from '#modules/ledger/server/public.ts'
import type { TransferKind } from '#registry/transfer-kinds.ts'
import type { Tax } from '../model/rates.ts'
import type { TaxYearRow } from './tables.ts'

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    taxYears: TaxYearRow
  }
}

/**
 * A year with all tax that was withheld on its dividends, by the ledger: the row has what is left of it once
 * the year's end has given some back.
 */
export type TaxYear = TaxYearRow & { readonly withheldOnDividends: Tax }

const ON_DIVIDENDS: readonly TransferKind[] = ['dividend-income-tax', 'dividend-local-tax']

/** A member's years with something settled, newest first. */
export async function yearsOf(db: Database, memberId: MemberId): Promise<TaxYear[]> {
  const [rows, sums] = await Promise.all([
    db.kysely
      .selectFrom('taxYears')
      .selectAll()
      .where('memberId', '=', memberId)
      .orderBy('year', 'desc')
      .execute(),
    yearSumsOf(db, memberId, ON_DIVIDENDS),
  ])
  const withheld = (asked: string, of: TransferKind) =>
    sums.reduce((sum, { year, kind, yen }) => (String(year) === asked && kind === of ? sum + yen : sum), 0)
  return rows.map((row) => ({
    ...row,
    withheldOnDividends: {
      incomeYen: withheld(row.year, 'dividend-income-tax'),
      localYen: withheld(row.year, 'dividend-local-tax'),
    },
  }))
}
