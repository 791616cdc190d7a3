import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HotTables } from '#platform/engine/hot-tables.ts'
import { balancesRow } from '#modules/ledger/server/accounts.fixture.ts'
import { memberBalances } from '#modules/ledger/server/tables.ts'
import { lotsToCut } from '#modules/margin/model/loss-cut.ts'
import { LOSS_CUT_BP, RESTORE_BP } from '#modules/margin/model/rates.ts'
import { marginNeeded } from '#modules/margin/model/ratio.ts'
import { marginCalls } from '#modules/margin/server/tables.ts'
import type { Quote } from '#modules/market/server/public.ts'
import { orders } from '#modules/orders/server/tables.ts'
import type { Lot } from '#modules/portfolio/model/lot.ts'
import { NO_TRAIL } from '#modules/portfolio/model/trail.ts'
import { schedules } from '#modules/schedules/server/tables.ts'
import { lots } from '#modules/portfolio/server/tables.ts'
import type { Trade } from '#modules/venue/server/ports.ts'
import { cutAccountAt } from './account.ts'
import { openWatch } from './watch.ts'

const DAY = '2026-11-19'
const SETTLES = '2026-11-24'

function floor() {
  const tables = new HotTables([memberBalances, lots, orders, marginCalls, schedules])
  const { access } = tables
  const prices = new Map<string, number>()
  const asked: string[] = []
  const prints: (Trade | null)[] = []
  const state = { isTrading: true, isStale: false, looks: 0 }
  const watch = openWatch({
    read: () => access,
    day: () => ({ tradeDate: DAY, settlementDate: SETTLES }),
    isStale: () => state.isStale,
    isTrading: () => state.isTrading,
    quote(code) {
      state.looks++
      return { code, lastTenths: prices.get(code) ?? null, baseTenths: 40_000, tradeDate: DAY } as Quote
    },
    cut: (memberId, _prices, print) => {
      asked.push(memberId)
      prints.push(print)
    },
    send: (memberId) => void asked.push(`forced ${memberId}`),
  })
  let n = 0
  return {
    access,
    prices,
    prints,
    state,
    watch,
    hold(memberId: string, code: string, patch: Partial<Lot> = {}) {
      const { side = 'up', leverageTenths = 30, openQuantity = 1_000 } = patch
      if (!access.of(memberBalances).get(memberId))
        access.of(memberBalances).insert(balancesRow(memberId, { available: 0 }))
      return access
        .of(lots)
        .insert({
          id: `lot-${++n}`,
          number: `L-${n}`,
          orderId: 'o',
          source: 'order',
          memberId,
          code,
          side,
          leverageTenths,
          quantity: openQuantity,
          openQuantity,
          closingQuantity: 0,
          openPriceTenths: 40_000,
          marginYen: marginNeeded(openQuantity * 4_000, leverageTenths),
          openFeeYen: 0,
          closeFeeYen: 0,
          chargesYen: 0,
          realizedYen: 0,
          closedYen: 0,
          takeProfitTenths: null,
          stopLossTenths: null,
          ...NO_TRAIL,
          trailedAt: null,
          triggeredBy: null,
          tradeDate: DAY,
          settlementDate: SETTLES,
          openedAt: 1,
          exitsAt: 1,
          closedAt: null,
          status: 'holding',
          ...patch,
        })
    },
    trade(code: string, priceTenths: number, tradeDate = DAY): string[] {
      asked.length = 0
      prices.set(code, priceTenths)
      watch.onTrades([{ code, priceTenths, tradeDate, no: 1, at: 1, quantity: 100, aggressor: 'BUY' }])
      return [...asked]
    },
    /** The members that a check of everyone would find. */
    everyone(members: readonly string[]): string[] {
      return members.filter((memberId) => {
        const account = cutAccountAt(access, memberId, (code) => prices.get(code) ?? 40_000, {
          tradeDate: DAY,
          settlementDate: SETTLES,
        })
        return lotsToCut(account, LOSS_CUT_BP, RESTORE_BP).length > 0
      })
    },
  }
}

test('whatever is traded, it finds whom asking everyone would find', () => {
  const codes = ['A', 'B', 'C'] as const
  const held = fc.array(
    fc.record({
      member: fc.constantFrom('m1', 'm2', 'm3', 'm4'),
      code: fc.constantFrom(...codes),
      side: fc.constantFrom('up' as const, 'down' as const),
      leverageTenths: fc.constantFrom(10, 20, 33),
      units: fc.integer({ min: 1, max: 20 }),
    }),
    { minLength: 1, maxLength: 10 },
  )
  const walk = fc.array(
    fc.record({ code: fc.constantFrom(...codes), step: fc.integer({ min: -4_000, max: 4_000 }) }),
    { minLength: 1, maxLength: 40 },
  )
  fc.assert(
    fc.property(held, walk, (drawn, steps) => {
      const market = floor()
      for (const { member, code, side, leverageTenths, units } of drawn)
        market.hold(member, code, { side, leverageTenths, openQuantity: units * 100 })
      const members = ['m1', 'm2', 'm3', 'm4']
      for (const { code, step } of steps) {
        const price = Math.max((market.prices.get(code) ?? 40_000) + step, 1_000)
        // Whoever is under holds leveraged lots; of those, whoever cannot be touched by this issue was found
        // before.
        const found = market.trade(code, price)
        const holders = market.everyone(members).filter((memberId) =>
          market.access
            .of(lots)
            .by('member', memberId)
            .some((lot) => lot.code === code),
        )
        expect([...found].sort()).toEqual(expect.arrayContaining(holders))
        expect(market.everyone(members)).toEqual(expect.arrayContaining(found))
      }
    }),
    { numRuns: 300 },
  )
})

test('a trade asks only the accounts that it may concern', () => {
  const market = floor()
  for (let n = 0; n < 500; n++) market.hold(`m${n}`, `S${n}`)
  expect(market.trade('S0', 40_000)).toEqual([])
  market.state.looks = 0
  // Each has 23 % to lose.
  expect(market.trade('S7', 32_000)).toEqual([])
  expect(market.trade('OTHER', 1)).toEqual([])
  expect(market.state.looks).toBe(0)
  expect(market.trade('S7', 30_000)).toEqual(['m7'])
  expect(market.state.looks).toBeLessThan(10)
})

test('an account that stays under is asked again with each trade of what it holds, until something changes', () => {
  const market = floor()
  const lot = market.hold('m1', 'A')
  expect(market.trade('A', 30_000)).toEqual(['m1'])
  expect(market.trade('B', 30_000)).toEqual([])
  expect(market.trade('A', 29_000)).toEqual(['m1'])
  market.access.of(lots).update(lot, { triggeredBy: 'loss-cut' })
  expect(market.trade('A', 28_000)).toEqual([])
})

test('nothing fires from old quotes, nor while the market is closed; what was missed is found with the next trade', () => {
  const market = floor()
  market.hold('m1', 'A')
  market.state.isStale = true
  expect(market.trade('A', 30_000)).toEqual([])
  market.state.isStale = false
  market.state.isTrading = false
  expect(market.trade('A', 30_000)).toEqual([])
  market.state.isTrading = true
  expect(market.trade('A', 30_010)).toEqual(['m1'])
})

test('a new lot, and a new day, are seen', () => {
  const market = floor()
  expect(market.trade('A', 30_000)).toEqual([])
  market.hold('m1', 'A')
  expect(market.trade('A', 30_000)).toEqual([])
  market.watch.changed('m1')
  expect(market.trade('A', 30_000)).toEqual([])
  market.watch.refresh()
  expect(market.trade('A', 30_000)).toEqual(['m1'])
  market.hold('m2', 'A')
  expect(market.trade('Z', 100, '2026-11-20')).toEqual(['m1', 'm2'])
})

test('a forced account is asked with each trade of what it holds', () => {
  const market = floor()
  market.hold('m1', 'A')
  market.access
    .of(marginCalls)
    .insert({
      memberId: 'm1',
      tradeDate: DAY,
      amountYen: 1,
      beforeYen: 0,
      notionalYen: 4_000_000,
      metYen: 0,
      madeAt: 1,
      madeSeq: 1,
      deadlineAt: 2,
      state: 'forced',
      endedAt: null,
    })
  expect(market.trade('A', 40_000)).toEqual(['forced m1'])
  expect(market.trade('B', 40_000)).toEqual([])
  expect(market.trade('A', 41_000)).toEqual(['forced m1'])
})

test('after a split a print of before is no price any more: the quote is', () => {
  const { hold, trade, prices, watch } = floor()
  hold('short', 'SPLIT', { side: 'down', openPriceTenths: 20_000, openQuantity: 2_000 })
  hold('short', 'OTHER')
  watch.changed('short')
  // 4,000 was printed of old shares; the lot is in new ones at 2,000, and so is the quote.
  trade('SPLIT', 40_000)
  prices.set('SPLIT', 20_000)
  watch.forget('SPLIT')
  watch.changed('short')
  expect(trade('OTHER', 40_000)).toEqual([])
  trade('SPLIT', 40_000)
  expect(trade('OTHER', 40_000)).toEqual(['short'])
})

test('of a batch of trades the one that crosses is the one that is decided on, at the prices of that moment', () => {
  const market = floor()
  market.hold('m1', 'A')
  const seen: [string, number, number][] = []
  const watch = openWatch({
    read: () => market.access,
    day: () => ({ tradeDate: DAY, settlementDate: SETTLES }),
    isStale: () => false,
    isTrading: () => true,
    send: () => {},
    quote: () => null,
    cut: (memberId, prices, print) => void seen.push([memberId, prices['A']!, print!.no]),
  })
  const trade = (no: number, priceTenths: number): Trade => ({
    code: 'A',
    no,
    priceTenths,
    tradeDate: DAY,
    at: 1_000 + no,
    quantity: 100,
    aggressor: 'SELL',
  })
  watch.onTrades([trade(7, 40_000), trade(8, 32_000), trade(9, 30_000), trade(10, 36_000), trade(11, 29_000)])
  expect(seen).toEqual([
    ['m1', 30_000, 9],
    ['m1', 29_000, 11],
  ])
})

test('where money or lots changed and no trade did, there is no print', () => {
  const market = floor()
  market.trade('A', 30_000)
  market.hold('m1', 'A')
  market.watch.changed('m1')
  market.watch.refresh()
  expect(market.prints).toEqual([null])
})
