import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { Yen } from '#kernel/money.ts'
import type pg from 'pg'
import { pino } from 'pino'
import { assert } from '#kernel/assert.ts'
import { uuidv7, type MemberId } from '#kernel/id.ts'
import { no } from '#kernel/result.ts'
import { seeded } from '#kernel/random.ts'
import type { Ms } from '#kernel/time.ts'
import {
  type Caller,
  defineCommand,
  defineMemberCommand,
  done,
  SYSTEM_CALLER,
  type NondeterministicInputs,
} from './command.ts'
import { event } from './event.ts'
import { startEngine, type Engine, type EngineOptions } from './engine.ts'
import { openPostgresStore } from './postgres-store.ts'
import { defineAppendTable, defineTable, type TableAccess } from './table.ts'

const orderPlaced = event('orderPlaced', (id: string) => ({ id }))
const orderFilled = event('orderFilled', (id: string) => ({ id }))

/**
 * A server small enough to test and measure the engine with: accounts, transfers between them, and orders
 * that hold money.
 */
export type Balance = { member: string; account: string; yen: Yen }
export type Transfer = {
  id: number
  line: number
  debitMember: MemberId
  debitAccount: string
  creditMember: MemberId
  creditAccount: string
  yen: Yen
}
export type Order = {
  id: string
  memberId: MemberId
  code: string
  side: 'up' | 'down'
  state: 'pending' | 'filled' | 'cancelled'
  quantity: Quantity
  priceTenths: PriceTenths
  holdYen: Yen
  placedAt: Ms
  note: string | null
  tags: readonly string[]
}

export const balances = defineTable<Balance>()({
  name: 'fixture_balances',
  columns: { member: 'text', account: 'text', yen: 'int8' },
  key: ['member', 'account'],
})
export const transfers = defineAppendTable<Transfer>()({
  name: 'transfers',
  columns: {
    id: 'int8',
    line: 'int4',
    debitMember: 'text',
    debitAccount: 'text',
    creditMember: 'text',
    creditAccount: 'text',
    yen: 'int8',
  },
  key: ['id', 'line'],
  inRecord: (row) => row,
})
export const orders = defineTable<Order>()({
  name: 'fixture_orders',
  columns: {
    id: 'uuid',
    memberId: 'text',
    code: 'text',
    side: 'text',
    state: 'text',
    quantity: 'int4',
    priceTenths: 'int8',
    holdYen: 'int8',
    placedAt: 'int8',
    note: 'text?',
    tags: 'jsonb',
  },
  key: 'id',
  hot: { when: (row) => row.state === 'pending', sql: "state = 'pending'" },
  indexes: { byMember: (row) => row.memberId },
  ordered: { byPrice: { group: (row) => row.code, value: (row) => row.priceTenths } },
})
export type Lot = {
  id: string
  memberId: MemberId
  code: string
  quantity: Quantity
  priceTenths: PriceTenths
  marginYen: Yen
  openedAt: Ms
}
export const lots = defineTable<Lot>()({
  name: 'fixture_lots',
  columns: {
    id: 'uuid',
    memberId: 'text',
    code: 'text',
    quantity: 'int4',
    priceTenths: 'int8',
    marginYen: 'int8',
    openedAt: 'int8',
  },
  key: 'id',
  indexes: { byMember: (row) => row.memberId },
})
export const tables = [balances, transfers, orders, lots]

export const FIXTURE_SQL = `
  create table fixture_balances (member text, account text, yen int8 not null check (yen >= 0 or member = 'house'), primary key (member, account))
    with (fillfactor = 50);
  drop table if exists transfers cascade;
  create table transfers (id int8, line int4, debit_member text not null, debit_account text not null, credit_member text not null,
    credit_account text not null, yen int8 not null check (yen > 0), primary key (id, line));
  create table fixture_orders (id uuid primary key, member_id text not null, code text not null, side text not null, state text not null,
    quantity int4 not null, price_tenths int8 not null, hold_yen int8 not null, placed_at int8 not null, note text, tags jsonb not null) with (fillfactor = 50);
  create table fixture_lots (id uuid primary key, member_id text not null, code text not null, quantity int4 not null,
    price_tenths int8 not null, margin_yen int8 not null, opened_at int8 not null);
`

type Side = { member: string; account: string }

function move(
  access: TableAccess,
  call: { seq: number },
  line: number,
  from: Side,
  to: Side,
  yen: Yen,
): void {
  for (const [side, change] of [
    [from, -yen],
    [to, yen],
  ] as const) {
    const table = access.of(balances)
    const row = table.get(side.member, side.account)
    assert(
      row !== undefined || side.member === 'house' || change > 0,
      'an account that does not exist has nothing',
    )
    const yenAfter = (row?.yen ?? 0) + change
    assert(side.member === 'house' || yenAfter >= 0, 'a member account below zero')
    if (row === undefined) table.insert({ ...side, yen: yenAfter })
    else table.update(row, { yen: yenAfter })
  }
  access
    .of(transfers)
    .insert({
      creditAccount: to.account,
      creditMember: to.member,
      debitAccount: from.account,
      debitMember: from.member,
      id: call.seq,
      line,
      yen,
    })
}

const BANK = { member: 'house', account: 'bank' }
const available = (member: string) => ({ member, account: 'available' })
const held = (member: string) => ({ member, account: 'held' })

export const deposit = defineCommand({
  type: 'fixture.deposit',
  captureInputs: () => ({}),
  run(access, input: { member: string; yen: Yen }, _inputs, call) {
    move(access, call, 0, BANK, available(input.member), input.yen)
    return done({ yen: input.yen })
  },
})

type Place = { code: string; quantity: Quantity; priceTenths: PriceTenths }

/** Journal, answer, order, transfer, two balances: what a limit order writes. */
export const place = defineMemberCommand({
  type: 'fixture.place',
  captureInputs: (world: NondeterministicInputs) => ({ id: world.id() }),
  run(access, input: Place, inputs, call) {
    const member = call.memberId
    const holdYen = (input.quantity * input.priceTenths) / 10
    const balance = access.of(balances).get(member, 'available')
    const shortYen = holdYen - (balance?.yen ?? 0)
    if (shortYen > 0) return no('INSUFFICIENT', { shortYen })
    move(access, call, 0, available(member), held(member), holdYen)
    const order = access
      .of(orders)
      .insert({
        code: input.code,
        holdYen,
        id: inputs.id,
        memberId: member,
        note: null,
        placedAt: call.at,
        priceTenths: input.priceTenths,
        quantity: input.quantity,
        side: 'up',
        state: 'pending',
        tags: [],
      })
    return done({ holdYen, id: order.id, status: order.state }, [orderPlaced(order.id)])
  },
})

/**
 * Journal, order, lot, two transfers, two balances of the member: what a full fill writes. The server's
 * balance is one row a batch.
 */
export const fill = defineCommand({
  type: 'fixture.fill',
  captureInputs: (world: NondeterministicInputs) => ({ id: world.id() }),
  run(access, input: { id: string; feeYen: Yen }, inputs, call) {
    const order = access.of(orders).get(input.id)
    if (order === undefined) return no('NOT_OPEN')
    access.of(orders).update(order, { state: 'filled' })
    const { code, memberId, priceTenths, quantity } = order
    const feeYen = Math.min(input.feeYen, order.holdYen - 1)
    const marginYen = order.holdYen - feeYen
    move(access, call, 0, held(memberId), { member: memberId, account: 'margin' }, marginYen)
    if (feeYen > 0) move(access, call, 1, held(memberId), { member: 'house', account: 'fees' }, feeYen)
    access
      .of(lots)
      .insert({ code, id: inputs.id, marginYen, memberId, openedAt: call.at, priceTenths, quantity })
    return done({ id: order.id, lot: inputs.id, status: 'filled' }, [orderFilled(order.id)])
  },
})

/** Writes, then says no: nothing of it may stay. */
export const change = defineMemberCommand({
  type: 'fixture.change-my-mind',
  captureInputs: () => ({}),
  run(access, input: { how: 'refuse' | 'throw' }, _inputs, call) {
    for (const order of access.of(orders).by('byMember', call.memberId))
      access.of(orders).update(order, { state: 'cancelled' })
    move(access, call, 0, BANK, available(call.memberId), 1)
    if (input.how === 'throw') throw new Error('changed my mind')
    return no('CHANGED_MY_MIND')
  },
})

export const commands = [deposit, place, fill, change]

/** Clocks and ids that a test turns by hand. */
export function fixtureWorld(at: Ms = Date.UTC(2026, 0, 5)) {
  const random = seeded('fixture', at)
  const bytes = () => Uint8Array.from({ length: 16 }, () => random.below(256))
  const clock = {
    now: at,
    /** The lead of its time over the confirmed one. */
    unconfirmedMs: 0,
    wall: () => clock.now,
    machine: () => clock.now,
    bounds: () => ({ earliest: clock.now - clock.unconfirmedMs, latest: Math.max(clock.now, clock.told) }),
    /** The latest time that anybody was told. */
    told: 0,
  }
  return { clock, id: () => uuidv7(clock.now, bytes()) }
}
export type FixtureWorld = ReturnType<typeof fixtureWorld>

export const member = (memberId: MemberId, key: string): Caller => ({
  actor: `m:${memberId}`,
  memberId,
  device: 'd:1',
  key,
})
export const SYSTEM = SYSTEM_CALLER

export const silent = pino({ level: 'silent' })

/** An engine over the fixture's tables on this database. What it dies of is in `deaths`. */
export async function fixtureEngine(
  config: pg.ClientConfig,
  world: FixtureWorld,
  options: Partial<EngineOptions> = {},
): Promise<{ engine: Engine; deaths: unknown[] }> {
  const deaths: unknown[] = []
  const engine = await startEngine({
    store: openPostgresStore(config, silent),
    tables,
    commands,
    clock: world.clock,
    world: { id: world.id },
    log: silent,
    fatal: (error) => deaths.push(error),
    ...options,
  })
  return { engine, deaths }
}
