import { describe, expect, test } from 'vitest'
import {
  callAtClose,
  closingThatMeets,
  contributed,
  missingYen,
  NEXT_CALL_STATE,
  reviewed,
  type MarginCall,
} from './calls.ts'

const call = (patch: Partial<MarginCall> = {}): MarginCall => ({
  memberId: 'alice',
  tradeDate: '2026-06-02',
  amountYen: 140_000,
  beforeYen: 0,
  notionalYen: 4_000_000,
  metYen: 0,
  madeAt: 0,
  madeSeq: 7,
  deadlineAt: 2,
  state: 'open',
  endedAt: null,
  ...patch,
})

describe('what a close asks for', () => {
  const cases: [
    name: string,
    heldYen: number,
    notionalYen: number,
    open: MarginCall[],
    amountYen: number | null,
  ][] = [
    ['worked example 1: 45 %', 1_800_000, 4_000_000, [], null],
    ['worked example 2: 25 %', 1_000_000, 4_000_000, [], null],
    ['exactly 20 % is not below it', 800_000, 4_000_000, [], null],
    ['worked example 3: 16.5 %', 660_000, 4_000_000, [], 140_000],
    ['below 300,000 yen, however high the ratio', 299_999, 500_000, [], 1],
    ['both: the larger of the two', 100_000, 4_000_000, [], 700_000],
    ['nothing leveraged, nothing asked', -5, 0, [], null],
    ['an earlier call asks for it already', 660_000, 4_000_000, [call()], null],
    ['only what an earlier call does not ask for', 500_000, 4_000_000, [call({ metYen: 40_000 })], 200_000],
  ]
  test.each(cases)('%s', (_, heldYen, notionalYen, open, amountYen) => {
    const beforeYen = open.reduce((sum, one) => sum + missingYen(one), 0)
    expect(callAtClose({ heldYen, notionalYen }, open)).toEqual(
      amountYen === null ? null : { amountYen, beforeYen },
    )
  })
})

describe('what meets a call', () => {
  const still = 4_000_000
  const cases: [
    name: string,
    made: Partial<MarginCall>,
    paidInYen: number,
    stillOpenYen: number,
    metYen: number,
    state: string,
  ][] = [
    ['nothing yet', {}, 0, still, 0, 'open'],
    ['worked example 3: 400 of 1,000 shares at 4,000 count 320,000', {}, 0, 2_400_000, 140_000, 'met'],
    ['cash, a yen short', {}, 139_999, still, 139_999, 'open'],
    ['cash to the yen', {}, 140_000, still, 140_000, 'met'],
    ['100 shares and cash', {}, 60_000, 3_600_000, 140_000, 'met'],
    ['100 shares alone', {}, 0, 3_600_000, 80_000, 'open'],
    ['money that left again does not count', {}, -10_000, still, 0, 'open'],
    ['an earlier call comes first', { beforeYen: 100_000 }, 0, 3_600_000, 0, 'open'],
    ['what the earlier one leaves', { beforeYen: 100_000 }, 240_000, still, 140_000, 'met'],
    ['all closed, though 20 % of it is not the amount', { amountYen: 900_000 }, 0, 0, 800_000, 'met'],
  ]
  test.each(cases)('%s', (_, made, paidInYen, stillOpenYen, metYen, state) => {
    expect(reviewed(call(made), { paidInYen, stillOpenYen, notionalYen: stillOpenYen })).toEqual({
      metYen,
      state,
    })
  })

  test('newer lots are not what a call is about, but while they are open it stands', () => {
    expect(
      reviewed(call({ amountYen: 900_000 }), { paidInYen: 0, stillOpenYen: 0, notionalYen: 500_000 }),
    ).toEqual({ metYen: 800_000, state: 'open' })
    expect(contributed(call(), { paidInYen: 0, stillOpenYen: 4_000_000, notionalYen: 4_500_000 })).toBe(0)
  })

  test('the fewest shares of one lot', () => {
    const lot = { openPriceTenths: 40_000, quantity: 1_000, unit: 100 }
    expect(closingThatMeets(lot, 140_000)).toEqual({
      quantity: 200,
      notionalYen: 800_000,
      countsYen: 160_000,
    })
    expect(closingThatMeets(lot, 160_000)).toEqual({
      quantity: 200,
      notionalYen: 800_000,
      countsYen: 160_000,
    })
    expect(closingThatMeets(lot, 160_001).quantity).toBe(300)
    expect(closingThatMeets(lot, 900_000)).toEqual({
      quantity: 1_000,
      notionalYen: 4_000_000,
      countsYen: 800_000,
    })
  })
})

test('an ended call stays as it ended', () => {
  expect(
    Object.entries(NEXT_CALL_STATE)
      .filter(([, next]) => next.length === 0)
      .map(([state]) => state),
  ).toEqual(['met', 'closed'])
  expect(NEXT_CALL_STATE.forced).toEqual(['closed'])
})
