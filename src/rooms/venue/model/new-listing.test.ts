import { expect, test } from 'vitest'
import { firstPriceRange } from '#rooms/instruments/model/first-price.ts'
import { testMarket } from './test-market.ts'

/** A new listing until its first price (market rules 10): offered at 1,000. */
const listed = { firstDay: { offerTenths: 10_000 }, limits: firstPriceRange(10_000, 'other') }

test('special quotes go up by 5 % of the offer price every ten minutes, to 2.3 times it; the first price may be one step beyond', () => {
  const { market, wait, open, live, quoted } = testMarket(1_000, listed)
  expect(market.limits).toEqual({ lowerTenths: 2_500, upperTenths: 40_000 })
  wait('08:30', 'a', 'buy', 2_340, 1_000)
  wait('08:30', 's', 'sell', 2_400, 100)
  wait('08:31', 'c', 'sell', 2_340, 100)
  open('09:00')
  expect(quoted()).toEqual(['special', 'buy', 1_050, '09:10:00'])
  live('09:00', '09:10')
  expect(quoted()).toEqual(['special', 'buy', 1_100, '09:20:00'])
  live('09:10', '13:19:59', '15:22')
  expect(quoted()).toEqual(['special', 'buy', 2_300, '13:20:00'])
  live('13:20', '13:20', '15:22')
  expect([quoted(), market.openTenths]).toEqual([null, 23_400])
})

test('down by the ordinary step every three minutes, to 0.75 times the offer price', () => {
  const { wait, open, live, quoted } = testMarket(1_000, listed)
  wait('08:30', 's', 'sell', 300, 1_000)
  wait('08:30', 'b', 'buy', 300, 100)
  open('09:00')
  expect(quoted()).toEqual(['special', 'sell', 970, '09:03:00'])
  live('09:00', '11:00')
  expect(quoted()!.slice(0, 3)).toEqual(['special', 'sell', 750])
})
