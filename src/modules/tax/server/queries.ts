import { sql } from 'kysely'
import type { LotId, MemberId, OrderId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import type { DateJst } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import { yearSumsOf } from '#modules/ledger/server/public.ts'
import type { TransferKind } from '#registry/transfer-kinds.ts'
import type { Tax } from '../model/rates.ts'
import type { DayGain } from '../model/gains.ts'
import type { TaxResultRow, TaxYearRow } from './tables.ts'

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    taxYears: TaxYearRow
    taxResults: TaxResultRow
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

/** Names of results that no closing made: adjusted dividends of leveraged lots, which no lot counts. */
const DIVIDENDS = 'dividend-%'

/** A member's results by day, of the settlement days since `from`, that day included. */
export const gainsSince = ({ kysely }: Database, memberId: MemberId, from: DateJst): Promise<DayGain[]> =>
  kysely
    .selectFrom('taxResults')
    .select(({ fn }) => [
      'settlementDate',
      'tradeDate',
      sql<boolean>`order_id like ${DIVIDENDS}`.as('onPayDate'),
      fn.sum<string>('gainYen').as('gainYen'),
    ])
    .where('memberId', '=', memberId)
    .where('settlementDate', '>=', from)
    .groupBy(['settlementDate', 'tradeDate', 'onPayDate'])
    .execute()
    .then((rows) => rows.map((row) => ({ ...row, gainYen: Number(row.gainYen) })))

/**
 * The result of lots as tax has it, by closing order and lot. `cash`: shares paid in full were among what was
 * sold, so that it is not the lot's own.
 */
export type LotGain = {
  readonly lotId: LotId
  readonly orderId: OrderId
  readonly kind: TaxResultRow['kind']
  readonly gainYen: Yen
}
export async function gainsOf(
  { kysely }: Database,
  memberId: MemberId,
  lotIds: readonly LotId[],
): Promise<LotGain[]> {
  if (lotIds.length === 0) return []
  return await kysely
    .selectFrom('taxResults')
    .select(['lotId', 'orderId', 'kind', 'gainYen'])
    .where('memberId', '=', memberId)
    .where(sql<boolean>`lot_id = any(${lotIds})`)
    .where('orderId', 'not like', DIVIDENDS)
    .execute()
}
