import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  byOrder,
  holdingKind,
  holdingsOf,
  inOrder,
  openingPrice,
  profitRate,
  type HoldingLot,
} from './holdings.ts'

const lot = (patch: Partial<HoldingLot>): HoldingLot => ({
  code: 'S100',
  name: 'Aoi',
  side: 'up',
  leverage: 1,
  openQuantity: 100,
  openPrice: 1_000,
  notional: 100_000,
  averageCost: null,
  marketPrice: 1_100,
  offerPrice: null,
  marketValue: 110_000,
  floatingProfit: 10_000,
  todayProfit: 4_000,
  ...patch,
})

test('an order that was filled at several prices is one purchase, where its first lot stands', () => {
  const lots = ['a', 'b', 'a', 'c', 'a'].map((orderId, n) => ({ orderId, n }))
  expect(byOrder(lots).map((own) => own.map(({ n }) => n))).toEqual([[0, 2, 4], [1], [3]])
  expect(byOrder([])).toEqual([])
})

describe('holdings', () => {
  test.each([
    ['up', 1, 'cash'],
    ['up', 1.1, 'long'],
    ['up', 3.3, 'long'],
    ['down', 1, 'short'],
    ['down', 2, 'short'],
  ] as const)('a lot %s at %d× is %s', (side, leverage, kind) => {
    expect(holdingKind({ side, leverage })).toBe(kind)
  })

  test('one issue paid in full, long and short on margin is three; lots of one kind are one', () => {
    const lots = [
      lot({ openPrice: 1_000 }),
      lot({ leverage: 2 }),
      lot({
        openPrice: 1_200,
        openQuantity: 300,
        notional: 360_000,
        marketValue: 330_000,
        floatingProfit: -30_000,
      }),
      lot({ side: 'down', leverage: 2 }),
      lot({ leverage: 3 }),
      lot({ code: 'S200', name: 'Beni' }),
    ]
    expect(holdingsOf(lots).map(({ code, kind, lots: own }) => [code, kind, own.length])).toEqual([
      ['S100', 'cash', 2],
      ['S100', 'long', 2],
      ['S100', 'short', 1],
      ['S200', 'cash', 1],
    ])
    // (100 × 1,000 + 300 × 1,200) ÷ 400 = 1,150.
    const [cash] = holdingsOf(lots)
    expect(cash).toMatchObject({
      quantity: 400,
      averagePrice: 1_150,
      costYen: 460_000,
      valueYen: 440_000,
      profitYen: -20_000,
      todayYen: 8_000,
    })
    expect(profitRate(cash!)).toBeCloseTo(-434.78, 2)
  })

  test('shares paid in full have one cost, whichever lot they are of; their lots stand at their own prices', () => {
    // 100 at 1,000 and 300 at 1,200 with fees of 400 yen are 1,151 a share; tax and brokers go by it.
    const lots = [
      lot({ openPrice: 1_000, averageCost: 1_151, floatingProfit: 110_000 - 115_100 }),
      lot({
        openPrice: 1_200,
        openQuantity: 300,
        averageCost: 1_151,
        marketValue: 330_000,
        floatingProfit: 330_000 - 345_300,
      }),
    ]
    expect(holdingsOf(lots)[0]).toMatchObject({ averagePrice: 1_151, costYen: 460_400, profitYen: -20_400 })
    expect(openingPrice(lots)).toBe(1_150)
  })

  // Mean price in yen, worked out by hand: 100 at a and 200 at b, to the tenth, a half up.
  test.each([
    [1_000, 100, 1_000.1, 200, 1_000.1],
    [1_000, 200, 1_000.1, 100, 1_000],
    [1_000, 100, 1_000.1, 100, 1_000.1],
    [3_482.5, 100, 3_500, 300, 3_495.6],
    [0.1, 300, 0.2, 100, 0.1],
  ])('%d × %d and %d × %d are %d on the average', (a, n, b, m, mean) => {
    const [holding] = holdingsOf([
      lot({ openPrice: a, openQuantity: n }),
      lot({ openPrice: b, openQuantity: m }),
    ])
    expect(holding!.averagePrice).toBe(mean)
  })

  test('a lot without a price makes what it is part of unknown, not less', () => {
    const [holding] = holdingsOf([
      lot({}),
      lot({ marketValue: null, floatingProfit: null, todayProfit: null }),
    ])
    expect(holding).toMatchObject({ quantity: 200, valueYen: null, profitYen: null, todayYen: null })
    expect(profitRate(holding!)).toBeNull()
  })

  test('paid shares, longs and shorts on margin are apart, each with its own mean and result', () => {
    const told = holdingsOf([
      lot({ side: 'down', leverage: 1, openPrice: 500, floatingProfit: -300 }),
      lot({ leverage: 2, openPrice: 500, floatingProfit: 200 }),
      lot({ openQuantity: 300, openPrice: 510, floatingProfit: 50 }),
      lot({ openPrice: 500.5, floatingProfit: 70 }),
    ]).map(({ kind, quantity, averagePrice, profitYen }) => [kind, quantity, averagePrice, profitYen])
    expect(told).toEqual([
      ['short', 100, 500, -300],
      ['long', 100, 500, 200],
      ['cash', 400, 507.6, 120],
    ])
  })

  test('what is closed is no holding', () => {
    expect(holdingsOf([])).toEqual([])
    expect(holdingsOf([lot({ openQuantity: 0 })])).toEqual([])
  })

  test('shares, cost and results of any lots are those of their holdings', () => {
    const anyLot = fc
      .record({
        code: fc.constantFrom('S100', 'S200', 'S300'),
        side: fc.constantFrom('up' as const, 'down' as const),
        leverage: fc.constantFrom(1, 2, 3.3),
        openQuantity: fc.integer({ min: 1, max: 10_000 }),
        tenths: fc.integer({ min: 1, max: 1_000_000 }),
        floatingProfit: fc.integer({ min: -1_000_000, max: 1_000_000 }),
      })
      .map(({ tenths, ...rest }) => lot({ ...rest, openPrice: tenths / 10 }))
    fc.assert(
      fc.property(fc.array(anyLot, { maxLength: 30 }), (lots) => {
        const holdings = holdingsOf(lots)
        const sum = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((n, row) => n + of(row), 0)
        expect(sum(holdings, ({ quantity }) => quantity)).toBe(sum(lots, ({ openQuantity }) => openQuantity))
        expect(sum(holdings, ({ profitYen }) => profitYen!)).toBe(
          sum(lots, ({ floatingProfit }) => floatingProfit!),
        )
        for (const { averagePrice, lots: own } of holdings) {
          const prices = own.map(({ openPrice }) => openPrice)
          expect(averagePrice).toBeGreaterThanOrEqual(Math.min(...prices))
          expect(averagePrice).toBeLessThanOrEqual(Math.max(...prices))
        }
      }),
    )
  })
})

describe('the order of holdings', () => {
  const holdings = holdingsOf([
    lot({ code: 'S100', name: 'Beni', floatingProfit: -5, todayProfit: 9, marketValue: 300 }),
    lot({ code: 'S200', name: 'Chiyo', floatingProfit: 7, todayProfit: -2, marketValue: 100 }),
    lot({ code: 'S300', name: 'Aoi', floatingProfit: null, todayProfit: null, marketValue: null }),
    lot({ code: 'S200', name: 'Chiyo', leverage: 2, floatingProfit: 7, todayProfit: 3, marketValue: 200 }),
  ])
  test.each([
    ['profit', ['S200 cash', 'S200 long', 'S100 cash', 'S300 cash']],
    ['today', ['S100 cash', 'S200 long', 'S200 cash', 'S300 cash']],
    ['value', ['S100 cash', 'S200 long', 'S200 cash', 'S300 cash']],
    ['name', ['S300 cash', 'S100 cash', 'S200 cash', 'S200 long']],
  ] as const)('by %s', (order, expected) => {
    const sorted = inOrder(holdings, order, (a, b) => a.localeCompare(b))
    expect(sorted.map(({ code, kind }) => `${code} ${kind}`)).toEqual(expected)
  })
})
