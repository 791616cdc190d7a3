import type { MemberId } from '#kernel/id.ts'
import type { Database } from '#platform/database/connect.ts'
import type { TaxYearRow } from './tables.ts'

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    taxYears: TaxYearRow
  }
}

/** A member's years with something settled, newest first. */
export const yearsOf = ({ kysely }: Database, memberId: MemberId): Promise<TaxYearRow[]> =>
  kysely.selectFrom('taxYears').selectAll().where('memberId', '=', memberId).orderBy('year', 'desc').execute()
