import { expect, test } from 'vitest'
import type { DateJst } from '#kernel/time.ts'
import { simulatedUniverse } from '#modules/instruments/model/universe.ts'
import type { MarketFeed, Quote } from '#modules/venue/server/ports.ts'
import { readCloses } from './closes.ts'
import { keepQuotes } from './quotes.ts'
import type { DayBar } from '../model/interval.ts'

const [instrument] = simulatedUniverse('seed')
const { code } = instrument!
const [EVE, DAY, NEXT] = ['2026-11-27', '2026-11-30', '2026-12-01'] as const

/** An exchange that says what the test says. `bars`: closes of days before its own, as they traded. */
function exchange(bars: Record<DateJst, number> = {}) {
  const hearing: ((quote: Quote) => void)[] = []
  const beating: ((at: number) => void)[] = []
  let raw: Quote | null = null
  const feed = {
    onQuote: (listener) => void hearing.push(listener),
    onHeartbeat: (listener) => void beating.push(listener),
    onDepth: () => {},
    onTrades: () => {},
    quote: () => raw,
    workedTo: () => 0,
  } as Pick<
    MarketFeed,
    'onQuote' | 'onHeartbeat' | 'onDepth' | 'onTrades' | 'quote' | 'workedTo'
  > as MarketFeed
  const quotes = keepQuotes(feed, { monotonic: () => 0 })
  const daysThen = async () =>
    Object.entries(bars).map(([tradeDate, closeTenths]) => ({ tradeDate, closeTenths }) as DayBar)
  const closes = readCloses({
    feed,
    quotes,
    instruments: { get: () => instrument! },
    series: { daysThen, days: daysThen },
    priceNow: (of) => quotes.get(of)?.lastTenths ?? null,
  })
  return {
    quotes,
    closes,
    say(tradeDate: DateJst, state: Quote['state'], lastTenths: number) {
      raw = { code, tradeDate, state, lastTenths, baseTenths: lastTenths } as Quote
      for (const hear of hearing) hear(raw)
    },
    beat: () => beating.forEach((hear) => hear(0)),
  }
}

test('a day that the exchange has not closed has no closing price as it was quoted', async () => {
  for (const [tradeDate, state] of [
    [DAY, 'trading'],
    [EVE, 'closed'],
    [EVE, 'trading'],
  ] as const) {
    const { closes, say, beat } = exchange()
    say(tradeDate, state, 10_000)
    const asked = closes.closesThen([code], DAY)
    for (let n = 0; n < 5; n++) beat()
    expect([tradeDate, state, await asked]).toEqual([tradeDate, state, null])
  }
})

test('the close is waited for, and stands among the bars once a later day has begun', async () => {
  const { closes, say, beat } = exchange({ [EVE]: 9_000, [DAY]: 9_500 })
  say(EVE, 'trading', 10_000)
  const asked = closes.closesThen([code], DAY)
  beat()
  say(NEXT, 'trading', 12_000)
  expect(await asked).toEqual(new Map([[code, 9_500]]))
})

test('a close as it was quoted stays when an ex-date has rebased the quote', async () => {
  const { closes, quotes, say } = exchange()
  say(DAY, 'closed', 10_000)
  quotes.rebase(code, NEXT, 2)
  expect(await closes.closesThen([code], DAY)).toEqual(new Map([[code, 10_000]]))
  expect(await closes.closesOf([code], DAY)).toEqual(new Map([[code, 5_000]]))
})
