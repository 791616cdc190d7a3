import { yenOf } from '#kernel/price.ts'
import { notify } from '#rooms/inbox/server/public.ts'
import { isWorking } from '#rooms/orders/model/order-life.ts'
import { averageTenths } from '#rooms/orders/model/order.ts'
import { sideWord, type LedReports } from '#rooms/orders/server/public.ts'
import { shareOf } from '../model/share.ts'
import { hasUnits } from './sources.ts'
import { follows, pools, type FollowRow } from './tables.ts'

/**
 * What a pool traded is told to whoever has units of it, with their part, and to its lead (product decision 8): at the first fill of an order and at its end, in the command that applies the
 * reports. That an order ended without a trade is told to the lead alone.
 */
export const tellTraded: LedReports = (tables, before, after, when) => {
  const pool = tables.of(pools).get(after.memberId)
  if (pool === undefined) return []
  const { id, leadMemberId, leadUnits, units } = pool
  const { code, quantity, filledQuantity } = after
  const isOver = !isWorking(after.ordStatus)
  if (filledQuantity === 0) {
    return isOver ? [notify(tables, when, leadMemberId, { kind: 'copyUnfilled', args: { pool: id, code, side: sideWord(after), quantity }, about: id })] : []
  }
  if (before.filledQuantity > 0 && !isOver) return []
  const args = { pool: id, code, side: sideWord(after), quantity: filledQuantity, price: yenOf(averageTenths(after)!) }
  const held = Map.groupBy(tables.of(follows).by('pool', id).filter(hasUnits), ({ memberId }) => memberId)
  const unitsOf = (rows: readonly FollowRow[]) => rows.reduce((sum, row) => sum + row.units, 0)
  return [
    notify(tables, when, leadMemberId, { kind: 'copyTraded', args: { ...args, share: shareOf(filledQuantity, leadUnits, units)! }, about: id }),
    ...[...held].map(([memberId, rows]) => notify(tables, when, memberId, { kind: 'copyTraded', args: { ...args, share: shareOf(filledQuantity, unitsOf(rows), units)! }, about: rows[0]!.id })),
  ]
}
