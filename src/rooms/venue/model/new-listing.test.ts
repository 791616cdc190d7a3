import { expect, test } from 'vitest'
import { MINUTE } from '#kernel/time.ts'
import { firstPriceRange } from '#rooms/instruments/model/first-price.ts'
import { limitsFor } from '#rooms/instruments/model/limits.ts'
import { openingAt } from '#rooms/instruments/model/schedule.ts'
import type { DayPlan } from './day-plan.ts'
import { quoteOf } from './quote.ts'
import { DATE, dayOf, order, planFor, schedule, told } from './test-day.ts'
import { testMarket } from './test-market.ts'

/** A new listing until its first price (market rules 10): offered at 1,000. */
const listed = { firstDay: { offerTenths: 10_000 }, limits: firstPriceRange(10_000, 'other') }
const opening = openingAt(schedule, DATE)

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

test('no market orders; the first price is the base, limits count from it, and orders outside lapse', () => {
  const plain = planFor('listing')
  const first = plain.issues[0]!
  const offerTenths = first.baseTenths
  const plan: DayPlan = { ...plain, issues: [
    { ...first, firstDay: { offerTenths }, limits: firstPriceRange(offerTenths, first.tickTable), fairTenths: Math.round(offerTenths * 1.12) }, ...plain.issues.slice(1),
  ] }
  const day = dayOf(plan)
  const at = opening - MINUTE
  day.advanceTo(at)
  const market = day.market(first.code)!
  day.submit(order('m', 'a', first.code, 'BUY', null, 100), at)
  day.submit({ ...order('f', 'a', first.code, 'BUY', market.limits.lowerTenths, 100), condition: 'FUNARI' }, at)
  day.submit(order('low', 'a', first.code, 'BUY', market.limits.lowerTenths, 100), at)
  day.advanceTo(opening + MINUTE)
  expect(told(day.takeReports()).map((report) => [report[0], report[1], report[5]])).toEqual([
    ['m', 'REJECTED', 'MARKET_BANNED'], ['f', 'REJECTED', 'MARKET_BANNED'], ['low', 'NEW', ''],
  ])
  expect(quoteOf(market, day.phase, at, DATE)).toMatchObject({ state: 'special', firstDay: true, indication: { side: 'BUY' } })
  day.advanceTo(opening + 40 * MINUTE)
  const open = market.openTenths!
  expect(Math.abs(open / (offerTenths * 1.12) - 1)).toBeLessThan(0.05)
  expect(quoteOf(market, day.phase, at, DATE)).toMatchObject({ baseTenths: open, upperLimitTenths: limitsFor(open, first.tickTable).upperTenths })
  expect(told(day.takeReports()).map((report) => [report[0], report[1], report[5]])).toEqual([['low', 'EXPIRED', 'OUTSIDE_LIMIT']])
  expect(market.lowTenths).toBeGreaterThanOrEqual(market.limits.lowerTenths)
})
