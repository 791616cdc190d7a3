import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tenthsOf, yenOf } from '#kernel/price.ts'
import {
  followed,
  followsBeyond,
  NO_TRAIL,
  refusedByTrail,
  triggerBeside,
  type Trail,
  type Trailing,
} from './trail.ts'

const byYen = (yen: number): Trail => ({ ...NO_TRAIL, trailTenths: tenthsOf(yen) })
const byPercent = (percent: number): Trail => ({ ...NO_TRAIL, trailBp: percent * 100 })

/** The trigger after each of these trades (yen), from the first on. */
function walk(side: 'up' | 'down', trail: Trail, prices: readonly number[]): number[] {
  let triggerTenths = triggerBeside(side, trail, tenthsOf(prices[0]!), 'other')
  return prices.map((price) => {
    triggerTenths = followed({ side, triggerTenths, ...trail }, tenthsOf(price), 'other') ?? triggerTenths
    return yenOf(triggerTenths)
  })
}

describe('the trigger of a trailing stop', () => {
  // By hand: at 1 below 20 it goes to 21 with 22, and stays there.
  test('that sells rises with the price and stays when it falls', () => {
    expect(walk('down', byYen(1), [20, 21, 22, 21.5, 22])).toEqual([19, 20, 21, 21, 21])
  })
  // By hand: 5 % under 100 is 95, and 104.5 once 110 was paid; this grid has whole yen.
  test('by per cent keeps its part of the best price, rounded to the longer distance on the grid', () => {
    expect(walk('down', byPercent(5), [100, 110, 105])).toEqual([95, 104, 104])
    expect(walk('up', byPercent(5), [100, 90, 95])).toEqual([105, 95, 95])
  })
  test('that buys falls with the price and stays when it rises', () => {
    expect(walk('up', byYen(50), [1_000, 970, 990, 960])).toEqual([1_050, 1_020, 1_020, 1_010])
  })
  test('stands on the grid of where it is, and never at nothing', () => {
    expect(triggerBeside('down', byYen(1), tenthsOf(3_003), 'other')).toBe(30_000)
    expect(triggerBeside('down', byYen(1), tenthsOf(3_008), 'other')).toBe(30_050)
    expect(triggerBeside('down', byPercent(50), tenthsOf(1), 'other')).toBe(10)
  })
  test('is that of its best price, whatever came between; the index leaves no trade out that moves it', () => {
    const price = fc.integer({ min: 10, max: 60_000 }).map((yen) => yen * 10)
    const trail = fc.oneof(
      fc.integer({ min: 1, max: 200 }).map(byYen),
      fc.integer({ min: 1, max: 50 }).map(byPercent),
    )
    fc.assert(
      fc.property(
        fc.constantFrom('up', 'down'),
        trail,
        fc.array(price, { minLength: 1 }),
        (side, by, seen) => {
          let triggerTenths = triggerBeside(side, by, seen[0]!, 'other')
          for (const each of seen) {
            const stop: Trailing = { side, triggerTenths, ...by }
            const to = followed(stop, each, 'other')
            const isBeyond = side === 'down' ? each > followsBeyond(stop) : each < followsBeyond(stop)
            if (to !== null) expect(isBeyond).toBe(true)
            triggerTenths = to ?? triggerTenths
          }
          const best = side === 'down' ? Math.max(...seen) : Math.min(...seen)
          expect(triggerTenths).toBe(triggerBeside(side, by, best, 'other'))
        },
      ),
    )
  })
  test('of a plain stop never moves', () => {
    const stop: Trailing = { side: 'down', triggerTenths: 9_500, ...NO_TRAIL }
    expect(followed(stop, 99_000, 'other')).toBeNull()
  })
})

describe('a distance', () => {
  test.each([
    [byYen(1), null],
    [byYen(1_000), null],
    [byYen(0.5), { by: 'yen', least: 1, most: 1_000 }],
    [byYen(1_001), { by: 'yen', least: 1, most: 1_000 }],
    [byPercent(0.1), null],
    [byPercent(50), null],
    [byPercent(0.09), { by: 'percent', least: 0.1, most: 50 }],
    [byPercent(51), { by: 'percent', least: 0.1, most: 50 }],
  ])('%o at a trigger of 2,000 yen: %o', (trail, detail) => {
    const refusal = refusedByTrail(trail, 20_000, 'other')
    expect(refusal).toEqual(detail === null ? null : { ok: false, rejection: 'TRAIL_OUTSIDE', detail })
  })
  test('is one of two', () => {
    const both = { trailTenths: 100, trailBp: 500 }
    expect(refusedByTrail(both, 20_000, 'other')).toMatchObject({ rejection: 'TRAIL_AMBIGUOUS' })
  })
})
