import { describe, expect, test } from 'vitest'
import { timeJst, type DateJst } from '#kernel/time.ts'
import { leastRecent } from '#platform/least-recent.ts'
import { tseCalendar } from '#modules/instruments/model/calendar.ts'
import { schedules } from '#modules/instruments/model/schedule.ts'
import { simulatedUniverse } from '#modules/instruments/model/universe.ts'
import { openListing } from '#modules/instruments/server/listing.ts'
import type { Depth, MarketFeed, Quote, Trade } from '#modules/venue/server/ports.ts'
import { INTERVALS } from '../contract.ts'
import { barReader } from './bars.ts'
import { keepBoards } from './boards.ts'
import { keepGaps } from './gaps.ts'
import { makeWorld } from '../model/history-world.ts'
import { wholeQuote } from '../model/whole-day.ts'
import { openSimulatedHistory } from './simulated-history.ts'
import { keepQuotes } from './quotes.ts'
import { openSeries } from './series.ts'
import { listStocks } from './stocks.ts'
import { depthView, quoteView, tradeView } from './views.ts'

const instruments = openListing(simulatedUniverse('seed'))
const codes = instruments.all().map((one) => one.code)
const FRIDAY: DateJst = '2026-11-20'
const at = (hour: number, minute = 0, date = FRIDAY) => timeJst(date, hour, minute)

const quote = (code: string, more: Partial<Quote> = {}): Quote => ({
  code,
  lastTenths: 34_820,
  previousCloseTenths: 34_100,
  baseTenths: 34_100,
  openTenths: 34_250,
  highTenths: 34_980,
  lowTenths: 34_080,
  volume: 4_812_000,
  turnoverYen: 16_660_000_000,
  vwapTenths: 34_612,
  bidTenths: 34_810,
  bidQty: 2_400,
  askTenths: 34_820,
  askQty: 1_800,
  upperLimitTenths: 41_100,
  lowerLimitTenths: 27_100,
  state: 'trading',
  indication: null,
  shortRestricted: false,
  firstDay: false,
  at: at(14, 32),
  tradeDate: FRIDAY,
  ...more,
})

const wholeOf = (one: Quote | null) => one && wholeQuote(one, null)

/** A feed that says what the test says. */
function spokenFeed() {
  const listeners = {
    quote: [] as ((quote: Quote) => void)[],
    depth: [] as ((depth: Depth) => void)[],
    trades: [] as ((trades: readonly Trade[]) => void)[],
    beat: [] as ((at: number) => void)[],
  }
  let worked = 0
  const feed: MarketFeed = {
    onQuote: (listener) => void listeners.quote.push(listener),
    onDepth: (listener) => void listeners.depth.push(listener),
    onTrades: (listener) => void listeners.trades.push(listener),
    onHeartbeat: (listener) => void listeners.beat.push(listener),
    quote: () => null,
    depth: () => null,
    watchDepth: () => {},
    unwatchDepth: () => {},
    workedTo: () => worked,
  }
  return {
    feed,
    quote: (one: Quote) => listeners.quote.forEach((listener) => listener(one)),
    depth: (one: Depth) => listeners.depth.forEach((listener) => listener(one)),
    trades: (some: readonly Trade[]) => listeners.trades.forEach((listener) => listener(some)),
    beat: (now = 0, workedTo = 0) => {
      worked = workedTo
      listeners.beat.forEach((listener) => listener(now))
    },
  }
}

describe('stale', () => {
  const cases: [name: string, say: 'quote' | 'beat' | 'trades' | null, waitMs: number, stale: boolean][] = [
    ['nothing was ever said', null, 0, true],
    ['a quote just now', 'quote', 0, false],
    ['three seconds ago', 'quote', 3_000, false],
    ['longer than three seconds ago', 'quote', 3_001, true],
    ['a heartbeat keeps a quiet book fresh', 'beat', 3_000, false],
    ['trades of another issue, too', 'trades', 2_000, false],
  ]
  test.each(cases)('%s', (_, say, waitMs, stale) => {
    let machine = 1_000_000
    const { feed, ...speak } = spokenFeed()
    const quotes = keepQuotes(feed, { monotonic: () => machine })
    if (say) {
      speak.quote(quote('S214'))
      machine += 10_000
    }
    if (say === 'quote') speak.quote(quote('S214'))
    if (say === 'beat') speak.beat()
    if (say === 'trades') speak.trades([])
    machine += waitMs
    expect(quotes.isStale('S214')).toBe(stale)
    expect(quotes.isStale('S000')).toBe(true)
  })

  test('an exchange that stands, because the clock was put back behind what it has lived: until that time has come again', () => {
    const { feed, quote: say, beat } = spokenFeed()
    const quotes = keepQuotes(feed, { monotonic: () => 0 })
    say(quote('S214'))
    const stale = [0, -1_000, -3_600_000, -3_001, -3_000, 0].map((behind) => {
      beat(at(14, 0) + behind, at(14, 0))
      return quotes.isStale('S214')
    })
    expect(stale).toEqual([false, false, true, true, false, false])
  })
})

test("between a split of the lots and the exchange's next quote, the quote of before stands in new shares", () => {
  const { feed, ...speak } = spokenFeed()
  const quotes = keepQuotes(feed, { monotonic: () => 0 })
  speak.quote(quote('S214'))
  quotes.rebase('S214', FRIDAY, 2)
  expect(quotes.get('S214')).toEqual(quote('S214'))
  quotes.rebase('S214', '2026-11-24', 2)
  expect(quotes.get('S214')).toMatchObject({
    lastTenths: 17_410,
    baseTenths: 17_050,
    upperLimitTenths: 20_550,
    lowerLimitTenths: 13_550,
    volume: 9_624_000,
    bidQty: 4_800,
  })
  speak.quote(quote('S214', { lastTenths: 17_500, tradeDate: '2026-11-24' }))
  quotes.rebase('S214', '2026-11-24', 2)
  expect(quotes.get('S214')!.lastTenths).toBe(17_500)
})

describe('views', () => {
  test('a quote in yen, its change against the adjusted previous close', () => {
    expect(quoteView(wholeQuote(quote('S214'), null), false, true)).toMatchObject({
      last: 3_482,
      previousClose: 3_410,
      change: 72,
      changeBp: 211,
      open: 3_425,
      vwap: 3_461.2,
      upperLimit: 4_110,
      bid: 3_481,
      bidSize: 2_400,
      turnover: 16_660_000_000,
      state: 'trading',
      indication: null,
      shortRestricted: false,
      firstDay: false,
      stale: false,
      at: '2026-11-20T05:32:00.000Z',
      tradeDate: FRIDAY,
      simulated: true,
    })
    expect(
      quoteView(wholeQuote(quote('S214', { previousCloseTenths: 102_300 }), null), true, true),
    ).toMatchObject({ changeBp: 211, stale: true })
  })
  test('before the first trade nothing is known, and unknown is not 0', () => {
    const fresh = quote('S214', {
      lastTenths: null,
      openTenths: null,
      highTenths: null,
      lowTenths: null,
      vwapTenths: null,
      bidTenths: null,
    })
    expect(quoteView(wholeQuote(fresh, null), false, true)).toMatchObject({
      last: null,
      change: null,
      changeBp: null,
      open: null,
      vwap: null,
      bid: null,
    })
  })
  test('boards and trades', () => {
    const depth: Depth = {
      code: 'S214',
      bids: [[34_810, 200]],
      asks: [[34_825, 100]],
      over: 5,
      under: 6,
      marketBuyQty: 7,
      marketSellQty: 8,
      at: at(9),
    }
    expect(depthView(depth, true)).toMatchObject({
      bids: [[3_481, 200]],
      asks: [[3_482.5, 100]],
      over: 5,
      under: 6,
      marketBuy: 7,
      marketSell: 8,
    })
    const trade: Trade = {
      code: 'S214',
      no: 3,
      at: at(9),
      tradeDate: FRIDAY,
      priceTenths: 34_825,
      quantity: 300,
      aggressor: 'AUCTION',
    }
    expect(tradeView(trade)).toEqual({
      no: 3,
      at: '2026-11-20T00:00:00.000Z',
      price: 3_482.5,
      quantity: 300,
      aggressor: 'auction',
    })
  })
})

test('a board that does not come is empty after two heartbeats, one that comes answers all who wait', async () => {
  const { feed, depth, beat } = spokenFeed()
  const boards = keepBoards(feed)
  const asked = [boards.depth('A', 5), boards.depth('A', 5), boards.depth('B', 5)]
  depth({ code: 'A', bids: [[10, 1]], asks: [], over: 0, under: 0, marketBuyQty: 0, marketSellQty: 0, at: 1 })
  beat()
  beat()
  expect((await Promise.all(asked)).map((board) => [board.code, board.bids.length])).toEqual([
    ['A', 1],
    ['A', 1],
    ['B', 0],
  ])
})

test('a cache forgets what was not asked for the longest', () => {
  const cache = leastRecent<string, number>(2)
  cache.set('a', 1)
  cache.set('b', 2)
  cache.get('a')
  cache.set('c', 3)
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3])
})

/** The market on a Friday at 10:00, before this exchange ever traded: all bars are history. */
function marketAt(now: number) {
  const [schedule, calendar] = [schedules.tse, tseCalendar]
  const date = () => FRIDAY
  const { past } = openSimulatedHistory({
    seed: 'seed',
    world: makeWorld('seed', calendar, schedule),
    instruments,
    calendar,
    schedule,
    now: () => now,
  })
  const deps = {
    schedule,
    calendar,
    past,
    date,
    priceNow: () => null,
    traded: () => [],
    codes: () => codes,
    seed: 'seed',
    now: () => now,
    sharesSince: () => 1,
  }
  // Never asked: there is no day of its own yet.
  const [records, log] = [undefined as never, undefined as never]
  const gaps = keepGaps({ ...deps, records, log })
  const series = openSeries({ ...deps, records, gaps })
  return { past, gaps, series, read: barReader({ ...deps, series, dayBar: () => null }) }
}

describe('pages of bars', () => {
  const instrument = instruments.get(codes[3]!)!
  const { read } = marketAt(at(10))
  test.each(INTERVALS)('%s: pages back to back are the same bars as one long page', async (interval) => {
    const long = await read(instrument, interval, { before: null, limit: 30 })
    const pages = []
    for (let before: number | null = null; pages.length < 3; before = pages[0]![0]!.at)
      pages.unshift(await read(instrument, interval, { before, limit: 10 }))
    expect(pages.flat()).toEqual(long)
    expect(long.every((bar, index) => index === 0 || bar.at > long[index - 1]!.at)).toBe(true)
    expect(long.every((bar) => bar.source === 'model')).toBe(true)
  })
  test('a day in minutes adds up to the day', async () => {
    const days = await read(instrument, '1d', { before: at(0), limit: 1 })
    const minutes = (await read(instrument, '1m', { before: at(0), limit: 400 })).filter(
      (bar) => bar.at >= days[0]!.at,
    )
    expect(minutes.reduce((sum, bar) => sum + bar.volume, 0)).toBe(days[0]!.volume)
    expect([minutes[0]!.openTenths, minutes.at(-1)!.closeTenths]).toEqual([
      days[0]!.openTenths,
      days[0]!.closeTenths,
    ])
  })
  test('there are 30 days of minutes', async () => {
    const all = await read(instrument, '45m', { before: null, limit: 2_000 })
    expect(all[0]!.at).toBe(at(9, 0, tseCalendar.previous(FRIDAY, 30)))
  })
})

test('a replayed day shows its path up to now, and nothing of what is to come', async () => {
  const { past, gaps } = marketAt(at(10))
  const now = at(10) + 30_000
  const minutes = past.minutes(instruments.all()[3]!.code, FRIDAY)
  const trade = {
    at: at(10),
    openTenths: 1,
    highTenths: 1,
    lowTenths: 1,
    closeTenths: 1,
    volume: 100,
    source: 'interpolated' as const,
  }
  const replayed = openSeries({
    schedule: schedules.tse,
    calendar: tseCalendar,
    records: undefined as never,
    gaps,
    past: { ...past, holdsEveryDay: true },
    now: () => now,
    date: () => FRIDAY,
    priceNow: () => null,
    sharesSince: () => 1,
    traded: () => [{ ...trade, at: at(9, 50) }, trade],
  })
  expect(replayed.today(instruments.all()[3]!)).toEqual([...minutes.filter((bar) => bar.at < at(10)), trade])
})

describe('lists', () => {
  const { feed, ...speak } = spokenFeed()
  const quotes = keepQuotes(feed, { monotonic: () => 0 })
  const { past, series } = marketAt(at(10))
  const stocks = listStocks({
    years: { of: () => null, warm: () => Promise.resolve() },
    instruments,
    quotes: { ...quotes, get: (code) => wholeOf(quotes.get(code)) },
    past,
    schedule: schedules.tse,
    date: () => FRIDAY,
    today: series.today,
    now: () => at(10),
    monotonic: () => 0,
    phase: () => ({ phase: 'continuous', tradeDate: FRIDAY, nextChangeAt: at(11, 30) }),
    text: (_, key) => key,
    simulated: true,
    sharesNow: () => 1,
    halts: () => [],
  })
  const [first, second, third] = instruments
    .all()
    .filter((one) => one.kind === 'stock')
    .slice(0, 3)
    .map((one) => one.code) as [string, string, string]
  speak.quote(quote(first))
  speak.quote(quote(second, { lastTenths: 30_000 }))
  speak.quote(quote(third, { lastTenths: 36_000 }))

  const cases: [name: string, query: Parameters<typeof stocks.list>[0], codes: string[]][] = [
    [
      'by code without a wish; issues without a quote are left out',
      { limit: 9, offset: 0 },
      [first, second, third],
    ],
    ['gainers', { sort: 'gainers', limit: 9, offset: 0 }, [third, first, second]],
    ['a page', { sort: 'gainers', limit: 1, offset: 1 }, [first]],
    ['chosen codes in their order', { codes: `${third},${first},S999`, limit: 9, offset: 0 }, [third, first]],
    ['a search by code', { query: second, limit: 9, offset: 0 }, [second]],
    ['a sector that is not theirs', { sector: 'etf', limit: 9, offset: 0 }, []],
  ]
  test.each(cases)('%s', (_, query, expected) => {
    expect(stocks.list(query, 'jp').map((row) => row.code)).toEqual(expected)
  })
  test('an issue that is found by its reading carries it, in the letters of the search', () => {
    const { kana, romaji, names } = instruments.get(first)!
    const reading = (query: string) =>
      stocks.list({ query, limit: 9, offset: 0 }, 'ja').find((row) => row.code === first)?.reading
    expect([kana, romaji, names.ja].map((query) => reading(query))).toEqual([kana, romaji, undefined])
  })
  test('rows carry name, quote and a small chart of today', () => {
    const [row] = stocks.list({ codes: first, limit: 1, offset: 0 }, 'en')
    expect(row!.name).toBe(instruments.get(first)!.names.en)
    expect(row!.spark.length).toBeGreaterThan(20)
  })
  test('the overview counts each issue once', () => {
    const view = stocks.overview('jp')
    expect([view.advancing, view.declining, view.unchanged]).toEqual([2, 1, 0])
    expect(view.indices.map((index) => index.id)).toEqual(['all', 'large', 'small'])
    expect(view.sectors.reduce((sum, sector) => sum + sector.issues, 0)).toBe(3)
  })
})
