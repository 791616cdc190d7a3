import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testMarket } from './test-market.ts'

/**
 * Price, then time (market rules 4), asked of each single fill in continuous trading: of all orders that wait
 * on that side when a trade is made, none has a better price, and none of the same price came earlier. Less
 * quantity keeps the place, a new price is a new entry. The list beside the exchange is as simple as the
 * rule.
 */
type Waiting = { name: string; side: 'buy' | 'sell'; yen: number; left: number; came: number }
type Act =
  | { kind: 'enter'; side: 'buy' | 'sell'; yen: number | null; units: number; rests: boolean }
  | { kind: 'cancel' | 'move' | 'reduce'; which: number; yen: number }

const BASE = 1_000
/** Inside one step of 30 yen to either side, so that nothing but the book decides. */
const yen = fc.integer({ min: BASE - 7, max: BASE + 7 })
const side = fc.constantFrom('buy' as const, 'sell' as const)
const units = fc.integer({ min: 1, max: 9 })
const acts = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('enter' as const),
        side,
        yen: fc.option(yen, { freq: 6 }),
        units,
        rests: fc.constant(true),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('enter' as const),
        side,
        yen,
        units,
        rests: fc.constant(false),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constantFrom('cancel' as const, 'move' as const, 'reduce' as const),
        which: fc.nat(40),
        yen,
      }),
    },
  ) as fc.Arbitrary<Act>,
  { minLength: 10, maxLength: 120 },
)

const comesBefore = (one: Waiting, other: Waiting): boolean =>
  one.yen === other.yen
    ? one.came < other.came
    : one.side === 'buy'
      ? one.yen > other.yen
      : one.yen < other.yen

/** Lives through these acts; how many fills were asked. */
function live(all: readonly Act[]): number {
  const { market, fills, enter, wait, open, slots } = testMarket(BASE)
  wait('08:30', 'a0', 'buy', BASE, 100)
  wait('08:30', 'b0', 'sell', BASE, 100)
  open('09:00')
  fills.length = 0
  const waiting = new Map<string, Waiting>()
  let [count, checked] = [0, 0]

  const check = (taker: Waiting) => {
    for (const [name, price, quantity] of fills) {
      if (name === taker.name) {
        taker.left -= quantity
        continue
      }
      checked++
      const maker = waiting.get(name)!
      const better = [...waiting.values()].filter((one) => one.side === maker.side && comesBefore(one, maker))
      expect(better, `${name} traded before ${better.map((one) => one.name).join()}`).toEqual([])
      expect(price).toBe(maker.yen)
      expect(maker.side).not.toBe(taker.side)
      maker.left -= quantity
      expect(maker.left).toBeGreaterThanOrEqual(0)
      if (maker.left === 0) waiting.delete(name)
    }
    fills.length = 0
  }
  const give = (sideOf: 'buy' | 'sell', price: number | null, shares: number, rests: boolean) => {
    count++
    const taker: Waiting = { name: `a${count}`, side: sideOf, yen: price ?? 0, left: shares, came: count }
    enter('10:00', taker.name, sideOf, price, shares, rests && price !== null)
    check(taker)
    expect(taker.left).toBeGreaterThanOrEqual(0)
    // All that could still trade has traded: nobody waits on the other side within its price.
    const reachable = [...waiting.values()].filter(
      (one) =>
        one.side !== sideOf && (price === null || (sideOf === 'buy' ? one.yen <= price : one.yen >= price)),
    )
    if (taker.left > 0) expect(reachable).toEqual([])
    if (taker.left > 0 && rests && price !== null) waiting.set(taker.name, taker)
  }

  for (const act of all) {
    expect(market.isFree).toBe(true)
    if (act.kind === 'enter') {
      give(act.side, act.yen, act.units * 100, act.rests)
      continue
    }
    const chosen = [...waiting.values()][act.which % Math.max(waiting.size, 1)]
    if (chosen === undefined) continue
    const slot = slots.get(chosen.name)!
    if (act.kind === 'reduce') {
      if (chosen.left <= 100) continue
      chosen.left -= 100
      market.book.reduce(slot, chosen.left)
      continue
    }
    market.cancel(slot)
    waiting.delete(chosen.name)
    if (act.kind === 'move') give(chosen.side, act.yen, chosen.left, true)
  }
  const inBook = [...waiting.values()].reduce((sum, one) => sum + one.left, 0)
  const shown = [...new Set([...waiting.values()].map((one) => one.yen))].reduce(
    (sum, price) => sum + market.book.quantityAt(0, price * 10) + market.book.quantityAt(1, price * 10),
    0,
  )
  expect(shown).toBe(inBook)
  return checked
}

test('in continuous trading each fill is the first in price, and of that price the first in time', () => {
  let fills = 0
  fc.assert(
    fc.property(acts, (all) => {
      fills += live(all)
    }),
    { numRuns: process.env['TEST_LONG'] === '1' ? 5_000 : 300 },
  )
  expect(fills).toBeGreaterThan(500)
})
