import { expect, test } from 'vitest'
import { MINUTE, SECOND } from '#kernel/time.ts'
import { openingAt, tradingSpans } from '#rooms/instruments/model/schedule.ts'
import { newsHalts } from './news.ts'
import { quoteOf } from './quote.ts'
import { DATE, dayOf, order, planFor, schedule } from './test-day.ts'

test('a halted issue takes orders, trades nothing, and reopens by an auction', () => {
  const plain = planFor('news')
  const { code } = plain.issues[0]!
  const from = openingAt(schedule, DATE) + 30 * MINUTE
  const until = from + 15 * MINUTE
  const day = dayOf({ ...plain, halts: [{ code, from, until }] })
  day.advanceTo(from + SECOND)
  const market = day.market(code)!
  const { trades } = market
  expect(quoteOf(market, day.phase, from, DATE)).toMatchObject({ state: 'halted', indication: null })
  day.submit(order('a', 'm', code, 'BUY', null, 100), from + SECOND)
  day.submit({ ...order('ioc', 'm', code, 'BUY', null, 100), timeInForce: 'IOC' }, from + SECOND)
  day.advanceTo(until - SECOND)
  expect(market.trades).toBe(trades)
  expect(day.takeReports().map(({ orderId, execType, reason }) => [orderId, execType, reason])).toEqual([['a', 'NEW', undefined], ['ioc', 'EXPIRED', 'IOC_LAPSED']])
  day.takeTrades()
  day.advanceTo(until + 7 * MINUTE)
  expect(day.takeTrades().find((trade) => trade.code === code)).toMatchObject({ no: trades + 1, aggressor: 'AUCTION' })
  expect(day.takeReports()).toMatchObject([{ orderId: 'a', execType: 'TRADE', leavesQty: 0 }])
})

test('halts are drawn from the seed: seldom, inside a session, for a quarter of an hour', () => {
  const codes = Array.from({ length: 20_000 }, (_, index) => `C${index}`)
  const halts = newsHalts('seed', codes, schedule, DATE)
  expect(halts).toEqual(newsHalts('seed', codes, schedule, DATE))
  expect(halts.length).toBeGreaterThan(20)
  expect(halts.length).toBeLessThan(70)
  for (const { from, until } of halts) {
    expect(until - from).toBe(15 * MINUTE)
    expect(tradingSpans(schedule, DATE).some((span) => from >= span.from + 20 * MINUTE && until <= span.to - 20 * MINUTE)).toBe(true)
  }
})
