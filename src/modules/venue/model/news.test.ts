import { expect, test } from 'vitest'
import { seeded } from '#kernel/random.ts'
import { MINUTE, SECOND } from '#kernel/time.ts'
import type { Instrument } from '#modules/instruments/model/instrument.ts'
import { openingAt, tradingSpans } from '#modules/instruments/model/schedule.ts'
import { disclosureOf, newsHalts, ownPath } from './news.ts'
import { quoteOf } from './quote.ts'
import { DATE, dayOf, drawDay, order, planFor, schedule, testUniverse } from './test-day.ts'

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
  expect(day.takeReports().map(({ orderId, execType, reason }) => [orderId, execType, reason])).toEqual([
    ['a', 'NEW', undefined],
    ['ioc', 'EXPIRED', 'IOC_LAPSED'],
  ])
  day.takeTrades()
  day.advanceTo(until + 7 * MINUTE)
  expect(day.takeTrades().find((trade) => trade.code === code)).toMatchObject({
    no: trades + 1,
    aggressor: 'AUCTION',
  })
  expect(day.takeReports()).toMatchObject([{ orderId: 'a', execType: 'TRADE', leavesQty: 0 }])
})

/** A day of 4,000 companies, with an event for one in forty. */
const drawnDays = Array.from({ length: 4_000 }, (_, index) => {
  const instrument: Instrument = { ...testUniverse.find(({ kind }) => kind === 'stock')!, code: `C${index}` }
  const random = seeded('events', index)
  const kind = random.next() < 0.025 ? (['results', 'news', 'takeover'] as const)[index % 3]! : null
  return {
    instrument,
    drawn: {
      ...drawDay('drawn', instrument, DATE),
      event: kind && { kind, logReturn: 0.06 * random.normal() },
    },
  }
})
const disclosuresOf = (seed: string) =>
  drawnDays.map(({ instrument, drawn }) => disclosureOf(seed, instrument, drawn, schedule, DATE))

test('disclosures are drawn from the seed: every event is told, some items of business beside them, nothing by a fund', () => {
  const found = disclosuresOf('seed')
  expect(found).toEqual(disclosuresOf('seed'))
  expect(found).not.toEqual(disclosuresOf('another'))
  for (const [index, { drawn }] of drawnDays.entries())
    if (drawn.event) expect(found[index]).toMatchObject(drawn.event)
  const items = found.filter((one) => one?.kind === 'item').length
  expect(items).toBeGreaterThan(80)
  expect(items).toBeLessThan(160)
  const fund = testUniverse.find(({ kind }) => kind === 'etf')!
  expect(
    Array.from({ length: 200 }, (_, day) =>
      disclosureOf(`${day}`, fund, drawDay('drawn', fund, DATE), schedule, DATE),
    ).every((one) => one === null),
  ).toBe(true)
})

test('results and bids come at the opening auction, the rest there or well inside a session; what moves the price far halts it for a quarter of an hour', () => {
  const found = disclosuresOf('seed').filter((one) => one !== null)
  const spans = tradingSpans(schedule, DATE)
  for (const one of found) {
    if (one.kind === 'results' || one.kind === 'takeover') expect(one.isAtOpening).toBe(true)
    if (one.isAtOpening) expect(one.at).toBe(openingAt(schedule, DATE))
    else
      expect(spans.some((span) => one.at >= span.from + 20 * MINUTE && one.at <= span.to - 35 * MINUTE)).toBe(
        true,
      )
  }
  const halts = newsHalts(found)
  expect(halts.length).toBeGreaterThan(0)
  expect(halts).toEqual(
    found
      .filter((one) => !one.isAtOpening && Math.abs(one.logReturn) >= 0.05)
      .map(({ code, at }) => ({ code, from: at, until: at + 15 * MINUTE })),
  )
})

test('a day ends where it was drawn to end, whatever is said on it and when', () => {
  for (const { instrument, drawn } of drawnDays) {
    for (const seed of ['a', 'b']) {
      const path = ownPath(instrument, drawn, disclosureOf(seed, instrument, drawn, schedule, DATE))
      const own = path.atOpening + path.end + (path.jump?.logReturn ?? 0)
      expect(own).toBeCloseTo(drawn.intradayReturn - instrument.beta * drawn.marketIntradayReturn, 12)
    }
  }
})

test('an item says nothing about the rest of the day: who reads it earns nothing by it', () => {
  const pairs = Array.from({ length: 40 }, (_, seed) =>
    drawnDays.map(({ instrument }) => {
      const drawn = drawDay(`day ${seed}`, instrument, DATE)
      const { jump, end } = ownPath(
        instrument,
        drawn,
        disclosureOf(`day ${seed}`, instrument, drawn, schedule, DATE),
      )
      return jump && ([jump.logReturn, end] as const)
    }),
  )
    .flat()
    .filter((pair) => pair !== null)
  expect(pairs.length).toBeGreaterThan(3_000)
  const sum = (value: (pair: readonly [number, number]) => number) =>
    pairs.reduce((total, pair) => total + value(pair), 0)
  const correlation =
    sum(([said, rest]) => said * rest) / Math.sqrt(sum(([said]) => said ** 2) * sum(([, rest]) => rest ** 2))
  expect(Math.abs(correlation)).toBeLessThan(0.06)
})

test.each([0.03, -0.03])(
  'in the step of a disclosure of %d no order meets a price from before',
  (logReturn) => {
    const plain = planFor('said')
    const { code } = plain.issues[0]!
    const at = openingAt(schedule, DATE) + 60 * MINUTE
    const day = dayOf({
      ...plain,
      issues: plain.issues.map((issue) =>
        issue.code === code ? { ...issue, jump: { at, logReturn } } : issue,
      ),
      disclosures: [{ code, at }],
    })
    const without = dayOf(plain)
    day.advanceTo(at - 200)
    without.advanceTo(at - 200)
    const { book } = day.market(code)!
    const touch = () => ({ bid: book.bestBidTenths(), ask: book.bestAskTenths() })
    // Until then nobody could have seen it coming.
    expect(touch()).toEqual({
      bid: without.market(code)!.book.bestBidTenths(),
      ask: without.market(code)!.book.bestAskTenths(),
    })
    const { bid, ask } = touch()
    day.advanceTo(at)
    if (logReturn > 0) expect(touch().ask ?? Infinity).toBeGreaterThan(ask! * 1.02)
    else expect(touch().bid ?? 0).toBeLessThan(bid! * 0.98)
  },
)
