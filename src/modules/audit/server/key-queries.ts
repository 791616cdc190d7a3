import type { Database, SqlTables } from '#platform/database/connect.ts'
import type { TransferRow } from '#modules/ledger/server/public.ts'
import { entriesBetween } from './export-queries.ts'

/**
 * Entries of whole records from `from` on, oldest first: about `limit` of them, more only where one record
 * has more. `next`: the record to go on from; null: that was all.
 */
export async function entriesFrom(
  db: Database,
  from: number,
  limit: number,
): Promise<{ rows: TransferRow[]; next: number | null }> {
  const found = await db.kysely
    .selectFrom('transfers')
    .selectAll()
    .where('seq', '>=', from)
    .orderBy('seq')
    .orderBy('n')
    .limit(limit)
    .execute()
  const last = found.at(-1)
  if (last === undefined || found.length < limit) return { rows: found, next: null }
  const whole = found.filter(({ seq }) => seq < last.seq)
  return whole.length > 0
    ? { rows: whole, next: last.seq }
    : { rows: await entriesBetween(db, last.seq, last.seq + 1), next: last.seq + 1 }
}

/** Orders of all members, newest first, with their executions. */
export async function newestOrders(
  { kysely }: Database,
  before: string | null,
  limit: number,
): Promise<{ orders: SqlTables['orders'][]; fills: SqlTables['fills'][] }> {
  const newest = kysely.selectFrom('orders').selectAll().orderBy('id', 'desc').limit(limit)
  const orders = await (before === null ? newest : newest.where('id', '<', before)).execute()
  if (orders.length === 0) return { orders, fills: [] }
  const fills = await kysely
    .selectFrom('fills')
    .selectAll()
    .where(
      'orderId',
      'in',
      orders.map(({ id }) => id),
    )
    .orderBy('n')
    .execute()
  return { orders, fills }
}
