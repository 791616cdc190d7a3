import type { MemberId } from '#kernel/id.ts'
import { yenOf } from '#kernel/price.ts'
import { notify } from '#modules/inbox/server/public.ts'
import { isAtVenue, isWorking } from '#modules/orders/model/order-life.ts'
import { averageTenths, type Order } from '#modules/orders/model/order.ts'
import { keptSide, type ManagedReports } from '#modules/orders/server/public.ts'
import { shareOf } from '../model/share.ts'
import { hasUnits } from './pool-facts.ts'
import { follows, pools, type FollowRow } from './tables.ts'

/**
 * Trades of a pool are told to whoever has units of it, with their part, and to its lead (product decision
 * 8), in the command that applies the reports: at an order's first fill of a day, when it leaves the exchange
 * with more (its day is over, the rest waits here for the next), and at its end, wherever that comes: of one
 * that ends with a part, that the rest is over. That one ended without a trade is told to the lead alone.
 */
export const notifyFollowers: ManagedReports = (tables, before, after, when) => {
  const pool = tables.of(pools).get(after.memberId)
  if (pool === undefined) return []
  const { id, leadMemberId, leadUnits, units } = pool
  const { code, quantity: ordered, filledQuantity: quantity } = after
  const isOver = !isWorking(after.ordStatus)
  if (quantity === 0) {
    return isOver
      ? [
          notify(tables, when, leadMemberId, {
            kind: 'copyUnfilled',
            args: { pool: id, code, side: keptSide(after), quantity: ordered },
            about: id,
            apart: after.id,
          }),
        ]
      : []
  }
  if (!isOver && !isToBeTold(before, after)) return []
  const traded = { pool: id, code, side: keptSide(after), quantity, price: yenOf(averageTenths(after)!) }
  const tell = (memberId: MemberId, ownUnits: number, about: string) => {
    const args = { ...traded, share: shareOf(quantity, ownUnits, units)! }
    const apart = after.id
    if (quantity === ordered)
      return notify(tables, when, memberId, { kind: 'copyTraded', args, about, apart })
    return notify(tables, when, memberId, {
      kind: isOver ? 'copyRestOver' : 'copyPartlyTraded',
      args: { ...args, ordered },
      about,
      apart,
    })
  }
  const held = Map.groupBy(tables.of(follows).by('pool', id).filter(hasUnits), ({ memberId }) => memberId)
  const unitsOf = (rows: readonly FollowRow[]) => rows.reduce((sum, row) => sum + row.units, 0)
  return [
    tell(leadMemberId, leadUnits, id),
    ...[...held].map(([memberId, rows]) => tell(memberId, unitsOf(rows), rows[0]!.id)),
  ]
}

/**
 * Of an order that goes on: whether this is its first fill since the exchange took it, or it comes back with
 * what it traded since.
 */
function isToBeTold(before: Order, after: Order): boolean {
  const isFirst = before.ordStatus !== 'PARTIALLY_FILLED'
  const isMore = after.filledQuantity > before.filledQuantity
  return isFirst ? isMore : !isAtVenue(after.ordStatus)
}
