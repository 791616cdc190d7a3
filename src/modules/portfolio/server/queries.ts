import type { MemberId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import type { DateJst } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import type { Lot } from '../model/lot.ts'
import type { DeliveryRow } from './tables.ts'

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    lots: Lot
    lotDeliveries: DeliveryRow
  }
}

export type LotFilter = {
  status: 'open' | 'closed' | 'realized' | 'all'
  code: string | null
  before: string | null
  limit: number
}

/** A member's lots, newest first. */
export function lotsOf({ kysely }: Database, memberId: MemberId, filter: LotFilter): Promise<Lot[]> {
  let query = kysely.selectFrom('lots').selectAll().where('memberId', '=', memberId)
  if (filter.status === 'open') query = query.where('status', '<>', 'closed')
  if (filter.status === 'closed') query = query.where('status', '=', 'closed')
  if (filter.status === 'realized')
    query = query.where((lot) =>
      lot.or([lot('status', '=', 'closed'), lot('closedYen', '<>', 0), lot('realizedYen', '<>', 0)]),
    )
  if (filter.code !== null) query = query.where('code', '=', filter.code)
  if (filter.before !== null) query = query.where('id', '<', filter.before)
  return query.orderBy('id', 'desc').limit(filter.limit).execute()
}

/** undefined: there is none with this id, or it is someone else's. */
export const lotOf = ({ kysely }: Database, memberId: MemberId, id: string): Promise<Lot | undefined> =>
  kysely
    .selectFrom('lots')
    .selectAll()
    .where('memberId', '=', memberId)
    .where('id', '=', id)
    .executeTakeFirst()

/** A member's lots that offerings and block sales allotted on these trade dates, both included. */
export const allottedOf = (
  { kysely }: Database,
  memberId: MemberId,
  { from, to }: { from: DateJst; to: DateJst },
): Promise<Lot[]> =>
  kysely
    .selectFrom('lots')
    .selectAll()
    .where('memberId', '=', memberId)
    .where('source', 'in', ['ipo', 'block-sale'])
    .where('tradeDate', '>=', from)
    .where('tradeDate', '<=', to)
    .orderBy('openedAt')
    .orderBy('id')
    .execute()

/** The delivery of a lot, and the yen that it moved into the lot; undefined: none, or someone else's. */
export async function deliveryOf(
  { kysely }: Database,
  memberId: MemberId,
  lotId: string,
): Promise<(DeliveryRow & { paidYen: Yen }) | undefined> {
  const row = await kysely
    .selectFrom('lotDeliveries')
    .selectAll()
    .where('memberId', '=', memberId)
    .where('lotId', '=', lotId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const moved = await kysely
    .selectFrom('transfers')
    .select('yen')
    .where('memberId', '=', memberId)
    .where('seq', '=', row.seq)
    .where('kind', '=', 'delivery')
    .execute()
  return { ...row, paidYen: moved.reduce((sum, { yen }) => sum + yen, 0) }
}

/** The deliveries that a member took or gave on these trade dates, both included, oldest first. */
export const deliveriesOf = (
  { kysely }: Database,
  memberId: MemberId,
  { from, to }: { from: DateJst; to: DateJst },
): Promise<DeliveryRow[]> =>
  kysely
    .selectFrom('lotDeliveries')
    .selectAll()
    .where('memberId', '=', memberId)
    .where('tradeDate', '>=', from)
    .where('tradeDate', '<=', to)
    .orderBy('seq')
    .execute()
