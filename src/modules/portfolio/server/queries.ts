import type { MemberId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import { addDays, type DateJst } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import { gainsOf } from '#modules/tax/server/public.ts'
import type { ClosedToday } from '../model/account.ts'
import type { Lot } from '../model/lot.ts'
import { realizedOfLot } from '../model/realized.ts'
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

/** The lots with what they have come to as tax has it: shares paid in full against their average cost. */
async function withResults(db: Database, memberId: MemberId, found: Lot[]): Promise<Lot[]> {
  const closed = found.filter(
    ({ quantity, openQuantity, realizedYen }) => openQuantity < quantity || realizedYen !== 0,
  )
  const gains = await gainsOf(
    db,
    memberId,
    closed.map(({ id }) => id),
  )
  const byLot = Map.groupBy(gains, ({ lotId }) => lotId)
  return found.map((lot) => ({ ...lot, realizedYen: realizedOfLot(lot, byLot.get(lot.id) ?? []) }))
}

/** A member's lots, newest first. `realizedYen`: as `withResults` says. */
export async function lotsOf(db: Database, memberId: MemberId, filter: LotFilter): Promise<Lot[]> {
  let query = db.kysely.selectFrom('lots').selectAll().where('memberId', '=', memberId)
  if (filter.status === 'open') query = query.where('status', '<>', 'closed')
  if (filter.status === 'closed') query = query.where('status', '=', 'closed')
  if (filter.status === 'realized')
    query = query.where((lot) =>
      lot.or([lot('status', '=', 'closed'), lot('closedYen', '<>', 0), lot('realizedYen', '<>', 0)]),
    )
  if (filter.code !== null) query = query.where('code', '=', filter.code)
  if (filter.before !== null) query = query.where('id', '<', filter.before)
  return withResults(db, memberId, await query.orderBy('id', 'desc').limit(filter.limit).execute())
}

/** The same of one lot; undefined: there is none with this id, or it is someone else's. */
export async function lotOf(db: Database, memberId: MemberId, id: string): Promise<Lot | undefined> {
  const found = await db.kysely
    .selectFrom('lots')
    .selectAll()
    .where('memberId', '=', memberId)
    .where('id', '=', id)
    .execute()
  return (await withResults(db, memberId, found))[0]
}

/**
 * Closings of a member on a trade date or later: of lots from before it each fill, of shares that were
 * given against a short of that day the delivery; of lots opened on it what they came to (`ownYen`). No
 * fill is booked two days before its trade date by the clock.
 */
export async function closedOn(
  { kysely }: Database,
  memberId: MemberId,
  date: DateJst,
): Promise<{ closed: ClosedToday[]; ownYen: Yen }> {
  const [sold, given, own] = await Promise.all([
    kysely
      .selectFrom('orders')
      .innerJoin('fills', 'fills.orderId', 'orders.id')
      .innerJoin('lots', 'lots.id', 'fills.lotId')
      .select(['lots.code', 'lots.side', 'fills.priceTenths', 'fills.quantity', 'fills.feeYen'])
      .where('orders.memberId', '=', memberId)
      .where('orders.purpose', '=', 'close')
      .where('orders.updatedAt', '>=', Date.parse(addDays(date, -2)))
      .where('fills.tradeDate', '>=', date)
      .where('lots.tradeDate', '<', date)
      .execute(),
    kysely
      .selectFrom('lotDeliveries')
      .innerJoin('lots', 'lots.id', 'lotDeliveries.lotId')
      .select(['lots.code', 'lotDeliveries.priceTenths', 'lotDeliveries.quantity'])
      .where('lotDeliveries.memberId', '=', memberId)
      .where('lotDeliveries.kind', '=', 'give')
      .where('lotDeliveries.tradeDate', '>=', date)
      .where('lots.tradeDate', '>=', date)
      .execute(),
    kysely
      .selectFrom('lots')
      .select('realizedYen')
      .where('memberId', '=', memberId)
      .where('tradeDate', '>=', date)
      .execute(),
  ])
  return {
    closed: [...sold, ...given.map((row) => ({ ...row, side: 'up' as const, feeYen: 0 }))],
    ownYen: own.reduce((sum, { realizedYen }) => sum + realizedYen, 0),
  }
}

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
