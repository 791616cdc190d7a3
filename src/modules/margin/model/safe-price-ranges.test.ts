import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guards } from './safe-price-ranges.ts'
import { isBelow, marginState, type HeldLot } from './ratio.ts'

const lot = (patch: Partial<HeldLot>): HeldLot => ({
  code: 'A',
  side: 'up',
  leverageTenths: 30,
  openQuantity: 1_000,
  openPriceTenths: 40_000,
  marginYen: 1_400_000,
  accruedYen: 0,
  ...patch,
})
const account = (lots: HeldLot[], cashYen = 0) => ({ cashYen, lots, priceOf: () => 40_000, loanYen: 0 })

test('one long: the guard is the price at which it is reached', () => {
  // 1,400,000 held, 10 % of 4,000,000 needed: 1,000,000 to spare on 1,000 shares, less a yen for rounding.
  expect(guards(account([lot({})]), 1_000)).toEqual([{ code: 'A', fromTenths: 30_001, toTenths: Infinity }])
})
test('what is needed is rounded up', () => {
  // 33.33 % of 400,010 yen are 133,323.3; of 233,334 yen ten are lost and one is for rounding: 99,999 to
  // spare on 100 shares.
  expect(
    guards(account([lot({ openQuantity: 100, openPriceTenths: 40_001, marginYen: 233_334 })]), 3_333),
  ).toEqual([{ code: 'A', fromTenths: 30_001, toTenths: Infinity }])
  expect(
    guards(account([lot({ openQuantity: 100, openPriceTenths: 40_001, marginYen: 233_335 })]), 3_333),
  ).toEqual([{ code: 'A', fromTenths: 30_000, toTenths: Infinity }])
})
test('one short: upwards', () => {
  expect(guards(account([lot({ side: 'down' })]), 1_000)).toEqual([
    { code: 'A', fromTenths: 0, toTenths: 49_999 },
  ])
})
test('nothing leveraged: nothing to guard; under it already: ask now', () => {
  expect(guards(account([lot({ leverageTenths: 10 })]), 1_000)).toEqual([])
  expect(guards(account([lot({ marginYen: 399_999 })]), 1_000)).toBeNull()
})
test('a lot hedged by its opposite moves nothing by itself', () => {
  expect(guards(account([lot({}), lot({ side: 'down' })]), 1_000)).toEqual([])
})

test('inside all guards the ratio is never under it', () => {
  const lots = fc.array(
    fc.record({
      code: fc.constantFrom('A', 'B', 'C'),
      side: fc.constantFrom('up' as const, 'down' as const),
      leverageTenths: fc.constantFrom(10, 20, 33),
      openQuantity: fc.integer({ min: 1, max: 20 }).map((units) => units * 100),
      openPriceTenths: fc.integer({ min: 10_000, max: 60_000 }),
      marginYen: fc.integer({ min: 0, max: 3_000_000 }),
      accruedYen: fc.integer({ min: 0, max: 999 }),
    }),
    { minLength: 1, maxLength: 7 },
  )
  const places = fc.record({
    A: fc.double({ min: 0, max: 1, noNaN: true }),
    B: fc.double({ min: 0, max: 1, noNaN: true }),
    C: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  fc.assert(
    fc.property(lots, fc.integer({ min: 0, max: 3_000_000 }), places, (held, cashYen, at) => {
      const now = account(held, cashYen)
      const found = guards(now, 1_000)
      if (found === null) return
      const prices = new Map(
        found.map(({ code, fromTenths, toTenths }) => {
          const top = Math.min(toTenths, 120_000)
          return [code, Math.round(fromTenths + at[code as 'A'] * (top - fromTenths))]
        }),
      )
      expect(
        isBelow(
          marginState(cashYen, held, (code) => prices.get(code) ?? 40_000),
          1_000,
        ),
      ).toBe(false)
    }),
    { numRuns: 500 },
  )
})
