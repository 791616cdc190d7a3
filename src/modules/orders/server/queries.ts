import type { MemberId, OrderId } from '#kernel/id.ts'
import { sql } from 'kysely'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import { realizedOfLot } from '#modules/portfolio/model/realized.ts'
import { gainsOf } from '#modules/tax/server/public.ts'
import type { Fill } from '../model/apply-execution.ts'
import type { OrderStatus } from '../model/order-status.ts'
import { requestOf, type Order } from '../model/order.ts'
import type { VenueException } from '../model/venue-exception.ts'

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    orders: Order
    fills: Fill
  }
}

/** Left out: both sides, every issue, placed at any time; `to` does not belong to the span. */
export type OrderFilter = {
  statuses: readonly OrderStatus[] | null
  before: string | null
  limit: number
  side?: 'up' | 'down' | undefined
  code?: string | undefined
  from?: Ms | undefined
  to?: Ms | undefined
  conditional?: 'ended' | undefined
}
const MOST_OF_REQUESTS = 500
export type OrderWithFills = { order: Order; fills: Fill[] }

/** A member's orders with their fills, newest first. */
export async function ordersOf(
  db: Database,
  memberId: MemberId,
  filter: OrderFilter,
): Promise<OrderWithFills[]> {
  let query = db.kysely.selectFrom('orders').selectAll().where('memberId', '=', memberId)
  if (filter.statuses !== null) query = query.where('status', 'in', filter.statuses)
  if (filter.before !== null) query = query.where('id', '<', filter.before)
  if (filter.side !== undefined) query = query.where('side', '=', filter.side)
  if (filter.code !== undefined) query = query.where('code', '=', filter.code)
  if (filter.from !== undefined) query = query.where('placedAt', '>=', filter.from)
  if (filter.to !== undefined) query = query.where('placedAt', '<', filter.to)
  if (filter.conditional !== undefined)
    query = query
      .where('status', '<>', 'pending')
      .where((is) =>
        is.or([
          is('type', 'in', ['stop', 'stop-limit']),
          is.and([is('condition', '<>', 'none'), is('origin', '=', 'member')]),
          is('origin', 'in', ['take-profit', 'stop-loss']),
        ]),
      )
  return withFills(db, await query.orderBy('id', 'desc').limit(filter.limit).execute())
}

/** Orders of the requests that these ids belong to, newest first; ids of others' orders are none. */
export async function requestsOf(
  db: Database,
  memberId: MemberId,
  ids: readonly string[],
): Promise<OrderWithFills[]> {
  const own = db.kysely.selectFrom('orders').where('memberId', '=', memberId)
  const named = await own.select(['number', 'code']).where('id', 'in', ids).execute()
  if (named.length === 0) return []
  const requests = [...new Set(named.map(({ number }) => requestOf(number)))]
  const found = await own
    .selectAll()
    .where('code', 'in', [...new Set(named.map(({ code }) => code))])
    .where((is) =>
      is.or(requests.flatMap((one) => [is('number', '=', one), is('number', 'like', `${one}-%`)])),
    )
    .orderBy('id', 'desc')
    .limit(MOST_OF_REQUESTS)
    .execute()
  return withFills(db, found)
}

/** undefined: there is none with this id, or it is someone else's. */
export async function orderOf(
  db: Database,
  memberId: MemberId,
  id: string,
): Promise<OrderWithFills | undefined> {
  const found = await db.kysely
    .selectFrom('orders')
    .selectAll()
    .where('memberId', '=', memberId)
    .where('id', '=', id)
    .execute()
  return (await withFills(db, found))[0]
}

/**
 * The orders with their results as lots show them (decision 0196): of a closing what tax has noted for it, of
 * an opening what its lots have come to.
 */
async function withResults({ kysely, ...db }: Database, found: Order[]): Promise<Order[]> {
  const done = found.filter(({ profitYen }) => profitYen !== null)
  const opened = done.filter(({ purpose }) => purpose === 'open').map(({ id }) => id)
  const memberId = done[0]?.memberId
  if (memberId === undefined) return found
  const lots =
    opened.length === 0
      ? []
      : await kysely
          .selectFrom('lots')
          .select(['id', 'orderId', 'side', 'leverageTenths', 'realizedYen'])
          .where('memberId', '=', memberId)
          .where('orderId', 'in', opened)
          .execute()
  const sold = done.flatMap(({ lotId }) => (lotId === null ? [] : [lotId]))
  const gains = await gainsOf({ ...db, kysely }, memberId, [
    ...new Set([...sold, ...lots.map(({ id }) => id)]),
  ])
  const byLot = Map.groupBy(gains, ({ lotId }) => lotId)
  const lotsOf = Map.groupBy(lots, ({ orderId }) => orderId)
  return found.map((order) => {
    if (order.profitYen === null) return order
    if (order.purpose === 'open') {
      const own = lotsOf.get(order.id) ?? []
      const profitYen = own.reduce((sum, lot) => sum + realizedOfLot(lot, byLot.get(lot.id) ?? []), 0)
      return { ...order, profitYen }
    }
    const own = gains.filter(({ orderId, kind }) => orderId === order.id && kind === 'cash')
    return own.length === 0
      ? order
      : { ...order, profitYen: own.reduce((sum, { gainYen }) => sum + gainYen, 0) }
  })
}

async function withFills(db: Database, rows: Order[]): Promise<OrderWithFills[]> {
  const { kysely } = db
  const found = await withResults(db, rows)
  const traded = found.filter((order) => order.filledQuantity > 0).map((order) => order.id)
  const fills =
    traded.length === 0
      ? []
      : await kysely.selectFrom('fills').selectAll().where('orderId', 'in', traded).orderBy('n').execute()
  return found.map((order) => ({ order, fills: fills.filter((fill) => fill.orderId === order.id) }))
}

/** One fill with what it was a fill of. */
export type Trade = Pick<Order, 'number' | 'code' | 'side' | 'purpose' | 'leverageTenths'> & Fill
/** A member's fills of these trade dates, both included, oldest first. */
export const tradesOf = (
  { kysely }: Database,
  memberId: MemberId,
  span: { from: DateJst; to: DateJst },
): Promise<Trade[]> =>
  kysely
    .selectFrom('fills')
    .innerJoin('orders', 'orders.id', 'fills.orderId')
    .where('orders.memberId', '=', memberId)
    .where('fills.tradeDate', '>=', span.from)
    .where('fills.tradeDate', '<=', span.to)
    .selectAll('fills')
    .select(['orders.number', 'orders.code', 'orders.side', 'orders.purpose', 'orders.leverageTenths'])
    .orderBy('fills.at')
    .orderBy('fills.n')
    .execute()

/** The leverage of a member's orders, in tenths, by their ids: as they were placed. */
export async function leverageOf(
  { kysely }: Database,
  memberId: MemberId,
  orderIds: readonly OrderId[],
): Promise<ReadonlyMap<OrderId, number>> {
  if (orderIds.length === 0) return new Map()
  const found = await kysely
    .selectFrom('orders')
    .select(['id', 'leverageTenths'])
    .where('memberId', '=', memberId)
    .where('id', 'in', orderIds)
    .execute()
  return new Map(found.map(({ id, leverageTenths }) => [id, leverageTenths]))
}

/** In which record of the journal this digest stands; null: in none that moved money for this order. */
export async function recordWith(
  { kysely }: Database,
  memberId: MemberId,
  orderId: OrderId,
  digest: string,
): Promise<number | null> {
  const found = await kysely
    .selectFrom('transfers')
    .innerJoin('journal', 'journal.seq', 'transfers.seq')
    .select('journal.seq')
    .where('transfers.memberId', '=', memberId)
    .where('transfers.orderId', '=', orderId)
    .where(sql<boolean>`position(${Buffer.from(digest)} in journal.record) > 0`)
    .limit(1)
    .executeTakeFirst()
  return found?.seq ?? null
}

/** `n`: the number of the execution, `execId`: its name in the venue's own words. */
export type Execution = { readonly orderId: string; readonly n: number; readonly execId: string }
/**
 * `fills`: `<order> <number>`. `executions`: by order, name and kind, `listed`: by order and name, in lines.
 */
type Heard = {
  fills: ReadonlySet<string>
  executions: ReadonlySet<string>
  listed: ReadonlySet<string>
  orders: ReadonlyMap<string, HeardOrder>
}
export type HeardOrder = Pick<Order, 'id' | 'memberId' | 'code' | 'purpose' | 'side' | 'quantity'>

/** Of these executions: what the rows have of them, and the orders by their ids. */
export async function heardBefore({ kysely }: Database, executions: readonly Execution[]): Promise<Heard> {
  const ids = [...new Set(executions.map(({ orderId }) => orderId))]
  const names = executions.map(({ execId }) => execId)
  const [filled, said, listed, found] = await Promise.all([
    kysely
      .selectFrom('fills')
      .select(['orderId', 'n'])
      .where('orderId', 'in', ids)
      .where(
        'n',
        'in',
        executions.map(({ n }) => n),
      )
      .execute(),
    kysely
      .selectFrom('venueExecutions')
      .select(['orderId', 'execId', 'execType'])
      .where('orderId', 'in', ids)
      .where('execId', 'in', names)
      .execute(),
    kysely
      .selectFrom('venueExceptions')
      .select(['orderId', 'execId'])
      .where('orderId', 'in', ids)
      .where('execId', 'in', names)
      .execute(),
    kysely
      .selectFrom('orders')
      .select(['id', 'memberId', 'code', 'purpose', 'side', 'quantity'])
      .where('id', 'in', ids)
      .execute(),
  ])
  return {
    fills: new Set(filled.map(({ orderId, n }) => `${orderId} ${n}`)),
    executions: new Set(said.map(({ orderId, execId, execType }) => `${orderId}\n${execId}\n${execType}`)),
    listed: new Set(listed.map(({ orderId, execId }) => `${orderId}\n${execId}`)),
    orders: new Map(found.map((order) => [order.id, order])),
  }
}

/** So many decided reports are shown, the last ones. */
const SHOWN_RESTED = 2_000

/** Reports of venues that people have decided and that have left memory, the last first. */
export const restedReports = ({ kysely }: Database): Promise<VenueException[]> =>
  kysely
    .selectFrom('venueExceptions')
    .selectAll()
    .where('live', '=', false)
    .orderBy('id', 'desc')
    .limit(SHOWN_RESTED)
    .execute()
