import { describe, expect, test } from 'vitest'
import {
  callAmount,
  countsTowardsCall,
  isBelow,
  marginNeeded,
  marginHeadroom,
  marginState,
  newPositionPower,
  ratioBp,
  type HeldLot,
} from './ratio.ts'
import { callPrice, thresholdPrice } from './threshold-price.ts'

const lot = (patch: Partial<HeldLot>): HeldLot => ({
  code: 'LOT',
  side: 'up',
  leverageTenths: 30,
  openQuantity: 1_000,
  openPriceTenths: 40_000,
  marginYen: 0,
  accruedYen: 0,
  ...patch,
})
const pledged = lot({ code: 'SUB', leverageTenths: 10, openQuantity: 500, openPriceTenths: 20_000 })

/** Facts: margin and tax, section 3: cash 1,000,000, 500 pledged shares, a long of 1,000 at 4,000. */
const at = (lotYen: number, pledgedYen: number) =>
  marginState(1_000_000, [lot({}), pledged], (code) => (code === 'LOT' ? lotYen : pledgedYen) * 10)

describe('worked examples of the facts', () => {
  test('1: opening', () => {
    const state = at(4_000, 2_000)
    expect(state).toEqual({ heldYen: 1_800_000, notionalYen: 4_000_000 })
    expect(newPositionPower(state)).toEqual({ spareYen: 600_000, powerYen: 2_000_000 })
    expect(ratioBp(state)).toBe(4_500)
  })

  test('2: fall to 25 %', () => {
    const state = at(3_400, 1_500)
    expect(state.heldYen).toBe(1_000_000)
    expect(ratioBp(state)).toBe(2_500)
    expect(newPositionPower(state).powerYen).toBe(0)
    expect([2_000, 2_500, 3_000].map((bp) => callAmount(state, bp))).toEqual([0, 0, 200_000])
  })

  test('3: call', () => {
    const state = at(3_100, 1_400)
    expect(state.heldYen).toBe(660_000)
    expect(ratioBp(state)).toBe(1_650)
    expect(callAmount(state, 2_000)).toBe(140_000)
    expect(countsTowardsCall(1_600_000, 2_000)).toBe(320_000)
  })
})

test('a net gain adds nothing, a loss counts in full, charges are taken off', () => {
  expect(at(4_500, 2_000).heldYen).toBe(1_800_000)
  expect(at(3_999, 2_000).heldYen).toBe(1_799_000)
  expect(marginState(0, [lot({ accruedYen: 1_234, marginYen: 2_000_000 })], () => 40_000).heldYen).toBe(
    1_998_766,
  )
})

test('a short gains when the price falls, and its margin counts whatever its leverage', () => {
  const short = lot({ side: 'down', leverageTenths: 10, marginYen: 4_000_000 })
  expect(marginState(0, [short], () => 41_000)).toEqual({ heldYen: 3_900_000, notionalYen: 4_000_000 })
  expect(marginState(0, [short], () => 39_000)).toEqual({ heldYen: 4_000_000, notionalYen: 4_000_000 })
})

test('what is lent is no margin', () => {
  const state = marginState(
    1_000_000,
    [lot({}), pledged],
    (code) => (code === 'LOT' ? 40_000 : 20_000),
    300_000,
  )
  expect(state).toEqual({ heldYen: 1_500_000, notionalYen: 4_000_000 })
})

test('without leveraged lots there is no ratio, and nothing to be under', () => {
  expect(ratioBp({ heldYen: 1, notionalYen: 0 })).toBeNull()
  expect(isBelow({ heldYen: -5, notionalYen: 0 }, 2_000)).toBe(false)
})

const large: [heldYen: number, notionalYen: number, below: boolean][] = [
  [800_000, 4_000_000, false],
  [799_999, 4_000_000, true],
  // Beyond what a product in a number can tell apart: a fifth of 9,007,199,254,738,326 is
  // 1,801,439,850,947,665.2.
  [1_801_439_850_947_665, 9_007_199_254_738_326, true],
  [1_801_439_850_947_666, 9_007_199_254_738_326, false],
  [1_801_439_850_948_198, 9_007_199_254_740_990, false],
  [1_801_439_850_948_197, 9_007_199_254_740_990, true],
]
test.each(large)('%d yen held for %d: under a fifth %s', (heldYen, notionalYen, below) => {
  expect(isBelow({ heldYen, notionalYen }, 2_000)).toBe(below)
})

const powers: [heldYen: number, notionalYen: number, spareYen: number, powerYen: number][] = [
  [400_000, 1_000_001, 99_999, 333_330],
  [299_999, 100_000, 269_999, 0],
  [300_000, 100_000, 270_000, 900_000],
  [300_000, 1_000_000, 0, 0],
  [299_999, 1_000_000, -1, 0],
]
test.each(powers)(
  '%d yen held for %d: %d to spare, %d of new positions',
  (heldYen, notionalYen, spareYen, powerYen) => {
    expect(newPositionPower({ heldYen, notionalYen })).toEqual({ spareYen, powerYen })
  },
)

const calls: [heldYen: number, notionalYen: number, amountYen: number][] = [
  [660_000, 4_000_001, 140_001],
  [800_001, 4_000_001, 0],
  [300_000, 1_000_000, 0],
  [299_999, 1_000_000, 1],
  [-5, 0, 0],
]
test.each(calls)('%d yen held for %d: a call of %d', (heldYen, notionalYen, amountYen) => {
  expect(callAmount({ heldYen, notionalYen }, 2_000)).toBe(amountYen)
})

const margins: [notionalYen: number, leverage: number, marginYen: number][] = [
  [3_480_000, 2.5, 1_392_000],
  [3_480_000, 1, 3_480_000],
  [100_000, 3, 33_334],
  [100_001, 1.5, 66_668],
  [330_000, 3.3, 100_000],
]
test.each(margins)('%d yen at %d× lock %d', (notionalYen, leverage, marginYen) => {
  expect(marginNeeded(notionalYen, Math.round(leverage * 10))).toBe(marginYen)
})

test('what the margin rules leave to withdraw', () => {
  expect(marginHeadroom({ heldYen: 5_000_000, notionalYen: 0 })).toBeNull()
  expect(marginHeadroom({ heldYen: 5_000_000, notionalYen: 10_000_000 })).toBe(2_000_000)
  expect(marginHeadroom({ heldYen: 500_000, notionalYen: 100_000 })).toBe(200_000)
  expect(marginHeadroom({ heldYen: 100_000, notionalYen: 100_000 })).toBe(0)
  expect(marginHeadroom({ heldYen: 500_000, notionalYen: 1_000_001 })).toBe(199_999)
})

describe('the price at which a threshold is reached', () => {
  const account = {
    cashYen: 400_000,
    lots: [lot({ marginYen: 1_400_000 })],
    priceOf: () => 40_000,
    loanYen: 0,
  }

  test.each([
    [2_000, 30_000],
    [1_000, 26_000],
  ])('long, %d bp: %d tenths', (bp, tenths) => {
    const price = thresholdPrice(account, 'LOT', 'up', 40_000, bp)!
    expect(price).toBe(tenths)
    const stateAt = (now: number) => marginState(account.cashYen, account.lots, () => now)
    expect([isBelow(stateAt(price), bp), isBelow(stateAt(price - 1), bp)]).toEqual([false, true])
  })

  test('a margin call comes at 20 %, or where less than 300,000 yen are left', () => {
    expect(callPrice(account, 'LOT', 'up', 40_000)).toBe(30_000)
    // 100 shares at 4,000: a fifth of 400,000 is less than the minimum, of 500,000 a loss of 200,000 leaves
    // it.
    const small = { ...account, lots: [lot({ openQuantity: 100, marginYen: 100_000 })] }
    expect(callPrice(small, 'LOT', 'up', 40_000)).toBe(20_000)
    expect(thresholdPrice(small, 'LOT', 'up', 40_000, 2_000), 'the ratio alone never gets there').toBeNull()
  })

  test('short: upwards', () => {
    const short = { ...account, lots: [lot({ side: 'down', marginYen: 1_400_000 })] }
    expect(thresholdPrice(short, 'LOT', 'down', 40_000, 1_000)).toBe(54_000)
  })

  test('other issues stay where they are', () => {
    // 500 shares at 2,000 count 800,000, and with 400,000 of cash and 600,000 of margin a fifth of 4,000,000
    // leaves 1,000,000 to lose.
    const beside = {
      cashYen: 400_000,
      lots: [lot({ marginYen: 600_000 }), pledged],
      priceOf: (code: string) => (code === 'LOT' ? 40_000 : 20_000),
      loanYen: 0,
    }
    expect(thresholdPrice(beside, 'LOT', 'up', 40_000, 2_000)).toBe(30_000)
  })

  test('under it already, though the price would go the right way: here and now', () => {
    expect(
      thresholdPrice(
        { ...account, cashYen: 0, lots: [lot({ side: 'down', marginYen: 400_000 })] },
        'LOT',
        'up',
        41_000,
        1_000,
      ),
    ).toBe(41_000)
  })

  test('under it already: here and now; never: none', () => {
    expect(thresholdPrice(account, 'LOT', 'up', 20_000, 2_000)).toBe(20_000)
    expect(thresholdPrice({ ...account, cashYen: 100_000_000 }, 'LOT', 'up', 40_000, 1_000)).toBeNull()
  })
})
