import { yenOf } from '#kernel/price.ts'
import { iso, type Ms } from '#kernel/time.ts'
import { langOf } from '#i18n/lang.ts'
import type { ResultsFigures } from '#modules/instruments/model/earnings.ts'
import type { Instrument } from '#modules/instruments/model/instrument.ts'
import type { PhaseNow, ScheduleId } from '#modules/instruments/model/schedule.ts'
import { SECTOR_NAMES } from '#modules/instruments/model/sectors.ts'
import type { ReplayFaults } from '#modules/venue/model/replay-faults.ts'
import type { Depth, Quote, Trade } from '#modules/venue/server/ports.ts'
import type {
  BarView,
  CompanyView,
  DepthView,
  QuoteView,
  StockRow,
  StockView,
  TradeView,
} from '../contract.ts'
import type { CompanyFigures } from '../model/company.ts'
import {
  aboveLowBpOf,
  belowHighBpOf,
  changeBpOf,
  pbrHundredthsOf,
  perTenthsOf,
  surgeTenthsOf,
  todayFromTenths,
  valuedTenths,
  yieldBpOf,
  type Figures,
} from '../model/figures.ts'
import type { SourcedBar } from '../model/interval.ts'
import { phaseUntil } from '../model/phase-until.ts'
import type { WholeQuote } from '../model/whole-day.ts'
import { withToday, type YearFigures } from '../model/year.ts'
import type { ReplayFilesView } from '../operator-contract.ts'

/** Tenths as a figure with one decimal. */
const yenOrNull = (tenths: number | null) => (tenths === null ? null : yenOf(tenths))

/**
 * A quote as it stands on the wire. The previous close is the one that today counts from (`todayFromTenths`).
 */
export function quoteView(quote: WholeQuote, stale: boolean, simulated: boolean): QuoteView {
  const { lastTenths: last } = quote
  const base = todayFromTenths(quote)
  return {
    code: quote.code,
    last: yenOrNull(last),
    previousClose: yenOf(base),
    change: last === null ? null : yenOf(last - base),
    changeBp: last === null ? null : changeBpOf(last, base),
    open: yenOrNull(quote.openTenths),
    high: yenOrNull(quote.highTenths),
    low: yenOrNull(quote.lowTenths),
    vwap: yenOrNull(quote.vwapTenths),
    volume: quote.volume,
    turnover: quote.turnoverYen,
    bid: yenOrNull(quote.bidTenths),
    bidSize: quote.bidQty,
    ask: yenOrNull(quote.askTenths),
    askSize: quote.askQty,
    upperLimit: yenOf(quote.upperLimitTenths),
    lowerLimit: yenOf(quote.lowerLimitTenths),
    state: quote.state,
    indication: indicationView(quote.indication),
    shortRestricted: quote.shortRestricted,
    firstDay: quote.firstDay,
    stale,
    at: iso(quote.at),
    tradeDate: quote.tradeDate,
    computed: quote.computed && {
      from: iso(quote.computed.from),
      to: iso(quote.computed.to),
      volume: quote.computed.volume,
    },
    simulated,
  }
}

const indicationView = (indication: Quote['indication']): QuoteView['indication'] =>
  indication && {
    side: indication.side === 'BUY' ? 'buy' : 'sell',
    price: yenOf(indication.priceTenths),
    until: iso(indication.until),
  }

/** The figures of a quote that lists and indices need. */
export const figuresOf = (
  instrument: Instrument,
  quote: Quote,
  {
    earningsTenths,
    bookTenths,
    dividendTenths,
  }: Pick<Figures, 'earningsTenths' | 'bookTenths' | 'dividendTenths'>,
  year: YearFigures | null,
): Figures => ({
  instrument,
  nowTenths: valuedTenths(quote),
  baseTenths: todayFromTenths(quote),
  traded: quote.lastTenths !== null,
  volume: quote.volume,
  turnoverYen: quote.turnoverYen,
  earningsTenths,
  bookTenths,
  dividendTenths,
  year: withToday(year, quote),
})

export function depthView(depth: Depth, simulated: boolean): DepthView {
  const levels = (side: Depth['bids']): [number, number][] =>
    side.map(([price, quantity]) => [yenOf(price), quantity])
  return {
    code: depth.code,
    bids: levels(depth.bids),
    asks: levels(depth.asks),
    over: depth.over,
    under: depth.under,
    marketBuy: depth.marketBuyQty,
    marketSell: depth.marketSellQty,
    at: iso(depth.at),
    simulated,
  }
}

const AGGRESSORS = { BUY: 'buy', SELL: 'sell', AUCTION: 'auction' } as const
export const tradeView = (trade: Trade): TradeView => ({
  no: trade.no,
  at: iso(trade.at),
  price: yenOf(trade.priceTenths),
  quantity: trade.quantity,
  aggressor: AGGRESSORS[trade.aggressor],
})

export const barView = (bar: SourcedBar): BarView => ({
  at: iso(bar.at),
  open: yenOf(bar.openTenths),
  high: yenOf(bar.highTenths),
  low: yenOf(bar.lowTenths),
  close: yenOf(bar.closeTenths),
  volume: bar.volume,
  source: bar.source,
})

const resultsFigures = ({ salesYen, operatingYen, profitYen }: ResultsFigures) => ({
  sales: salesYen,
  operating: operatingYen,
  profit: profitYen,
})

const hundredthsOf = (value: number | null): number | null => (value === null ? null : value / 100)

/** Figures about the price as the lists reckon them. */
export const ratiosOf = (
  figures: Figures,
): Pick<StockRow, 'per' | 'pbr' | 'yieldBp' | 'surge' | 'belowHighBp' | 'aboveLowBp'> => ({
  per: yenOrNull(perTenthsOf(figures)),
  pbr: hundredthsOf(pbrHundredthsOf(figures)),
  yieldBp: yieldBpOf(figures),
  surge: yenOrNull(surgeTenthsOf(figures)),
  belowHighBp: belowHighBpOf(figures),
  aboveLowBp: aboveLowBpOf(figures),
})

export function companyView(
  { results, next, earningsTenths, bookTenths, dividendTenths }: CompanyFigures,
  figures: Figures,
): CompanyView {
  const { per, pbr, yieldBp } = ratiosOf(figures)
  return {
    per,
    pbr,
    yieldBp,
    yearHigh: yenOrNull(figures.year?.highTenths ?? null),
    yearLow: yenOrNull(figures.year?.lowTenths ?? null),
    usualVolume: figures.year?.usualVolume ?? null,
    eps: yenOrNull(earningsTenths),
    bps: yenOrNull(bookTenths),
    dividend: yenOrNull(dividendTenths),
    results: results && {
      businessYear: results.businessYear,
      quarter: results.quarter,
      periodEnd: results.periodEnd,
      announcedOn: results.announcedOn,
      figures: resultsFigures(results),
      equity: results.equityYen,
      forecastYear: results.forecastYear,
      forecast: resultsFigures(results.forecast),
    },
    next: next && {
      announcedOn: next.announcedOn,
      businessYear: next.businessYear,
      quarter: next.quarter,
      periodEnd: next.periodEnd,
    },
  }
}

/** Everything about one issue. Capitalisation is unknown (null) where the number of shares is. */
export function stockView(
  instrument: Instrument,
  quote: QuoteView,
  company: CompanyView,
  phase: PhaseNow & { readonly closesAt: Ms; readonly weekClosesAt: Ms; readonly schedule: ScheduleId },
  lang: string,
): Omit<StockView, 'faults'> {
  const language = langOf(lang)
  const price = quote.last ?? quote.previousClose
  return {
    id: instrument.code,
    status: quote.state,
    code: instrument.code,
    name: instrument.names[language],
    names: instrument.names,
    kana: instrument.kana,
    sector: instrument.sector,
    sectorName: SECTOR_NAMES[instrument.sector][language],
    kind: instrument.kind,
    unit: instrument.unit,
    tickTable: instrument.tickTable,
    sharesOutstanding: instrument.sharesOutstanding,
    marketCap: instrument.sharesOutstanding > 0 ? Math.round(price * instrument.sharesOutstanding) : null,
    profile: instrument.profile[language],
    company,
    quote,
    phase: phase.phase,
    phaseEndsAt: iso(phase.nextChangeAt),
    tradeDate: phase.tradeDate,
    closesAt: iso(phase.closesAt),
    openUntil: iso(phaseUntil(phase.phase, phase.nextChangeAt, phase.closesAt)),
    weekClosesAt: iso(phase.weekClosesAt),
    alwaysOpen: phase.schedule === 'always-open',
    simulated: instrument.simulated,
  }
}

/** Rows and days that are shown; the others are counted. */
const FILES_SHOWN = 200

export const replayFilesView = ({ refused, faults }: ReplayFaults): ReplayFilesView => ({
  refusedCount: refused.length,
  refused: refused.slice(0, FILES_SHOWN).map((row) => ({ ...row })),
  faultCount: faults.length,
  faults: faults.slice(0, FILES_SHOWN).map((fault) => ({ ...fault })),
})
