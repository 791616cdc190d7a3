import { describe, expect, test } from 'vitest'
import { HOUR, MINUTE } from '#kernel/time.ts'
import { firstDayPrices, firstDayQuotes, firstPriceRange } from '#modules/instruments/model/first-price.ts'
import { limitsFor } from '#modules/instruments/model/limits.ts'
import { closingAt, openingAt } from '#modules/instruments/model/schedule.ts'
import { tickAt } from '#modules/instruments/model/tick.ts'
import type { DayPlan } from './day-plan.ts'
import { quoteOf } from './quote.ts'
import { DATE, dayOf, order, planFor, schedule, told } from './test-day.ts'
import type { Trade } from './terms.ts'

/** The first day of a new listing as the exchange lives it (market rules 10). */
const opening = openingAt(schedule, DATE)

test('no market orders; the first price is the base, limits count from it, and orders outside lapse', () => {
  const plain = planFor('listing')
  const first = plain.issues[0]!
  const offerTenths = first.baseTenths
  const plan: DayPlan = {
    ...plain,
    issues: [
      {
        ...first,
        firstDay: { offerTenths },
        limits: firstPriceRange(offerTenths, first.tickTable),
        fairTenths: Math.round(offerTenths * 1.12),
      },
      ...plain.issues.slice(1),
    ],
  }
  const day = dayOf(plan)
  const at = opening - MINUTE
  day.advanceTo(at)
  const market = day.market(first.code)!
  day.submit(order('m', 'a', first.code, 'BUY', null, 100), at)
  day.submit(
    { ...order('f', 'a', first.code, 'BUY', market.limits.lowerTenths, 100), condition: 'FUNARI' },
    at,
  )
  day.submit(order('low', 'a', first.code, 'BUY', market.limits.lowerTenths, 100), at)
  day.advanceTo(opening + MINUTE)
  expect(told(day.takeReports()).map((report) => [report[0], report[1], report[5]])).toEqual([
    ['m', 'REJECTED', 'MARKET_BANNED'],
    ['f', 'REJECTED', 'MARKET_BANNED'],
    ['low', 'NEW', ''],
  ])
  expect(quoteOf(market, day.phase, at, DATE)).toMatchObject({
    state: 'special',
    firstDay: true,
    indication: { side: 'BUY' },
  })
  day.advanceTo(opening + 40 * MINUTE)
  const open = market.openTenths!
  expect(Math.abs(open / (offerTenths * 1.12) - 1)).toBeLessThan(0.05)
  expect(quoteOf(market, day.phase, at, DATE)).toMatchObject({
    baseTenths: open,
    upperLimitTenths: limitsFor(open, first.tickTable).upperTenths,
  })
  expect(told(day.takeReports()).map((report) => [report[0], report[1], report[5]])).toEqual([
    ['low', 'EXPIRED', 'OUTSIDE_LIMIT'],
  ])
  expect(market.lowTenths).toBeGreaterThanOrEqual(market.limits.lowerTenths)
})

describe('a first day as a whole, through the exchange itself', () => {
  /** Listed at an offer price, worth this much more or less. */
  function listingDay(worth: number) {
    const plain = planFor(`listing at ${worth}`)
    const first = plain.issues[0]!
    const offerTenths = first.baseTenths
    const listed = {
      ...first,
      firstDay: { offerTenths },
      limits: firstPriceRange(offerTenths, first.tickTable),
      fairTenths: Math.round(offerTenths * worth),
    }
    const day = dayOf({ ...plain, issues: [listed, ...plain.issues.slice(1)] }, opening - HOUR)
    return { day, market: day.market(first.code)!, code: first.code, offerTenths, plan: plain }
  }

  const listings: [worth: number, how: string][] = [
    [1.6, 'up'],
    [0.9, 'down'],
    [1, 'at once'],
    [2.6, 'to the last quote'],
  ]
  test.each(listings)('worth %f times the offer price: the first price comes by the quotes, %s', (worth) => {
    const { day, market, code, offerTenths } = listingDay(worth)
    const quotes: number[] = []
    const range = firstPriceRange(offerTenths, market.plan.tickTable)
    const outer = firstDayPrices(offerTenths, market.plan.tickTable)
    const prints: Trade[] = []
    for (let at = opening - HOUR; !day.isOver; at += MINUTE) {
      day.advanceTo(at)
      const made = day.takeTrades().filter((trade) => trade.code === code)
      const isFirst = prints.length === 0 && made.length > 0
      prints.push(...made)
      if (market.openTenths === null) {
        expect(market.limits).toEqual(range)
        if (market.hold?.kind === 'special' && market.hold.priceTenths !== quotes.at(-1))
          quotes.push(market.hold.priceTenths)
        continue
      }
      // The first price lies within the reach of the last quote, and is an auction's.
      if (isFirst) {
        expect(made[0]!.aggressor).toBe('AUCTION')
        expect([
          made[0]!.priceTenths >= outer.lowerTenths,
          made[0]!.priceTenths <= outer.upperTenths,
        ]).toEqual([true, true])
        expect(market.limits).toEqual(limitsFor(market.openTenths, market.plan.tickTable))
      }
      // It is the base of its own day: everything after lies within the limits around it.
      for (const { priceTenths } of made)
        expect(market.isInside(priceTenths) && market.isOnGrid(priceTenths)).toBe(true)
    }
    const rises = quotes.filter((quote, index) => index > 0 && quote > quotes[index - 1]!).length
    const falls = quotes.filter((quote, index) => index > 0 && quote < quotes[index - 1]!).length
    expect(rises === 0 || falls === 0).toBe(true)
    // Up by a twentieth of the offer price, on the grid.
    if (worth === 1.6)
      expect(
        quotes
          .slice(1)
          .every(
            (quote, index) =>
              Math.abs(quote - quotes[index]! - offerTenths / 20) <= tickAt(quote, market.plan.tickTable),
          ),
      ).toBe(true)
    if (worth === 1.6) expect(quotes.length).toBeGreaterThan(8)
    // Beyond 2.3 times the offer price and a step no one trades: the issue ends its first day under the last
    // quote.
    if (worth === 2.6)
      expect([market.openTenths, market.lastTenths, quotes.at(-1)]).toEqual([
        null,
        null,
        firstDayQuotes(offerTenths, market.plan.tickTable).upperTenths,
      ])
    else {
      expect(Math.abs(market.openTenths! / (offerTenths * worth) - 1)).toBeLessThan(0.06)
      expect(prints.at(-1)!.at).toBe(closingAt(schedule, DATE))
      expect(market.volume).toBeGreaterThan(0)
    }
    expect(day.members.all()).toEqual([])
  })

  test('members buy and sell by limit orders alone; from the next day on at market', () => {
    const { day, market, code, offerTenths, plan } = listingDay(1.2)
    const early = opening - 30 * MINUTE
    day.advanceTo(early)
    const high = market.limits.upperTenths
    day.submit(order('above', 'a', code, 'BUY', high, 1_000), early)
    day.submit(order('beyond', 'a', code, 'BUY', high + market.book.unitTenths * 10, 100), early)
    day.submit({ ...order('close', 'b', code, 'SELL', null, 100), condition: 'AT_CLOSE' }, early)
    day.advanceTo(opening + 2 * HOUR)
    const said = told(day.takeReports())
    expect(said.filter(([id]) => id === 'beyond').map((one) => [one[1], one[5]])).toEqual([
      ['REJECTED', 'OUTSIDE_LIMIT'],
    ])
    expect(said.filter(([id]) => id === 'close').map((one) => [one[1], one[5]])).toEqual([
      ['REJECTED', 'MARKET_BANNED'],
    ])
    const bought = said.filter(([id, type]) => id === 'above' && type === 'TRADE')
    // Whoever named the most pays the first price, as everybody does.
    expect(bought.map((one) => one[3])).toEqual([market.openTenths])
    expect(market.openTenths).toBeGreaterThan(offerTenths)
    const now = opening + 2 * HOUR
    day.submit(order('later', 'b', code, 'SELL', null, 100), now)
    expect(told(day.takeReports()).map((one) => one[5])).toEqual(['MARKET_BANNED'])
    day.advanceTo(closingAt(schedule, DATE) + MINUTE)

    const closeTenths = market.lastTenths!
    const next = dayOf({
      ...plan,
      issues: plan.issues.map((issue) =>
        issue.code === code
          ? {
              ...issue,
              previousCloseTenths: closeTenths,
              baseTenths: closeTenths,
              fairTenths: closeTenths,
              limits: limitsFor(closeTenths, issue.tickTable),
            }
          : issue,
      ),
    })
    next.advanceTo(opening + MINUTE)
    next.takeReports()
    next.submit(order('market', 'b', code, 'SELL', null, 100), opening + MINUTE)
    next.advanceTo(opening + 10 * MINUTE)
    expect(told(next.takeReports()).at(-1)!.slice(0, 3)).toEqual(['market', 'TRADE', 100])
  })
})
