import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { afterLeaving, lotsToCut, type CutLot } from './loss-cut.ts'
import { FEE, LOSS_CUT_BP, RESTORE_BP } from './rates.ts'
import { isBelow, marginState } from './ratio.ts'

const lot = (patch: Partial<CutLot>): CutLot => ({
  id: 'a',
  code: 'A',
  side: 'up',
  leverageTenths: 30,
  openQuantity: 1_000,
  openPriceTenths: 40_000,
  marginYen: 1_333_334,
  accruedYen: 0,
  leavingQuantity: 0,
  ...patch,
})
const account = (lots: CutLot[], prices: Record<string, number>, cashYen = 0) => ({
  cashYen,
  lots,
  priceOf: (code: string) => prices[code],
  loanYen: 0,
  fee: FEE,
})
const cut = (...deps: Parameters<typeof account>) =>
  lotsToCut(account(...deps), LOSS_CUT_BP, RESTORE_BP).map(({ id }) => id)

test('what is under way brings back less where the commission in force is higher', () => {
  const leaving = account([lot({ leavingQuantity: 1_000 })], { A: 40_000 })
  const free = { ...leaving, fee: { ratePpm: 0, minYen: 0, maxYen: 0 } }
  // 1,000 and 100 of consumption tax on 4,000,000 yen.
  expect(afterLeaving(free).cashYen - afterLeaving(leaving).cashYen).toBe(1_100)
})

test('a part that is under way: its share of the margin comes back, less its share of the charges, with the difference, less the fee', () => {
  const after = afterLeaving(account([lot({ leavingQuantity: 300, accruedYen: 600 })], { A: 41_000 }, 5_000))
  // 400,000 of margin, 180 of interest, 30,000 won, 615 and 61 of commission on 1,230,000.
  expect(after.cashYen).toBe(5_000 + 400_000 - 180 + 30_000 - 676)
  expect(after.lots).toEqual([
    lot({ openQuantity: 700, leavingQuantity: 0, marginYen: 933_334, accruedYen: 420 }),
  ])
})

describe('which lots a loss-cut closes', () => {
  const three = [lot({ id: 'a' }), lot({ id: 'b', code: 'B' }), lot({ id: 'c', code: 'C' })]
  test('none at 10 % or above', () => expect(cut([lot({})], { A: 30_667 })).toEqual([]))
  test('all of one lot below 10 %', () => expect(cut([lot({})], { A: 30_660 })).toEqual(['a']))
  // 4,266,669 of margin; B has lost 3,100,000: 9.1 % of 12,800,000. Without it 1.16 million are held for
  // 800,000.
  const large = lot({ id: 'b', code: 'B', openQuantity: 3_000, marginYen: 4_000_001 })
  const small = { openQuantity: 100, marginYen: 133_334 }
  const fallen = { A: 39_000, B: 29_666, C: 40_000 }
  const unequal = [lot({ id: 'a', ...small }), large, lot({ id: 'c', code: 'C', ...small })]
  test('the largest loss in yen first, and no more than it takes', () => {
    expect(cut(unequal, fallen)).toEqual(['b'])
    expect(cut(three, { A: 35_000, B: 10_000, C: 38_000 })).toEqual(['b', 'a', 'c'])
  })
  test('the older of two equal losses first', () => {
    expect(cut(three, { A: 28_000, B: 28_000, C: 28_000 }, 0)).toEqual(['a', 'b', 'c'])
    expect(cut(three.toReversed(), { A: 28_000, B: 28_000, C: 28_000 }, 0)).toEqual(['a', 'b', 'c'])
  })
  test('nothing of a lot that is leaving as a whole, where what is left has to go as well', () => {
    const poor = { marginYen: 400_000 }
    expect(
      cut(
        [
          lot({ id: 'a', ...poor, leavingQuantity: 1_000 }),
          lot({ id: 'b', code: 'B', ...poor }),
          lot({ id: 'c', code: 'C', ...poor }),
        ],
        { A: 40_000, B: 33_000, C: 40_100 },
      ),
    ).toEqual(['b', 'c'])
  })
  test('a short that has risen', () => expect(cut([lot({ side: 'down' })], { A: 50_000 })).toEqual(['a']))
  test('shares paid in full are never closed', () => {
    expect(cut([lot({}), lot({ id: 'paid', code: 'P', leverageTenths: 10 })], { A: 20_000, P: 100 })).toEqual(
      ['a'],
    )
  })
  test('what is being closed already counts as closed', () => {
    expect(cut([lot({ leavingQuantity: 1_000 })], { A: 30_000 })).toEqual([])
    expect(cut([lot({ leavingQuantity: 100 })], { A: 30_000 })).toEqual(['a'])
    expect(
      cut(
        unequal.map((one) => (one === large ? { ...one, leavingQuantity: 3_000 } : one)),
        fallen,
      ),
    ).toEqual([])
  })
})

test('after a cut the ratio is restored or nothing leveraged is left; a second look cuts nothing', () => {
  const lots = fc.array(
    fc.record({
      units: fc.integer({ min: 1, max: 30 }),
      leverage: fc.integer({ min: 11, max: 33 }),
      down: fc.boolean(),
    }),
    { minLength: 1, maxLength: 8 },
  )
  fc.assert(
    fc.property(
      lots,
      fc.array(fc.integer({ min: 5_000, max: 60_000 }), { minLength: 8, maxLength: 8 }),
      fc.integer({ min: 0, max: 3_000_000 }),
      (drawn, prices, cashYen) => {
        const held = drawn.map(({ units, leverage, down }, n) =>
          lot({
            id: `${n}`,
            code: `${n}`,
            openQuantity: units * 100,
            leverageTenths: leverage,
            side: down ? 'down' : 'up',
            marginYen: Math.ceil((units * 4_000_000) / leverage),
          }),
        )
        const now = account(held, Object.fromEntries(prices.map((price, n) => [`${n}`, price])), cashYen)
        const chosen = new Set(lotsToCut(now, LOSS_CUT_BP, RESTORE_BP).map(({ id }) => id))
        const leaving = {
          ...now,
          lots: held.map((one) => (chosen.has(one.id) ? { ...one, leavingQuantity: one.openQuantity } : one)),
        }
        expect(lotsToCut(leaving, LOSS_CUT_BP, RESTORE_BP)).toEqual([])
        if (chosen.size === 0) return
        const after = afterLeaving(leaving)
        const state = marginState(after.cashYen, after.lots, after.priceOf)
        expect(chosen.size === held.length || !isBelow(state, RESTORE_BP)).toBe(true)
      },
    ),
  )
})
