import { expect, test } from 'vitest'
import { MINUTE } from '#kernel/time.ts'
import { firstDayPrices, firstDayQuotes, firstPriceRange, firstPriceRenewal } from './first-price.ts'
import type { TickTable } from './instrument.ts'

/** Yen: offer price, then what orders may name, where special quotes end, where the first price may be. */
const offers: [
  offerYen: number,
  table: TickTable,
  orders: [number, number],
  quotes: [number, number],
  prices: [number, number],
][] = [
  [1_000, 'other', [250, 4_000], [750, 2_300], [735, 2_350]],
  [1_500, 'other', [375, 6_000], [1_125, 3_450], [1_095, 3_520]],
  // 1,030 × 4 = 4,120; 257.5, 772.5 and 2,369 between ticks of one yen; a step of 15 below and of 50 above.
  [1_030, 'other', [258, 4_120], [772, 2_369], [757, 2_419]],
  [1_030, 'topix500', [257.5, 4_120], [772.5, 2_369], [757.5, 2_419]],
  // 322.5 goes up: nothing below a quarter may be named.
  [1_290, 'other', [323, 5_160], [967, 2_967], [952, 3_020]],
  [3_330, 'other', [833, 13_320], [2_497, 7_660], [2_447, 7_810]],
]
test.each(offers)(
  'offered at %d yen in %s: orders %j, quotes %j, first price %j',
  (offerYen, table, orders, quotes, prices) => {
    const tenths = ([low, high]: [number, number]) => ({
      lowerTenths: Math.round(low * 10),
      upperTenths: Math.round(high * 10),
    })
    const offer = offerYen * 10
    expect([
      firstPriceRange(offer, table),
      firstDayQuotes(offer, table),
      firstDayPrices(offer, table),
    ]).toEqual([orders, quotes, prices].map(tenths))
  },
)

test('the quote rises by 5 % of the offer price every ten minutes and falls by the ordinary step every three', () => {
  expect(firstPriceRenewal('up', 10_000, 14_000)).toEqual({ stepTenths: 500, every: 10 * MINUTE })
  expect(firstPriceRenewal('down', 10_000, 8_000)).toEqual({ stepTenths: 150, every: 3 * MINUTE })
})
