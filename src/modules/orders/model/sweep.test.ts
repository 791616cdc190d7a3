import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { consideration } from '#kernel/price.ts'
import type { Level } from '#modules/venue/model/terms.ts'
import { QUOTE as quote } from './order.fixture.ts'
import { placeOrderOf } from './order.ts'
import { estimateTenths, expectedOf, farLimitYen, reserveTenths, type QuoteFacts } from './reserve.ts'
import {
  FAR_BP,
  FAR_LIMIT_BP,
  FAR_LIMIT_TICKS,
  FAR_TICKS,
  farFrom,
  reached,
  sweep,
  type Sweep,
} from './sweep.ts'

/** As a trader met it: the best price alone was told for 2,300 shares. */
const THIN: Level[] = [
  [41_100, 200],
  [41_200, 300],
  [41_300, 400],
  [41_500, 900],
  [41_600, 5_000],
]
const market = (quantity: number, side: 'up' | 'down' = 'up') =>
  placeOrderOf({ code: 'S214', side, type: 'market', quantity, leverage: 1 })
/** The fills of a book that stands still, in yen. */
const paid = (levels: readonly Level[], quantity: number) => {
  let left = quantity
  return levels.reduce((sum, [price, size]) => {
    const taken = Math.min(size, left)
    left -= taken
    return sum + (price * taken) / 10
  }, 0)
}

describe('an order at market through the board', () => {
  it('is told what 2,300 shares of a thin book cost when it stands still', () => {
    const board = { asks: THIN, bids: [] }
    const told = estimateTenths(market(2_300), { ...quote, askTenths: 41_100, board })
    const actual = paid(THIN, 2_300)
    expect(actual - 2_300 * 4_110).toBeGreaterThan(70_000)
    // The average is told in tenths of a yen, the whole in full.
    expect(expectedOf(market(2_300), { ...quote, askTenths: 41_100, board })).toEqual({
      priceTenths: told,
      notionalYen: actual,
    })
  })
  it('comes to the very yen of its levels, which the rounded average does not give back', () => {
    // As a trader met it: 4,000 × 196.9 is 787,600.
    const asks: Level[] = [
      [1_950, 200],
      [1_960, 1_300],
      [1_970, 1_300],
      [1_980, 2_000],
    ]
    const facts: QuoteFacts = { ...quote, askTenths: 1_950, board: { asks, bids: [] } }
    expect(expectedOf(market(4_000), facts)).toEqual({ priceTenths: 1_969, notionalYen: 787_500 })
    const { board: _, ...before } = facts
    expect(expectedOf(market(4_000), before)).toEqual({ priceTenths: 1_950, notionalYen: 780_000 })
  })
  it('sells into the bids, and is told no more than it brings', () => {
    const bids: Level[] = [
      [34_810, 100],
      [34_800, 200],
    ]
    expect(sweep(bids, 'down', 300)).toEqual({
      ...{ bestTenths: 34_810, priceTenths: 34_803, beyond: 0 },
      notionalYen: 1_044_100,
    })
  })
  it('names the shares that no level shown has, reckoned at the last', () => {
    expect(sweep([[1_000, 100]], 'up', 300)).toEqual({
      ...{ bestTenths: 1_000, priceTenths: 1_000, beyond: 200 },
      notionalYen: 30_000,
    })
    expect(sweep([], 'up', 300)).toBeNull()
  })
  it('holds as before: the limit of the day', () => {
    const board = { asks: THIN, bids: [] }
    const facts: QuoteFacts = { ...quote, board }
    expect(reserveTenths(market(2_300), facts)).toBe(quote.upperLimitTenths)
  })
  it('leaves a limit, a stop and an auction alone, and is the best price without a board', () => {
    const board = { asks: THIN, bids: [] }
    const facts = { ...quote, askTenths: 41_100, board }
    const limit = placeOrderOf({
      ...{ code: 'S214', side: 'up', quantity: 2_300, leverage: 1 },
      type: 'limit',
      price: 4_000,
    })
    expect(estimateTenths(limit, facts)).toBe(40_000)
    expect(estimateTenths({ ...market(2_300), type: 'stop', triggerTenths: 42_000 }, facts)).toBe(42_000)
    expect(estimateTenths({ ...market(2_300), condition: 'at-close' }, facts)).toBe(41_100)
    const { board: _, ...before } = facts
    expect(estimateTenths(market(2_300), before)).toBe(41_100)
  })
})

const lots = fc.integer({ min: 1, max: 200 }).map((units) => units * 100)
/** Sell levels, best first. */
const asks = fc
  .tuple(
    fc.integer({ min: 10, max: 500_000 }),
    fc.array(fc.tuple(fc.integer({ min: 1, max: 50 }), lots), { minLength: 1, maxLength: 10 }),
  )
  .map(([best, steps]) => {
    let price = best
    return steps.map(([step, size], n): Level => [(price += n === 0 ? 0 : step), size])
  })
/** The same as a side of buyers. */
const mirrored = (levels: Level[]): Level[] => levels.map(([price, size]) => [1_000_000 - price, size])

describe('for every board and quantity', () => {
  it('is never better than the best price, and is it within the first level', () => {
    fc.assert(
      fc.property(asks, lots, (levels, quantity) => {
        const up = sweep(levels, 'up', quantity)!
        const down = sweep(mirrored(levels), 'down', quantity)!
        expect(up.priceTenths).toBeGreaterThanOrEqual(levels[0]![0])
        expect(down.priceTenths).toBeLessThanOrEqual(1_000_000 - levels[0]![0])
        if (quantity <= levels[0]![1]) expect(up.priceTenths).toBe(up.bestTenths)
      }),
    )
  })
  it('grows worse with the quantity, and no worse than the last level', () => {
    fc.assert(
      fc.property(asks, lots, lots, (levels, quantity, more) => {
        const small = sweep(levels, 'up', quantity)!
        const large = sweep(levels, 'up', quantity + more)!
        expect(large.priceTenths).toBeGreaterThanOrEqual(small.priceTenths)
        expect(large.beyond).toBeGreaterThanOrEqual(small.beyond)
        expect(large.priceTenths).toBeLessThanOrEqual(levels.at(-1)![0])
      }),
    )
  })
  it('pays what the levels come to, and its average is that to the tenth of a yen a share', () => {
    fc.assert(
      fc.property(asks, lots, (levels, quantity) => {
        const { priceTenths, notionalYen, beyond } = sweep(levels, 'up', quantity)!
        if (beyond > 0) return
        expect(notionalYen).toBeCloseTo(paid(levels, quantity), 4)
        const over = priceTenths * quantity - paid(levels, quantity) * 10
        expect(over).toBeGreaterThanOrEqual(-0.001)
        expect(over).toBeLessThan(quantity)
      }),
    )
  })
  it('in parts comes to the whole, and needs no more than the levels reached', () => {
    fc.assert(
      fc.property(asks, lots, lots, (levels, first, second) => {
        const [one, two] = [sweep(levels, 'up', first)!, sweep(levels, 'up', second, first)!]
        const whole = sweep(levels, 'up', first + second)!
        const parts = one.priceTenths * first + two.priceTenths * second
        expect(parts / (first + second)).toBeGreaterThan(whole.priceTenths - 1)
        expect(parts / (first + second)).toBeLessThan(whole.priceTenths + 1)
        expect(one.notionalYen + two.notionalYen).toBe(whole.notionalYen)
        expect(one.beyond + two.beyond).toBe(whole.beyond)
        expect(sweep(reached(levels, first + second), 'up', second, first)).toEqual(two)
      }),
    )
  })
})

describe('a warning', () => {
  const swept = (prices: Omit<Sweep, 'notionalYen'>, quantity: number): Sweep => ({
    ...prices,
    notionalYen: consideration(prices.priceTenths, quantity),
  })
  const far = (priceTenths: number, beyond = 0, bestTenths = 10_000) =>
    farFrom(swept({ bestTenths, priceTenths, beyond }, 1_000), 1_000, 'other')
  it('comes from the published distance on, with the yen beside the best price', () => {
    expect([FAR_BP, FAR_TICKS]).toEqual([30, 3])
    // 1,000 yen: a tick is one yen, and 0.3 % are three.
    expect(far(10_029)).toBeNull()
    expect(far(10_030)).toMatchObject({ yen: 3_000 })
    // 3,000 yen: three ticks are less than 0.3 %.
    expect(
      farFrom(swept({ bestTenths: 30_000, priceTenths: 30_030, beyond: 0 }, 100), 100, 'other'),
    ).not.toBeNull()
    // 200 yen: 0.3 % are less than a tick.
    expect(
      farFrom(swept({ bestTenths: 2_000, priceTenths: 2_007, beyond: 0 }, 100), 100, 'other'),
    ).not.toBeNull()
  })
  it('comes of any share beyond the board', () => {
    expect(far(10_000, 1)).toMatchObject({ beyond: 1, yen: 0 })
  })
  it('is for a sale as well', () => {
    expect(far(9_970)).toMatchObject({ yen: 3_000 })
  })
})

describe('a limit order without a confirmation', () => {
  const facts = { ...quote, askTenths: 41_100, bidTenths: 41_000, lastTenths: 41_000 }
  const yen = (priceTenths: number, quantity: number, side: 'up' | 'down' = 'up', levels: Level[] = THIN) =>
    farLimitYen({ type: 'limit', side, quantity, priceTenths }, facts, levels, 'other')
  it('goes as far through the board as its limit lets it, by the distance of an order at market', () => {
    expect([FAR_LIMIT_BP, FAR_LIMIT_TICKS]).toEqual([300, 10])
    expect(yen(41_200, 500)).toBeNull()
    // 200 at 4,110, 300 at 4,120, 400 at 4,130 and 900 at 4,150 yen, beside 4,110 for each.
    expect(yen(41_500, 1_800)).toBe(300 * 10 + 400 * 20 + 900 * 40)
    // Shares that its limit does not reach wait at it, and cost nothing beside the best price.
    expect(yen(41_200, 50_000)).toBeNull()
  })
  it('has a limit far from the market on neither side', () => {
    expect(yen(39_900, 100)).toBeNull()
    expect(yen(39_800, 100)).toBe(13_000)
    expect(yen(42_333, 100)).toBe(12_330)
    expect(yen(42_300, 100, 'down', [])).toBe(13_000)
    expect(yen(39_770, 100, 'down', [])).toBe(12_300)
  })
  it('is compared with the last price where nobody stands', () => {
    const alone = { ...facts, askTenths: null }
    const at = (priceTenths: number) =>
      farLimitYen({ type: 'limit', side: 'up', quantity: 100, priceTenths }, alone, [], 'other')
    expect([at(39_800), at(39_700)]).toEqual([null, 13_000])
  })
  it('is near within ten ticks, however low the price is', () => {
    const low = { ...facts, askTenths: 1_000 }
    const at = (priceTenths: number) =>
      farLimitYen({ type: 'limit', side: 'up', quantity: 100, priceTenths }, low, [], 'other')
    expect([at(900), at(890)]).toEqual([null, 1_100])
  })
  it('is no question of other kinds', () => {
    expect(farLimitYen({ ...market(100), priceTenths: 1 }, facts, THIN, 'other')).toBeNull()
  })
})
