import type { PriceTenths } from '#kernel/price.ts'
import { iso, type DateJst, type Ms } from '#kernel/time.ts'
import { listen } from '#platform/engine/event.ts'
import { weekEndOf, type Calendar } from '#modules/instruments/model/calendar.ts'
import type { Instrument } from '#modules/instruments/model/instrument.ts'
import {
  closingAt,
  lastOpenedDate,
  openingAt,
  phaseAt,
  type PhaseNow,
  type Schedule,
} from '#modules/instruments/model/schedule.ts'
import { sharesSplit } from '#modules/instruments/server/events.ts'
import type { InstrumentsPublic } from '#modules/instruments/server/public.ts'
import { NotFound, on, type AppContext, type Module } from '#modules/module.ts'
import type { StaffPublic } from '#modules/staff/server/public.ts'
import { faultsUntil, type ReplayFaults } from '#modules/venue/model/replay-faults.ts'
import type { MarketFeed, Quote, Venue } from '#modules/venue/server/ports.ts'
import * as contract from '../contract.ts'
import { getMonitor, getReplayFiles } from '../operator-contract.ts'
import { valuedTenths, withShares } from '../model/figures.ts'
import { tradeDateOfTime } from '../model/interval.ts'
import { barReader, type ReadBars } from './bars.ts'
import { keepBoards, type Boards } from './boards.ts'
import { readCloses } from './closes.ts'
import { keepGaps, type Gaps } from './gaps.ts'
import { halts as haltsTable, keepHalts } from './halts.ts'
import { readIndexCloses, type ReadIndexCloses } from './index-closes.ts'
import { monitorOf } from './monitor.ts'
import type { PastBars } from './past.ts'
import type { MarketPublic } from './public.ts'
import { publishMarket } from './publish.ts'
import { forgetAhead, newestDay, readGaps, recordedUntil, writeGap, type DayRow } from './queries.ts'
import { keepQuotes } from './quotes.ts'
import { keepMinutes, type Recorder } from './recorder.ts'
import { barList, gapList } from './row-lists.ts'
import { openSeries } from './series.ts'
import { keepWholeDays } from './whole-days.ts'
import { listStocks, type Stocks } from './stocks.ts'
import { keepYears } from './years.ts'
import { barView, depthView, quoteView, replayFilesView, stockView, tradeView } from './views.ts'

export type MarketSnapshot = {
  instruments: InstrumentsPublic
  feed: MarketFeed
  /**
   * The bars of the past: the simulated market's own history (`openSimulatedHistory`), or a replay's file.
   */
  past: PastBars
  /** The faults in a replay's files; null on the simulated market. */
  replayed: ReplayFaults | null
  staff: Pick<StaffPublic, 'register' | 'cases'>
  venue: Pick<Venue, 'stops' | 'sessions'>
}

const DEFAULT_ROWS = 30
const MOST_ROWS = 300
const DEFAULT_BARS = 300
const MOST_BARS = 2_000
/** Every exchange there is yet is simulated: the model's, and the replay, which fills orders by itself. */
const SIMULATED = true

/**
 * The market module: quotes, bars, lists, indices. Must be made before the venue starts, so that no trade is
 * missed.
 */
export function createMarket(
  context: AppContext,
  { instruments, feed, past, replayed, staff, venue }: MarketSnapshot,
): { module: Module; market: MarketPublic } {
  const { clock, calendar, schedule, bus } = context
  const now = () => clock.market()
  const phase = keptPhase(schedule, calendar, now)
  const date = () => lastOpenedDate(schedule, calendar, now())
  const codes = () => instruments.all().map((one) => one.code)
  const seed = context.config.keys.market.toString('hex')
  const quotes = keepQuotes(feed, clock)
  const priceNow = (code: string) => {
    const quote = quotes.get(code)
    return quote ? valuedTenths(quote) : null
  }
  const quoteOf = (code: string) => {
    const quote = wholeDays.get(code)
    return quote ? quoteView(quote, quotes.isStale(code), SIMULATED) : null
  }
  const source = past.holdsEveryDay ? 'interpolated' : 'traded'
  const dayBarOf = (quote: Quote, of: DayRow['source'] = source) => dayRowOf(quote, schedule, of)
  const dayBar = (code: string) => {
    const quote = wholeDays.get(code)
    return quote && dayBarOf(quote, quote.computed === null ? source : 'model')
  }

  const recorder = keepMinutes({
    feed,
    records: past.holdsEveryDay ? null : context,
    source,
    dayBarOf: (quote) => dayBarOf(quote),
    settle: (before) => series.settle(instruments.all(), before),
    dateOf: (at) => tradeDateOfTime(schedule, at),
    log: context.log,
  })
  const gaps = keepGaps({
    schedule,
    calendar,
    seed,
    records: context,
    log: context.log,
    past,
    now,
    codes,
    priceNow,
    sharesSince: instruments.actions.sharesSince,
  })
  const firstOwnDate = () => gaps.firstOwnDate() ?? date()
  /**
   * Shares of now for one of this day's close. The model's prices before this exchange's first day count as
   * adjusted.
   */
  const sharesSince = (code: string, day: DateJst) => {
    const eve = past.holdsEveryDay ? past.firstDate : calendar.previous(firstOwnDate())
    return instruments.actions.sharesSince(code, day > eve ? day : eve, quotes.get(code)?.tradeDate ?? date())
  }
  const sharesNow = (code: string) => sharesSince(code, past.firstDate)
  const counted = new Map<string, { day: DateJst; instrument: Instrument }>()
  /** An issue with its shares of now: counted once a day, since every order asks. */
  const instrumentNow = (code: string): Instrument | null => {
    const listed = instruments.get(code)
    if (listed === null) return null
    const day = quotes.get(code)?.tradeDate ?? date()
    const known = counted.get(code)
    if (known?.day === day) return known.instrument
    const instrument = withShares(listed, sharesNow(code))
    counted.set(code, { day, instrument })
    return instrument
  }
  const series = openSeries({
    schedule,
    calendar,
    records: context,
    past,
    gaps,
    now,
    date,
    priceNow,
    sharesSince,
    traded: recorder.today,
  })
  const wholeDays = keepWholeDays({ quotes, instruments, date, computedToday: series.computedToday })
  const halts = keepHalts(context, { staff, venue, isListed: (code) => instruments.get(code) !== null })
  const years = keepYears({ instruments, days: series.days, date, log: context.log })
  const stocks = listStocks({
    years,
    instruments,
    quotes: { ...quotes, get: wholeDays.get },
    past,
    schedule,
    phase,
    now,
    date,
    simulated: SIMULATED,
    today: series.today,
    sharesNow,
    halts: halts.now,
    monotonic: () => clock.monotonic(),
    text: (lang, key) => context.text(lang, key),
  })

  // An exchange that plans a day, or takes up again, has not forgotten what it lived.
  let livedTo: Ms = 0
  feed.onHeartbeat(() => {
    livedTo = Math.max(livedTo, feed.workedTo())
  })

  const market: MarketPublic = {
    livedTo: () => livedTo,
    instrument: instrumentNow,
    quote: (code) => quotes.get(code),
    dayQuote: wholeDays.get,
    depth: (code) => feed.depth(code),
    isStale: (code) => quotes.isStale(code),
    phase,
    nameOf: (code, lang) => instruments.nameOf(code, lang),
    lastPrices: (asked) => {
      const prices = new Map<string, PriceTenths>()
      for (const code of asked) {
        const price = priceNow(code)
        if (price !== null) prices.set(code, price)
      }
      return prices
    },
    ...readCloses({ feed, quotes, instruments, series, priceNow }),
    async dailyBars(code) {
      const listed = instruments.get(code)
      if (listed === null) return []
      const whole = await series.days(listed)
      const live = dayBar(code)
      return live !== null && live.tradeDate > (whole.at(-1)?.tradeDate ?? '') ? [...whole, live] : whole
    },
    overview: stocks.overview,
    hot: stocks.hot,
    closeWhileOff: gaps.closeWhileOff,
    firstOwnDate,
    lastRecorded: (code) => newestDay(context, code),
    halts: halts.now,
  }
  let stopPublishing = () => {}
  const module: Module = {
    name: 'market',
    tables: [haltsTable],
    macs: [barList(context.config), gapList(context.config)],
    routes: [
      ...routes({
        instruments,
        stocks,
        phase,
        schedule,
        calendar,
        now,
        quoteOf,
        sharesNow,
        boards: keepBoards(feed),
        faults: (code) => (replayed === null ? [] : faultsUntil(replayed, code, date())),
        closesOfIndex: readIndexCloses({
          instruments,
          firstPrice: past.firstPrice,
          dailyBars: market.dailyBars,
          sharesNow,
        }),
        bars: barReader({ schedule, calendar, past, series, date, dayBar }),
      })!,
      on(getMonitor, ({ lang }) =>
        monitorOf(
          {
            kind: context.config.market,
            instruments,
            quotes: { ...quotes, get: wholeDays.get },
            feed,
            sessions: () => venue.sessions?.() ?? [],
            phase,
            halts: halts.now,
            now,
          },
          lang,
        ),
      ),
      on(getReplayFiles, () => replayed && replayFilesView(replayed)),
    ],
    topics: topics(instruments, feed, quoteOf, stocks),
    listeners: [
      halts.listener,
      listen(sharesSplit, ({ code, exDate, shares }) => quotes.rebase(code, exDate, shares)),
    ],
    start: async () => {
      halts.start()
      stopPublishing = publishMarket({
        feed,
        bus,
        quotes,
        codes,
        quoteOf,
        wholeOf: wholeDays.of,
        simulated: SIMULATED,
        overview: () => stocks.overview('ja'),
        log: context.log,
      })
      await startRecording(context, past, gaps, recorder)
    },
    opened: () => {
      stocks
        .warm()
        .catch((error: unknown) => context.log.error({ err: error }, 'small charts could not be prepared'))
    },
    stop: async () => {
      stopPublishing()
      await recorder.flush(now())
    },
  }
  return { module, market }
}

/**
 * Every order asks for the phase several times: it is reckoned anew when it has changed, or when the clock
 * was set back.
 */
function keptPhase(schedule: Schedule, calendar: Calendar, now: () => Ms): () => PhaseNow {
  let known: PhaseNow | null = null
  let since = 0
  return () => {
    const at = now()
    if (known === null || at < since || at >= known.nextChangeAt) {
      known = phaseAt(schedule, calendar, at)
      since = at
    }
    return known
  }
}

/** The bar of a quote's day; null before its first trade. */
function dayRowOf(quote: Quote, schedule: Schedule, source: DayRow['source']): DayRow | null {
  const { code, tradeDate, openTenths, highTenths, lowTenths, lastTenths, volume } = quote
  if (openTenths === null || lastTenths === null) return null
  const at = openingAt(schedule, tradeDate)
  return {
    code,
    tradeDate,
    at,
    openTenths,
    highTenths: highTenths ?? lastTenths,
    lowTenths: lowTenths ?? lastTenths,
    closeTenths: lastTenths,
    volume,
    source,
  }
}

export { companyWorld } from '../model/company-world.ts'
export { makeWorld } from '../model/history-world.ts'
export { replayedPast } from './replayed-past.ts'
export type { PastBars } from './past.ts'
export { openSimulatedHistory } from './simulated-history.ts'

type RoutesDeps = {
  instruments: InstrumentsPublic
  stocks: Stocks
  bars: ReadBars
  closesOfIndex: ReadIndexCloses
  boards: Boards
  phase: MarketPublic['phase']
  schedule: Schedule
  calendar: Calendar
  now: () => Ms
  quoteOf: (code: string) => contract.QuoteView | null
  sharesNow: (code: string) => number
  faults: (code: string) => contract.StockView['faults']
}

function routes({
  instruments,
  stocks,
  bars,
  boards,
  phase,
  schedule,
  calendar,
  now,
  quoteOf,
  sharesNow,
  faults,
  closesOfIndex,
}: RoutesDeps): Module['routes'] {
  const listed = (code: string) => {
    const instrument = instruments.get(code)
    if (!instrument) throw new NotFound()
    return instrument
  }
  return [
    on(contract.listStocks, ({ query, lang }) =>
      stocks.list(
        {
          ...query,
          limit: Math.min(Number(query.limit ?? DEFAULT_ROWS), MOST_ROWS),
          offset: Number(query.offset ?? 0),
        },
        lang,
      ),
    ),
    on(contract.screenStocks, ({ query: { sectors, kind, sort = 'code', limit, offset, ...bounds }, lang }) =>
      stocks.screen(
        {
          screen: {
            ...(sectors === undefined ? {} : { sectors: sectors.split(',') }),
            ...(kind === undefined ? {} : { kind }),
            ...Object.fromEntries(Object.entries(bounds).map(([bound, text]) => [bound, Number(text)])),
          },
          sort,
          limit: Math.min(Number(limit ?? DEFAULT_ROWS), MOST_ROWS),
          offset: Number(offset ?? 0),
        },
        lang,
      ),
    ),
    on(contract.getStock, ({ params, lang }) => {
      const instrument = listed(params.code)
      const quote = quoteOf(params.code)
      const company = stocks.company(instrument)
      if (!quote || !company) throw new NotFound()
      const session = phase()
      const day = {
        ...session,
        closesAt: closingAt(schedule, session.tradeDate),
        weekClosesAt: closingAt(schedule, weekEndOf(calendar, session.tradeDate)),
        schedule: schedule.id,
      }
      return {
        ...stockView(withShares(instrument, sharesNow(params.code)), quote, company, day, lang),
        faults: faults(params.code),
      }
    }),
    on(contract.getBars, async ({ params, query }) => {
      const before = query.before === undefined ? null : Date.parse(query.before)
      const limit = Math.min(Math.max(Number(query.limit ?? DEFAULT_BARS), 1), MOST_BARS)
      return (await bars(listed(params.code), query.interval, { before, limit })).map(barView)
    }),
    on(contract.getDepth, async ({ params }) =>
      depthView(await boards.depth(listed(params.code).code, now()), SIMULATED),
    ),
    on(contract.getTrades, ({ params }) => boards.trades(listed(params.code).code).map(tradeView)),
    on(contract.getIndexCloses, async ({ params, query: { interval, limit } }) => {
      const most = Math.min(Math.max(Number(limit ?? DEFAULT_BARS), 1), MOST_BARS)
      const closes = await closesOfIndex(params.id, interval, most)
      return closes.map(({ at, value }) => ({ at: iso(at), value }))
    }),
    on(contract.getMarket, ({ lang }) => stocks.overview(lang)),
  ]
}

function topics(
  instruments: InstrumentsPublic,
  feed: MarketFeed,
  quoteOf: (code: string) => contract.QuoteView | null,
  stocks: Stocks,
): Module['topics'] {
  /** undefined: there is no such issue, so there is no such topic. */
  const ofListed =
    (read: (code: string) => unknown) =>
    (_: string, [code = '']: readonly string[]) =>
      instruments.get(code) ? read(code) : undefined
  return [
    { topic: contract.quoteTopic, snapshot: ofListed(quoteOf) },
    {
      topic: contract.depthTopic,
      snapshot: ofListed((code) => {
        const depth = feed.depth(code)
        return depth && depthView(depth, SIMULATED)
      }),
    },
    { topic: contract.tradesTopic, snapshot: ofListed(() => null) },
    { topic: contract.marketTopic, snapshot: () => stocks.overview('ja') },
  ]
}

/**
 * Takes up today's bars, and says for how long the exchange was off: since the last record, or by a jump of
 * the demo clock.
 */
async function startRecording(context: AppContext, past: PastBars, gaps: Gaps, recorder: Recorder) {
  const { clock, schedule, calendar, log } = context
  const now = clock.market()
  const opening = openingAt(schedule, phaseAt(schedule, calendar, now).tradeDate)
  if (past.holdsEveryDay) return

  if (clock.cameBack && ((await recordedUntil(context)) ?? now) > now)
    log.warn(
      { minutes: await forgetAhead(context, now) },
      'prices of a clock that was ahead are no longer shown',
    )
  const known = await readGaps(context)
  for (const { gap, prices } of known) await gaps.add(gap, prices)
  const off = async (from: Ms, to: Ms) => {
    const gap = { from, to: Math.max(from, to) }
    await Promise.all([gaps.add(gap), writeGap(context, gap)])
  }
  // A start that was killed before it recorded anything has its own gap, whose prices may be kept.
  await off(Math.max((await recordedUntil(context)) ?? opening, known.at(-1)?.gap.to ?? 0), now)
  await recorder.resume(lastOpenedDate(schedule, calendar, now))
  clock.onJump((from, to) => {
    off(from, to).catch((error: unknown) =>
      log.error({ err: error }, 'a jump of the clock could not be recorded'),
    )
  })
}
