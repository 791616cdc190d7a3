import * as z from 'zod/mini'
import { TICK_TABLES } from '#modules/instruments/model/instrument.ts'
import { route } from '#wire/route.ts'
import { topic } from '#wire/topic.ts'
import {
  DateText,
  Instant,
  IssueCode,
  BasisPointsFigure,
  PriceFigure,
  QuantityFigure,
  YenFigure,
} from '#wire/values.ts'
import { REPLAY_FAULTS } from '#modules/venue/model/replay-faults.ts'
import { RANKINGS } from './model/ranking.ts'
import { BOUNDS, type Bound } from './model/screen.ts'

const Price = z.number()
const MaybePrice = z.nullable(z.number())

export const QUOTE_STATES = [
  'pre-open',
  'trading',
  'special',
  'sequential',
  'limit',
  'halted',
  'closed',
] as const

/** Prices in yen, sizes in shares, `turnover` in yen. Null is unknown or none yet, never 0. */
export const QuoteView = z.object({
  code: IssueCode,
  last: MaybePrice,
  previousClose: Price,
  change: MaybePrice,
  /** Change in basis points of the previous close: 211 is +2.11 %. */
  changeBp: z.nullable(BasisPointsFigure),
  open: MaybePrice,
  high: MaybePrice,
  low: MaybePrice,
  vwap: MaybePrice,
  volume: QuantityFigure,
  turnover: YenFigure,
  bid: MaybePrice,
  bidSize: QuantityFigure,
  ask: MaybePrice,
  askSize: QuantityFigure,
  upperLimit: Price,
  lowerLimit: Price,
  state: z.enum(QUOTE_STATES),
  /**
   * A special or sequential trade quote that stands instead of trading: who presses, at which price, when it
   * is renewed or ends.
   */
  indication: z.nullable(z.object({ side: z.enum(['buy', 'sell']), price: Price, until: Instant })),
  /** Margin short sales are under the price rule after a fall of 10 %. */
  shortRestricted: z.boolean(),
  /** A new listing before its first price: no market orders. */
  firstDay: z.boolean(),
  /** No message from the feed for 3 s: the figures are old, market orders are refused. */
  stale: z.boolean(),
  at: Instant,
  tradeDate: DateText,
  /**
   * The part of the day for which the exchange was off: open, high, low, volume, turnover and VWAP hold what
   * the model computes of it (`volume`: so many shares), as the bars do. Null: all of the day was traded.
   */
  computed: z.nullable(z.object({ from: Instant, to: Instant, volume: QuantityFigure })),
  simulated: z.boolean(),
})
export type QuoteView = z.output<typeof QuoteView>

/**
 * One row of a list: `spark` holds today's closes of about 30 equal steps, oldest first; `reading` is there
 * where a search found the issue by it and not by its name, in the letters of the search.
 */
export const StockRow = z.object({
  code: IssueCode,
  name: z.string(),
  reading: z.optional(z.string()),
  sector: z.string(),
  kind: z.enum(['stock', 'etf']),
  quote: QuoteView,
  spark: z.array(z.number()),
  /**
   * Yen; times what a share is expected to earn, one decimal, and times its equity, two; dividends of
   * twelve months over the price, in basis points; today's volume in times of a usual day's, one decimal;
   * distances from the high and the low of 52 weeks, in basis points of them. Null: unknown, or a loss.
   */
  marketCap: z.nullable(YenFigure),
  per: z.nullable(z.number()),
  pbr: z.nullable(z.number()),
  yieldBp: z.nullable(BasisPointsFigure),
  surge: z.nullable(z.number()),
  belowHighBp: z.nullable(BasisPointsFigure),
  aboveLowBp: z.nullable(BasisPointsFigure),
})
export type StockRow = z.output<typeof StockRow>

export const SORTS = ['relevance', ...RANKINGS] as const
export const listStocks = route({
  name: 'listStocks',
  method: 'GET',
  path: '/stocks',
  access: 'public',
  sameForAll: true,
  query: z.strictObject({
    query: z.optional(z.string().check(z.maxLength(40))),
    sort: z.optional(z.enum(SORTS)),
    sector: z.optional(z.string().check(z.maxLength(20))),
    codes: z.optional(z.string().check(z.maxLength(600))),
    limit: z.optional(z.string().check(z.regex(/^\d{1,3}$/))),
    offset: z.optional(z.string().check(z.regex(/^\d{1,5}$/))),
  }),
  output: z.array(StockRow),
})

/** Bounds of a screen (`model/screen.ts` has their units), `sectors` with commas. */
const BoundText = z.optional(z.string().check(z.regex(/^-?\d{1,9}(\.\d{1,2})?$/)))
const Bounds = Object.fromEntries(BOUNDS.map((bound) => [bound, BoundText])) as Record<
  Bound,
  typeof BoundText
>
/** The issues that keep all of its bounds; `total` counts them, `rows` holds a page. */
export const screenStocks = route({
  name: 'screenStocks',
  method: 'GET',
  path: '/screener',
  access: 'public',
  sameForAll: true,
  query: z.strictObject({
    ...Bounds,
    sectors: z.optional(z.string().check(z.maxLength(200))),
    kind: z.optional(z.enum(['stock', 'etf'])),
    sort: z.optional(z.enum(RANKINGS)),
    limit: z.optional(z.string().check(z.regex(/^\d{1,3}$/))),
    offset: z.optional(z.string().check(z.regex(/^\d{1,5}$/))),
  }),
  output: z.object({ total: z.int(), rows: z.array(StockRow) }),
})

/** Whole yen (to the million) since the business year began, and for the whole of it; a loss below 0. */
export const ResultsFigures = z.object({ sales: z.int(), operating: z.int(), profit: YenFigure })
/**
 * The record of a company and of its last 52 weeks with today, as of now. `usualVolume`: a day's, of the last
 * 25. A share's figures are in yen, of the shares of now. Null: nothing is
 * known, or there is none.
 */
export const CompanyView = z.object({
  eps: z.nullable(z.number()),
  per: z.nullable(z.number()),
  bps: z.nullable(z.number()),
  pbr: z.nullable(z.number()),
  dividend: z.nullable(z.number()),
  yieldBp: z.nullable(BasisPointsFigure),
  yearHigh: z.nullable(PriceFigure),
  yearLow: z.nullable(PriceFigure),
  usualVolume: z.nullable(QuantityFigure),
  results: z.nullable(
    z.object({
      businessYear: z.int(),
      quarter: z.int(),
      periodEnd: DateText,
      announcedOn: DateText,
      figures: ResultsFigures,
      equity: YenFigure,
      forecastYear: z.int(),
      forecast: ResultsFigures,
    }),
  ),
  next: z.nullable(
    z.object({ announcedOn: DateText, businessYear: z.int(), quarter: z.int(), periodEnd: DateText }),
  ),
})
export type CompanyView = z.output<typeof CompanyView>

export const StockView = z.object({
  id: IssueCode,
  status: z.enum(QUOTE_STATES),
  code: IssueCode,
  name: z.string(),
  names: z.record(z.string(), z.string()),
  kana: z.string(),
  sector: z.string(),
  sectorName: z.string(),
  kind: z.enum(['stock', 'etf']),
  /** Trading unit in shares; prices move on the tick table named here (facts: tick sizes). */
  unit: z.int(),
  tickTable: z.enum(TICK_TABLES),
  sharesOutstanding: QuantityFigure,
  marketCap: z.nullable(YenFigure),
  profile: z.string(),
  company: CompanyView,
  quote: QuoteView,
  /**
   * Of a replay: days up to this one, newest first and five at most, that the file does not give as they can
   * have been.
   */
  faults: z.array(z.object({ date: DateText, kind: z.enum(REPLAY_FAULTS) })),
  /** Phase of the market now, and when it changes next. */
  phase: z.string(),
  phaseEndsAt: Instant,
  /** The trading day that a day order of now is for, and the closing auction after which it lapses. */
  tradeDate: DateText,
  closesAt: Instant,
  /** The end of the phase as people name it: of the last continuous trading, `closesAt`. */
  openUntil: Instant,
  /** The end of the week's last trading day: orders for the week lapse then. */
  weekClosesAt: Instant,
  /** The market trades on every day of the calendar, nights, weekends and holidays included. */
  alwaysOpen: z.boolean(),
  simulated: z.boolean(),
})
export type StockView = z.output<typeof StockView>
const ByCode = z.strictObject({ code: IssueCode })
export const getStock = route({
  name: 'getStock',
  method: 'GET',
  path: '/stocks/{code}',
  access: 'public',
  params: ByCode,
  output: StockView,
})

export const INTERVALS = ['1m', '3m', '5m', '7m', '15m', '30m', '45m', '60m', '1d', '1w', '1M'] as const
export type Interval = (typeof INTERVALS)[number]
/** Start of the bar, open, high, low, close in yen, volume in shares. */
export const BarView = z.object({
  at: Instant,
  open: Price,
  high: Price,
  low: Price,
  close: Price,
  volume: QuantityFigure,
  /**
   * History computed by the model, or a replayed day's interpolated path; otherwise traded on this exchange.
   */
  source: z.enum(['model', 'traded', 'real', 'interpolated']),
})
export type BarView = z.output<typeof BarView>
export const getBars = route({
  name: 'getBars',
  method: 'GET',
  path: '/stocks/{code}/bars',
  access: 'public',
  sameForAll: true,
  params: ByCode,
  query: z.strictObject({
    interval: z.enum(INTERVALS),
    /** Bars before this instant (paging back); newest otherwise. */
    before: z.optional(z.iso.datetime()),
    limit: z.optional(z.string().check(z.regex(/^\d{1,4}$/))),
  }),
  output: z.array(BarView),
})

export const Level = z.tuple([z.number(), z.int()])
export const DepthView = z.object({
  code: IssueCode,
  /** Best first, at most ten each: [price in yen, shares]. */
  bids: z.array(Level),
  asks: z.array(Level),
  /** Shares beyond the levels shown. */
  over: z.int(),
  under: z.int(),
  marketBuy: z.int(),
  marketSell: z.int(),
  at: Instant,
  simulated: z.boolean(),
})
export type DepthView = z.output<typeof DepthView>
export const getDepth = route({
  name: 'getDepth',
  method: 'GET',
  path: '/stocks/{code}/depth',
  access: 'public',
  params: ByCode,
  output: DepthView,
})

export const TradeView = z.object({
  no: z.int(),
  at: Instant,
  price: Price,
  quantity: QuantityFigure,
  aggressor: z.enum(['buy', 'sell', 'auction']),
})
export type TradeView = z.output<typeof TradeView>
export const getTrades = route({
  name: 'getTrades',
  method: 'GET',
  path: '/stocks/{code}/trades',
  access: 'public',
  params: ByCode,
  output: z.array(TradeView),
})

export const IndexView = z.object({
  id: z.enum(['all', 'large', 'small']),
  name: z.string(),
  /** Index points × 100. */
  value: z.int(),
  previousValue: z.int(),
  changeBp: BasisPointsFigure,
  spark: z.array(z.number()),
})
export const SectorView = z.object({
  id: z.string(),
  name: z.string(),
  changeBp: BasisPointsFigure,
  marketCap: YenFigure,
  issues: z.int(),
})
/**
 * A halt by people of the firm, for safety: of an issue by its code, or of `market`. `since`: market time.
 */
export const HaltView = z.object({
  subject: z.string(),
  since: Instant,
  reason: z.enum(['feed', 'disorderly', 'system']),
})
export type HaltView = z.output<typeof HaltView>
export const MarketView = z.object({
  phase: z.string(),
  phaseEndsAt: Instant,
  tradeDate: DateText,
  /** The end of the phase as people name it: of the last continuous trading, the day's close. */
  openUntil: Instant,
  indices: z.array(IndexView),
  sectors: z.array(SectorView),
  advancing: z.int(),
  declining: z.int(),
  unchanged: z.int(),
  halts: z.array(HaltView),
  simulated: z.boolean(),
})
export type MarketView = z.output<typeof MarketView>
export const getMarket = route({
  name: 'getMarket',
  method: 'GET',
  path: '/market',
  access: 'public',
  sameForAll: true,
  output: MarketView,
})

/** Closes of an index, oldest first, of days, weeks or months, in points × 100. */
export const getIndexCloses = route({
  name: 'getIndexCloses',
  method: 'GET',
  path: '/indices/{id}/closes',
  access: 'public',
  sameForAll: true,
  params: z.strictObject({ id: IndexView.shape.id }),
  query: z.strictObject({
    interval: z.enum(['1d', '1w', '1M']),
    limit: z.optional(z.string().check(z.regex(/^\d{1,4}$/))),
  }),
  output: z.array(z.object({ at: Instant, value: z.int() })),
})

/** `quote/S214`: newest quote, at most ten a second. */
export const quoteTopic = topic<QuoteView>({ name: 'quote/{code}', kind: 'latest', access: 'public' })
/** `depth/S214`: ten levels each side. */
export const depthTopic = topic<DepthView>({ name: 'depth/{code}', kind: 'latest', access: 'public' })
/** `trades/S214`: prints since the last message. */
export const tradesTopic = topic<TradeView[]>({ name: 'trades/{code}', kind: 'log', access: 'public' })
/** `market`: indices, breadth, phase; once a second. */
export const marketTopic = topic<MarketView>({ name: 'market', kind: 'latest', access: 'public' })
