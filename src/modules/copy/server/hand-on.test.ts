import { expect, test } from 'vitest'
import { addDays, DAY } from '#kernel/time.ts'
import { defineCommand, done } from '#platform/engine/command.ts'
import { entitlements } from '#modules/corporate-actions/server/tables.ts'
import { members } from '#modules/identity/server/tables.ts'
import type { TransferKind } from '#registry/transfer-kinds.ts'
import { draftFrom, move } from '#modules/ledger/model/drafting.ts'
import { balances, post } from '#modules/ledger/server/public.ts'
import { MEMBER, moneyDesk, TODAY } from '#modules/orders/server/money.fixture.ts'
import { handOnCommand, hasLateMoney } from './hand-on.ts'
import { navCommand } from './run-nav.ts'
import { COPY_TABLES, follows, lastShares, pools } from './tables.ts'

const POOL = 'CPY-2026-0001'
const LEAD = 'lead'
const terms = { endsOn: TODAY, managementPpm: 36_500, performancePpm: 0, opensAt: 0 }
const nav = navCommand({ listings: { terms: () => ({ id: POOL, terms }) } as never })

/**
 * A pool of 3,000,000 units, a third of them a follower's, on the day that is its last; a dividend of what it
 * has sold is still to come.
 */
const setUp = defineCommand({
  type: 'test.pool',
  captureInputs: () => undefined,
  run(tables, _input: object, _inputs, call) {
    for (const id of [POOL, LEAD])
      tables
        .of(members)
        .insert({
          id,
          number: id === POOL ? 8 : 9,
          level: 'advanced',
          openedAt: call.at,
          frozenAt: null,
          heldUntil: null,
          withdrawalsClosedUntil: null,
          tradingLimitedUntil: null,
          restsBecause: null,
        })
    tables
      .of(pools)
      .insert({
        id: POOL,
        leadMemberId: LEAD,
        state: 'open',
        units: 3_000_000,
        leadUnits: 2_000_000,
        equityYen: 3_000_000,
        leadYen: 2_000_000,
        beforeEquityYen: 3_000_000,
        beforeUnits: 3_000_000,
        highEquityYen: 3_000_000,
        highUnits: 3_000_000,
        owedFeeYen: 0,
        missingYen: 0,
        navDate: addDays(TODAY, -1),
        openedAt: call.at - DAY,
        endedAt: null,
      })
    tables
      .of(follows)
      .insert({
        id: 'f',
        number: 'C-1',
        poolId: POOL,
        memberId: MEMBER,
        state: 'following',
        reason: null,
        buyYen: 1_000_000,
        units: 1_000_000,
        appliedAt: 0,
        boughtAt: 0,
        boughtOn: TODAY,
        sellAskedAt: null,
        soldAt: null,
        paidYen: null,
      })
    tables
      .of(entitlements)
      .insert({
        lotId: 'l',
        exDate: TODAY,
        memberId: POOL,
        orderId: 'o',
        code: 'S214',
        side: 'up',
        leverageTenths: 10,
        quantity: 100,
        perShareTenths: 300,
        payDate: addDays(TODAY, 5),
        heldYen: 0,
        taxYen: 0,
        paidAt: null,
      })
    return give(tables, call, 3_000_000, 'opening-deposit')
  },
})
/** Money that comes into the pool; with it the dividend is paid. */
const dividend = defineCommand({
  type: 'test.dividend',
  captureInputs: () => undefined,
  run(tables, input: { yen: number }, _inputs, call) {
    const row = tables.of(entitlements).get('l', TODAY)
    if (row) tables.of(entitlements).update(row, { paidAt: call.at })
    return give(tables, call, input.yen, 'dividend')
  },
})
function give(
  tables: Parameters<typeof post>[0],
  call: { seq: number; at: number },
  yen: number,
  kind: TransferKind,
) {
  const draft = draftFrom(POOL, balances(tables, POOL))
  move(draft, 'bank', 'available', yen, { kind })
  post(tables, { seq: call.seq, at: call.at, tradeDate: TODAY }, draft.transfers)
  return done(null)
}

test('a pool that has ended charges no fee any more, pays out without waiting for a dividend, and hands it on when it comes', () => {
  const desk = moneyDesk({ tables: [...COPY_TABLES, entitlements] })
  desk.submit(setUp, {}, null)
  const at = (days: number) => ({
    poolId: POOL,
    date: addDays(TODAY, days),
    at: desk.market.at + days * DAY,
    prices: {},
    settlementDate: addDays(TODAY, days + 2),
  })
  const pool = () => desk.tables.of(pools).get(POOL)!
  const yen = (id: string) => balances(desk.tables, id).available

  desk.submit(nav, at(0), null)
  expect([pool().state, yen(LEAD)], 'the fee of the last day').toEqual(['closing', 300])
  desk.submit(nav, at(3), null)
  expect([pool().state, yen(POOL), yen(LEAD)], 'none after it').toEqual([
    'ended',
    0,
    300 + 2_999_700 - 999_900,
  ])
  expect(yen(MEMBER)).toBe(10_000_000 + 999_900)

  expect(hasLateMoney(desk.tables, POOL, addDays(TODAY, 4))).toBe(false)
  desk.submit(dividend, { yen: 2_391 }, null)
  expect(hasLateMoney(desk.tables, POOL, addDays(TODAY, 5))).toBe(true)
  desk.submit(handOnCommand, { poolId: POOL, date: addDays(TODAY, 5), at: desk.market.at + 5 * DAY }, null)
  expect([yen(POOL), yen(MEMBER), yen(LEAD)]).toEqual([
    0,
    10_000_000 + 999_900 + 797,
    300 + 1_999_800 + 1_594,
  ])
  expect(desk.tables.of(lastShares).all(), 'nothing is awaited any more').toEqual([])
  expect(hasLateMoney(desk.tables, POOL, addDays(TODAY, 6))).toBe(false)
})

test('a journal of before says a NAV as it was: the fee goes on, and the money waits', () => {
  const desk = moneyDesk({ tables: [...COPY_TABLES, entitlements] })
  desk.submit(setUp, {}, null)
  const before = { ...nav, captureInputs: () => null } as typeof nav
  for (const days of [0, 3])
    desk.submit(
      before,
      {
        poolId: POOL,
        date: addDays(TODAY, days),
        at: desk.market.at + days * DAY,
        prices: {},
        settlementDate: addDays(TODAY, days + 2),
      },
      null,
    )
  expect(desk.tables.of(pools).get(POOL)!.state).toBe('closing')
  expect(balances(desk.tables, LEAD).available).toBeGreaterThan(300)
})
