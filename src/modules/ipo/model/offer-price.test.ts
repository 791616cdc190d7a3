import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isOnTick } from '#modules/instruments/model/tick.ts'
import { offerPrice } from './offer-price.ts'

describe('the offer price', () => {
  it.each([
    // band, offered, wanted → price (yen)
    [1_000, 1_200, 2_000, 0, 1_000, 'nobody applied: the bottom'],
    [1_000, 1_200, 2_000, 1_999, 1_000, 'less wanted than offered: the bottom'],
    [1_000, 1_200, 2_000, 2_000, 1_000, 'just covered: the bottom'],
    [1_000, 1_200, 2_000, 2_009, 1_000, 'nine units over: 0.9 yen, rounded down'],
    [1_000, 1_200, 2_000, 2_010, 1_001, 'ten units over: one yen'],
    [1_000, 1_200, 2_000, 3_000, 1_100, 'one and a half times: the middle'],
    [1_000, 1_200, 2_000, 3_999, 1_199, 'a unit short of twice'],
    [1_000, 1_200, 2_000, 4_000, 1_200, 'twice: the top'],
    [1_000, 1_200, 2_000, 40_000, 1_200, 'more than that: the top, never above'],
    [1_500, 1_500, 1_500, 9_000, 1_500, 'a single price'],
    [2_900, 3_100, 1_500, 2_500, 3_030, 'over a step of the grid: five yen above 3,000'],
    [2_999, 3_005, 1_500, 2_500, 3_000, '3,003 is between two ticks'],
  ])(
    'band %d–%d yen, %d units offered, %d wanted: %d (%s)',
    (low, high, offeredUnits, wantedUnits, price) => {
      expect(
        offerPrice({ bandLowTenths: low * 10, bandHighTenths: high * 10, offeredUnits, wantedUnits }),
      ).toBe(price * 10)
    },
  )
  it('stays on the grid and inside the band, and more demand never makes it cheaper', () => {
    const band = fc.tuple(fc.integer({ min: 100, max: 3_000 }), fc.integer({ min: 0, max: 900 }))
    fc.assert(
      fc.property(
        band,
        fc.integer({ min: 1_500, max: 50_000 }),
        fc.nat(200_000),
        fc.nat(1_000),
        ([low, more], offeredUnits, wantedUnits, extra) => {
          const bandLowTenths = low * 10
          const high = low + more
          const bandHighTenths = (high > 3_000 ? Math.floor(high / 5) * 5 : high) * 10
          fc.pre(bandHighTenths >= bandLowTenths)
          const at = (wanted: number) =>
            offerPrice({ bandLowTenths, bandHighTenths, offeredUnits, wantedUnits: wanted })
          const price = at(wantedUnits)
          expect(price >= bandLowTenths && price <= bandHighTenths && isOnTick(price, 'other')).toBe(true)
          expect(at(wantedUnits + extra)).toBeGreaterThanOrEqual(price)
        },
      ),
    )
  })
})
