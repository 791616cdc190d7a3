import { expect, test } from 'vitest'
import type { Mark } from '../model/account.ts'
import { aLot } from '../model/lot.fixture.ts'
import { lotView } from './views.ts'

const today = { tradeDate: '2026-11-27', settlementDate: '2026-12-01', dayClosesAt: () => 0 }
const seen = (mark: Mark | undefined) => {
  const lot = aLot({ leverageTenths: 10, openPriceTenths: 15_000, openQuantity: 100, quantity: 100 })
  const { marketPrice, offerPrice, marketValue, floatingProfit, todayProfit } = lotView(
    lot,
    'Aoi',
    mark,
    today,
    100,
    null,
    true,
  )
  return { marketPrice, offerPrice, marketValue, hasResult: [floatingProfit !== null, todayProfit !== null] }
}

test.each<[name: string, mark: Mark | undefined, seen: ReturnType<typeof seen>]>([
  [
    'a price of the market',
    { lastTenths: 15_100, previousCloseTenths: 15_000 },
    { marketPrice: 1_510, offerPrice: null, marketValue: 151_000, hasResult: [true, true] },
  ],
  [
    'an issue that has never traded is valued at its offer price, and has no result',
    { lastTenths: 15_000, previousCloseTenths: 15_000, isOffer: true },
    { marketPrice: null, offerPrice: 1_500, marketValue: 150_000, hasResult: [false, false] },
  ],
  [
    'no price at all',
    undefined,
    { marketPrice: null, offerPrice: null, marketValue: null, hasResult: [false, false] },
  ],
])('a lot with %s', (_, mark, expected) => expect(seen(mark)).toEqual(expected))

test('shares paid in full have won or lost against their average cost; a leveraged lot against its own price', () => {
  const mark = { lastTenths: 15_100, previousCloseTenths: 15_000 }
  const at = (leverageTenths: number) => {
    const lot = aLot({ leverageTenths, openPriceTenths: 15_000, openQuantity: 100, quantity: 100 })
    const { averageCost, floatingProfit } = lotView(lot, 'Aoi', mark, today, 100, 1_503, true)
    return [averageCost, floatingProfit]
  }
  expect(at(10)).toEqual([1_503, 700])
  expect(at(20)).toEqual([null, expect.any(Number)])
})
