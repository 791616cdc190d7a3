import { beforeEach, expect, it } from 'vitest'
import { HotTables } from '#platform/engine/hot-tables.ts'
import type { AnyDefinition, TableAccess } from '#platform/engine/table.ts'
import { messages, type MessageRow } from '#rooms/inbox/server/tables.ts'
import type { OrdStatus } from '#rooms/orders/model/order-life.ts'
import type { Order } from '#rooms/orders/model/order.ts'
import { follows, pools, type FollowRow, type PoolRow } from './tables.ts'
import { tellTraded } from './told.ts'

const POOL = 'CPY-2026-0001'
/** An order of the pool for 1,000 shares. */
const order = (ordStatus: OrdStatus, filledQuantity: number): Order =>
  ({ memberId: POOL, code: 'S214', side: 'up', purpose: 'open', quantity: 1_000, ordStatus, filledQuantity, filledYen: filledQuantity * 300 } as Order)

let tables: HotTables
beforeEach(() => {
  tables = new HotTables([pools, follows, messages])
  tables.access.of(pools).insert({ id: POOL, leadMemberId: 'lead', units: 1_000, leadUnits: 400 } as PoolRow)
  for (const [memberId, units, state] of [['anna', 500, 'following'], ['ben', 100, 'leaving'], ['cleo', 0, 'pending']] as const) {
    tables.access.of(follows).insert({ id: `f-${memberId}`, poolId: POOL, memberId, units, state } as FollowRow)
  }
})
/** What is told of the way from one to the other, and who of those it is told hears of how many shares as their part. */
function told(before: Order, after: Order): Record<string, string> {
  const left: MessageRow[] = []
  const access = { of: (table: AnyDefinition) => (table === messages ? { insert: (row: MessageRow) => left.push(row) } : tables.access.of(table as typeof pools)) } as unknown as TableAccess
  tellTraded(access, before, after, { seq: 1, at: 1, tradeDate: '2026-11-19' })
  return Object.fromEntries(left.map(({ memberId, kind, args }) => [memberId, `${kind} ${args['quantity']}${args['ordered'] === undefined ? '' : `/${args['ordered']}`} ${args['share'] ?? ''}`.trim()]))
}
const part = (quantity: number) => ({ lead: `copyPartlyTraded ${quantity}/1000 ${quantity * 0.4}`, anna: `copyPartlyTraded ${quantity}/1000 ${quantity * 0.5}`, ben: `copyPartlyTraded ${quantity}/1000 ${quantity * 0.1}` })
const whole = (quantity: number) => ({ lead: `copyTraded ${quantity} ${quantity * 0.4}`, anna: `copyTraded ${quantity} ${quantity * 0.5}`, ben: `copyTraded ${quantity} ${quantity * 0.1}` })

it.each<[string, Order, Order, Record<string, string>]>([
  ['filled at once', order('NEW', 0), order('FILLED', 1_000), whole(1_000)],
  ['a first part', order('NEW', 0), order('PARTIALLY_FILLED', 300), part(300)],
  ['a second part of the same day waits', order('PARTIALLY_FILLED', 300), order('PARTIALLY_FILLED', 500), {}],
  ['the day is over: what it came to', order('PARTIALLY_FILLED', 500), order('HELD', 500), part(500)],
  ['the first part and the end of the day at once', order('NEW', 0), order('HELD', 300), part(300)],
  ['a day without a trade', order('NEW', 500), order('HELD', 500), {}],
  ['the first part of the next day', order('NEW', 500), order('PARTIALLY_FILLED', 600), part(600)],
  ['ended with a part', order('PARTIALLY_FILLED', 600), order('EXPIRED', 600), whole(600)],
  ['cancelled with a part on another day', order('NEW', 600), order('CANCELED', 600), whole(600)],
  ['ended without a trade', order('NEW', 0), order('EXPIRED', 0), { lead: 'copyUnfilled 1000' }],
  ['taken by the exchange', order('PENDING_NEW', 0), order('NEW', 0), {}],
])('%s', (_what, before, after, expected) => expect(told(before, after)).toEqual(expected))

it('whoever waits or has left, and orders of members, are not told of', () => {
  expect(Object.keys(told(order('NEW', 0), order('FILLED', 1_000)))).not.toContain('cleo')
  expect(told({ ...order('NEW', 0), memberId: 'anna' }, { ...order('FILLED', 1_000), memberId: 'anna' })).toEqual({})
})
