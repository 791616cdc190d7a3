import { expect, test } from 'vitest'
import { firstPriceRange } from '#modules/instruments/model/first-price.ts'
import { limitsFor } from '#modules/instruments/model/limits.ts'
import { BUY, SELL } from './book.ts'
import { at, testMarket } from './test-market.ts'

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

test('its first price is the base: limits count from it, and the background’s orders outside of them leave the book, once', () => {
  const { market, wait, open } = testMarket(1_000, listed)
  const background = (n: number) => market.tagOf(n, at('08:40'))
  market.wait(BUY, 3_000, 100, background(1))
  market.wait(BUY, 3_000, 200, background(2))
  market.wait(SELL, 39_000, 100, background(3))
  market.wait(SELL, 11_000, 100, background(4))
  wait('08:41', 'low', 'buy', 300, 300)
  wait('08:41', 'b', 'buy', 1_000, 100)
  wait('08:41', 's', 'sell', 1_000, 100)
  expect([market.takeFirstPrice(), market.baseTenths]).toEqual([false, 10_000])
  open('09:00')
  expect(market.openTenths).toBe(10_000)
  expect(market.takeFirstPrice()).toBe(true)
  expect([market.baseTenths, market.limits]).toEqual([10_000, limitsFor(10_000, 'other')])
  // The member’s own is the exchange’s to end, with a report.
  expect([
    market.book.quantityAt(BUY, 3_000),
    market.book.quantityAt(SELL, 39_000),
    market.book.quantityAt(SELL, 11_000),
  ]).toEqual([300, 0, 100])
  expect(market.takeFirstPrice()).toBe(false)
  expect(testMarket(600).market.takeFirstPrice()).toBe(false)
})

test('without a first price a day ends as one that traded: there are no limits to be locked at', () => {
  const { market, wait, open, close } = testMarket(1_000, listed)
  wait('08:30', 'a', 'buy', 2_340, 1_000)
  open('09:00')
  close('15:30')
  market.endDay()
  expect([market.openTenths, market.isUnpriced, market.end]).toEqual([null, true, 'traded'])
})
