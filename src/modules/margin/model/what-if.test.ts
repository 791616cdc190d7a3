import { expect, test } from 'vitest'
import type { HeldLot } from './ratio.ts'
import { isBelow, ratioBp } from './ratio.ts'
import { movedPrice, moveThatBreaks, stateAfterMove } from './what-if.ts'

const lot = (patch: Partial<HeldLot>): HeldLot => ({
  code: 'LOT',
  side: 'up',
  leverageTenths: 30,
  openQuantity: 1_000,
  openPriceTenths: 40_000,
  marginYen: 1_400_000,
  accruedYen: 0,
  ...patch,
})
const pledged = lot({
  code: 'SUB',
  leverageTenths: 10,
  openQuantity: 500,
  openPriceTenths: 20_000,
  marginYen: 1_000_000,
})
const prices: Record<string, number> = { LOT: 40_000, SUB: 20_000 }
const account = (lots: HeldLot[], cashYen = 0) => ({
  cashYen,
  lots,
  priceOf: (code: string) => prices[code],
  loanYen: 0,
})

test.each([
  [40_000, -1_500, 34_000],
  [40_000, 1_500, 46_000],
  [33_333, -1, 33_329],
  [3, -10_000, 1],
])('%d tenths, %d bp: %d', (tenths, moveBp, moved) => {
  expect(movedPrice(tenths, moveBp)).toBe(moved)
})

// Cash 1,000,000 and 500 pledged shares beside a long of 1,000 at 4,000 (facts: worked example 1), everything
// 15 % and 22.5 % lower.
test.each([
  [0, 1_800_000, 4_500],
  [-1_500, 1_080_000, 2_700],
  [-2_250, 720_000, 1_800],
])('the market moves by %d bp: %d held, ratio %d bp', (moveBp, heldYen, bp) => {
  const state = stateAfterMove({ ...account([lot({ marginYen: 0 }), pledged], 1_000_000) }, moveBp)
  expect(state).toEqual({ heldYen, notionalYen: 4_000_000 })
  expect(ratioBp(state)).toBe(bp)
})

test('an issue without a price counts at its open price, wherever the market moves', () => {
  expect(stateAfterMove({ ...account([lot({})]), priceOf: () => undefined }, -5_000)).toEqual({
    heldYen: 1_400_000,
    notionalYen: 4_000_000,
  })
})

test('the move that breaks a threshold is the first that does', () => {
  const now = account([lot({}), pledged])
  for (const bp of [1_000, 2_000, 3_000]) {
    const move = moveThatBreaks(now, bp, 'down')!
    expect([isBelow(stateAfterMove(now, -move), bp), isBelow(stateAfterMove(now, 1 - move), bp)]).toEqual([
      true,
      false,
    ])
  }
  expect(moveThatBreaks(now, 2_000, 'up')).toBeNull()
  expect(moveThatBreaks(account([lot({ side: 'down' })]), 2_000, 'up')).toBe(1_501)
  expect(moveThatBreaks(account([lot({ marginYen: 1 })]), 2_000, 'down')).toBe(0)
  expect(moveThatBreaks(account([lot({})], 100_000_000), 2_000, 'down')).toBeNull()
})
