import { beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#kernel/time.ts'
import { defineCommand, done } from '#platform/engine/command.ts'
import { HotTables } from '#platform/engine/hot-tables.ts'
import type { AnyDefinition, TableAccess } from '#platform/engine/table.ts'
import { messages, type MessageRow } from '#modules/inbox/server/tables.ts'
import type { OrdStatus } from '#modules/orders/model/order-status.ts'
import { placeOrderOf, type Order } from '#modules/orders/model/order.ts'
import { CODE, MEMBER, moneyDesk, TODAY, type MoneyDesk } from '#modules/orders/server/money.fixture.ts'
import { openManagedAccount } from '#modules/identity/server/public.ts'
import { openingDeposit, post } from '#modules/ledger/server/public.ts'
import { follows, pools, type FollowRow, type PoolRow } from './tables.ts'
import { notifyFollowers } from './notify-followers.ts'

const POOL = 'CPY-2026-0001'
/** An order of the pool for 1,000 shares. */
const order = (ordStatus: OrdStatus, filledQuantity: number): Order =>
  ({
    memberId: POOL,
    code: 'S214',
    side: 'up',
    purpose: 'open',
    quantity: 1_000,
    ordStatus,
    filledQuantity,
    filledYen: filledQuantity * 300,
  }) as Order

let tables: HotTables
beforeEach(() => {
  tables = new HotTables([pools, follows, messages])
  tables.access.of(pools).insert({ id: POOL, leadMemberId: 'lead', units: 1_000, leadUnits: 400 } as PoolRow)
  for (const [memberId, units, state] of [
    ['anna', 500, 'following'],
    ['ben', 100, 'leaving'],
    ['cleo', 0, 'pending'],
  ] as const) {
    tables.access
      .of(follows)
      .insert({ id: `f-${memberId}`, poolId: POOL, memberId, units, state } as FollowRow)
  }
})
/**
 * Messages about the change from one order to the other, by recipient, with the shares that are the
 * recipient's part.
 */
function told(before: Order, after: Order): Record<string, string> {
  const left: MessageRow[] = []
  const access = {
    of: (table: AnyDefinition) =>
      table === messages
        ? { insert: (row: MessageRow) => left.push(row) }
        : tables.access.of(table as typeof pools),
  } as TableAccess
  notifyFollowers(access, before, after, { seq: 1, at: 1, tradeDate: '2026-11-19' })
  return Object.fromEntries(
    left.map(({ memberId, kind, args }) => [
      memberId,
      `${kind} ${args['quantity']}${args['ordered'] === undefined ? '' : `/${args['ordered']}`} ${args['share'] ?? ''}`.trim(),
    ]),
  )
}
const part = (quantity: number) => ({
  lead: `copyPartlyTraded ${quantity}/1000 ${quantity * 0.4}`,
  anna: `copyPartlyTraded ${quantity}/1000 ${quantity * 0.5}`,
  ben: `copyPartlyTraded ${quantity}/1000 ${quantity * 0.1}`,
})
const whole = (quantity: number) => ({
  lead: `copyTraded ${quantity} ${quantity * 0.4}`,
  anna: `copyTraded ${quantity} ${quantity * 0.5}`,
  ben: `copyTraded ${quantity} ${quantity * 0.1}`,
})
const restOver = (quantity: number) =>
  Object.fromEntries(
    Object.entries(part(quantity)).map(([who, text]) => [
      who,
      text.replace('copyPartlyTraded', 'copyRestOver'),
    ]),
  )

it.each<[string, Order, Order, Record<string, string>]>([
  ['filled at once', order('NEW', 0), order('FILLED', 1_000), whole(1_000)],
  ['a first part', order('NEW', 0), order('PARTIALLY_FILLED', 300), part(300)],
  ['a second part of the same day waits', order('PARTIALLY_FILLED', 300), order('PARTIALLY_FILLED', 500), {}],
  ['the day is over: what it came to', order('PARTIALLY_FILLED', 500), order('HELD', 500), part(500)],
  ['the first part and the end of the day at once', order('NEW', 0), order('HELD', 300), part(300)],
  ['a day without a trade', order('NEW', 500), order('HELD', 500), {}],
  ['the first part of the next day', order('NEW', 500), order('PARTIALLY_FILLED', 600), part(600)],
  ['ended with a part', order('PARTIALLY_FILLED', 600), order('EXPIRED', 600), restOver(600)],
  ['cancelled with a part on another day', order('NEW', 600), order('CANCELED', 600), restOver(600)],
  ['over while it waits here, with a part', order('HELD', 600), order('EXPIRED', 600), restOver(600)],
  [
    'over while it waits here, without a trade',
    order('HELD', 0),
    order('CANCELED', 0),
    { lead: 'copyUnfilled 1000' },
  ],
  ['ended without a trade', order('NEW', 0), order('EXPIRED', 0), { lead: 'copyUnfilled 1000' }],
  ['taken by the exchange', order('PENDING_NEW', 0), order('NEW', 0), {}],
])('%s', (_what, before, after, expected) => expect(told(before, after)).toEqual(expected))

it('whoever waits or has left, and orders of members, are not told of', () => {
  expect(Object.keys(told(order('NEW', 0), order('FILLED', 1_000)))).not.toContain('cleo')
  expect(
    told({ ...order('NEW', 0), memberId: 'anna' }, { ...order('FILLED', 1_000), memberId: 'anna' }),
  ).toEqual({})
})

describe('an order of a pool that ends while it waits here, over night', () => {
  let desk: MoneyDesk
  const begin = defineCommand({
    type: 'test.pool',
    captureInputs: () => null,
    run(access, { tradeDate }: { tradeDate: string }, _inputs, { seq, at }) {
      openManagedAccount(access, POOL, MEMBER)
      openingDeposit(access, { seq, at, tradeDate }, POOL, 10_000_000)
      access.of(pools).insert({ id: POOL, leadMemberId: MEMBER, units: 1_000, leadUnits: 400 } as PoolRow)
      access
        .of(follows)
        .insert({ id: 'f-anna', poolId: POOL, memberId: 'anna', units: 600, state: 'following' } as FollowRow)
      return done(null)
    },
  })
  const split = defineCommand({
    type: 'test.split',
    captureInputs: () => null,
    run(access, { tradeDate }: { tradeDate: string }, _inputs, { seq, at }) {
      const moment = { seq, at, tradeDate }
      const { transfers, events } = desk.expireForSplit(access, CODE, moment)
      post(access, moment, transfers)
      return done(null, events)
    },
  })
  const heard = () =>
    [...desk.kept.rows]
      .filter(([key]) => key.startsWith(`${messages.name} `))
      .map(([, row]) => row as MessageRow)
      .filter(({ kind }) => kind === 'copyRestOver' || kind === 'copyUnfilled')
      .map(
        ({ memberId, kind, args, about }) =>
          `${memberId === MEMBER ? 'lead' : memberId} ${kind} ${args['quantity']} ${args['share'] ?? ''} ${about}`,
      )
      .toSorted()
  const bids = (price: number): string => {
    const answer = desk.submit(
      desk.commands.place,
      placeOrderOf({
        code: CODE,
        side: 'up',
        type: 'limit',
        price,
        quantity: 1_000,
        leverage: 1,
        validity: 'date',
        validUntil: addDays(TODAY, 1),
      }),
      POOL,
    )
    if (!answer.ok) throw new Error(answer.rejection)
    return answer.answer.id
  }
  /** With 300 of its shares, over the close. */
  const heldWithAPart = (price: number): string => {
    const id = bids(price)
    desk.fill(id, 300, price)
    desk.end(id, 'EXPIRED', 'DAY_END')
    return id
  }
  const nextDay = (phase: 'closed' | 'pre-open' = 'closed') => {
    desk.market.phase = phase
    desk.market.tradeDate = addDays(desk.market.tradeDate, 1)
  }
  beforeEach(() => {
    desk = moneyDesk({ tables: [pools, follows], managed: notifyFollowers })
    desk.submit(begin, { tradeDate: TODAY }, null)
  })

  const both = ['anna copyRestOver 300 180 f-anna', `lead copyRestOver 300 120 ${POOL}`]
  it('by its lead’s word', () => {
    const id = heldWithAPart(3_300)
    expect(heard()).toEqual([])
    desk.cancel(id, POOL)
    expect(heard()).toEqual(both)
  })
  it('because the pool sells, and at once', () => {
    const id = heldWithAPart(3_300)
    desk.submit(desk.commands.cancel, { orderId: id, reason: 'POOL_SALE' }, POOL)
    expect(heard()).toEqual(both)
  })
  it('as its validity ends', () => {
    heldWithAPart(3_300)
    nextDay()
    nextDay()
    desk.look()
    expect(heard()).toEqual(both)
  })
  it('as the issue splits, two of them in one command', () => {
    heldWithAPart(3_300)
    heldWithAPart(3_200)
    nextDay()
    expect(desk.submit(split, { tradeDate: desk.market.tradeDate }, null).ok).toBe(true)
    expect(heard()).toEqual([both[0], ...both, both[1]].toSorted())
  })
  it('without a trade: the lead alone hears of it', () => {
    const id = bids(3_300)
    desk.end(id, 'EXPIRED', 'DAY_END')
    desk.cancel(id, POOL)
    expect(heard()).toEqual([`lead copyUnfilled 1000  ${POOL}`])
  })
})
