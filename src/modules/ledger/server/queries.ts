import type { LotId, MemberId, OrderId } from '#kernel/id.ts'
import { sql } from 'kysely'
import type { Yen } from '#kernel/money.ts'
import type { DateJst } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import { memberAccount, type MemberAccount } from '../model/accounts.ts'
import type { TransferKind } from '#registry/transfer-kinds.ts'
import type { TransferRow } from './tables.ts'

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    transfers: TransferRow
  }
}

export type EntryFilter = {
  /** Older than this entry. */
  before: { seq: number; n: number } | null
  limit: number
  account: MemberAccount | null
  orderId: OrderId | null
  lotId: LotId | null
  /**
   * Left out: of every kind, of any date. Dates are those that entries are booked under: a trade's trade
   * date, a bank entry's day; both included.
   */
  kinds?: readonly TransferKind[] | undefined
  from?: DateJst | undefined
  to?: DateJst | undefined
}

/** Transfers that touch a member, newest first. */
export function entriesOf(
  { kysely }: Database,
  memberId: MemberId,
  filter: EntryFilter,
): Promise<TransferRow[]> {
  let query = kysely.selectFrom('transfers').selectAll().where('memberId', '=', memberId)
  const { before, account, orderId, lotId } = filter
  if (before !== null) {
    query = query.where((is) =>
      is.or([is('seq', '<', before.seq), is.and([is('seq', '=', before.seq), is('n', '<', before.n)])]),
    )
  }
  if (account !== null) {
    const id = memberAccount(memberId, account)
    query = query.where((is) => is.or([is('debit', '=', id), is('credit', '=', id)]))
  }
  if (orderId !== null) query = query.where('orderId', '=', orderId)
  if (lotId !== null) query = query.where('lotId', '=', lotId)
  if (filter.kinds !== undefined) query = query.where('kind', 'in', filter.kinds)
  if (filter.from !== undefined) query = query.where('tradeDate', '>=', filter.from)
  if (filter.to !== undefined) query = query.where('tradeDate', '<=', filter.to)
  return query.orderBy('seq', 'desc').orderBy('n', 'desc').limit(filter.limit).execute()
}

/**
 * Sums of a member's transfers by account and kind, booked under these dates, both included; without `from`
 * from the first on.
 */
export type EntrySum = {
  debit: string
  credit: string
  kind: TransferKind
  yen: Yen
  taxYen: Yen
  count: number
}
export const sumsOf = (
  { kysely }: Database,
  memberId: MemberId,
  span: { from?: DateJst; to: DateJst },
): Promise<EntrySum[]> =>
  kysely
    .selectFrom('transfers')
    .where('memberId', '=', memberId)
    .where('tradeDate', '>=', span.from ?? '')
    .where('tradeDate', '<=', span.to)
    .select(['debit', 'credit', 'kind'])
    .select(({ fn }) => [fn.sum('yen').as('yen'), fn.sum('taxYen').as('taxYen'), fn.countAll().as('count')])
    .groupBy(['debit', 'credit', 'kind'])
    .execute()
    .then((rows) =>
      rows.map((row) => ({
        ...row,
        yen: Number(row.yen),
        taxYen: Number(row.taxYen),
        count: Number(row.count),
      })),
    )

/** A member's transfers from a date on, added up by the date that they are booked under, and by issue. */
export type DaySum = Omit<EntrySum, 'taxYen'> & { tradeDate: DateJst; code: string | null }
export const daySumsOf = ({ kysely }: Database, memberId: MemberId, from: DateJst): Promise<DaySum[]> =>
  kysely
    .selectFrom('transfers')
    .where('memberId', '=', memberId)
    .where('tradeDate', '>=', from)
    .select(['tradeDate', 'debit', 'credit', 'kind', 'code'])
    .select(({ fn }) => [fn.sum('yen').as('yen'), fn.countAll().as('count')])
    .groupBy(['tradeDate', 'debit', 'credit', 'kind', 'code'])
    .orderBy('tradeDate')
    .execute()
    .then((rows) => rows.map((row) => ({ ...row, yen: Number(row.yen), count: Number(row.count) })))

/** A member's transfers of some kinds, added up by the year of their trade date. */
export type YearSum = EntrySum & { year: number }
export const yearSumsOf = (
  { kysely }: Database,
  memberId: MemberId,
  kinds: readonly TransferKind[],
): Promise<YearSum[]> => {
  const year = sql<string>`substr(trade_date, 1, 4)`
  return kysely
    .selectFrom('transfers')
    .where('memberId', '=', memberId)
    .where('kind', 'in', kinds)
    .select(['debit', 'credit', 'kind'])
    .select(year.as('year'))
    .select(({ fn }) => [fn.sum('yen').as('yen'), fn.sum('taxYen').as('taxYen'), fn.countAll().as('count')])
    .groupBy(['debit', 'credit', 'kind', year])
    .execute()
    .then((rows) =>
      rows.map((row) => ({
        ...row,
        year: Number(row.year),
        yen: Number(row.yen),
        taxYen: Number(row.taxYen),
        count: Number(row.count),
      })),
    )
}

/** The fees of a trade date, consumption tax included, and that tax. */
export const feesOn = (
  { kysely }: Database,
  memberId: MemberId,
  tradeDate: DateJst,
): Promise<{ yen: Yen; taxYen: Yen }> =>
  kysely
    .selectFrom('transfers')
    .where('memberId', '=', memberId)
    .where('tradeDate', '=', tradeDate)
    .where('kind', '=', 'fee')
    .select(({ fn }) => [fn.sum('yen').as('yen'), fn.sum('taxYen').as('taxYen')])
    .executeTakeFirstOrThrow()
    .then(({ yen, taxYen }) => ({ yen: Number(yen), taxYen: Number(taxYen) }))

/** A member's transfers of some kinds, added up by their order and trade date; both dates included. */
export const orderSumsOf = (
  { kysely }: Database,
  memberId: MemberId,
  kinds: readonly TransferKind[],
  span: { from: DateJst; to: DateJst },
): Promise<{ orderId: OrderId; tradeDate: DateJst; yen: Yen }[]> =>
  kysely
    .selectFrom('transfers')
    .where('memberId', '=', memberId)
    .where('kind', 'in', kinds)
    .where('orderId', 'is not', null)
    .where('tradeDate', '>=', span.from)
    .where('tradeDate', '<=', span.to)
    .select(['orderId', 'tradeDate'])
    .select(({ fn }) => fn.sum('yen').as('yen'))
    .groupBy(['orderId', 'tradeDate'])
    .execute()
    .then((rows) => rows.map((row) => ({ ...row, orderId: row.orderId!, yen: Number(row.yen) })))

/** The date that a member's first transfer is booked under; undefined before it. */
export const firstEntryDate = ({ kysely }: Database, memberId: MemberId): Promise<DateJst | undefined> =>
  kysely
    .selectFrom('transfers')
    .where('memberId', '=', memberId)
    .select(({ fn }) => fn.min('tradeDate').as('first'))
    .executeTakeFirst()
    .then((row) => row?.first ?? undefined)
