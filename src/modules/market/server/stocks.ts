import { type DateJst, iso, type Ms, SECOND } from '#kernel/time.ts'
import { langOf } from '#i18n/lang.ts'
import type { SearchMatch } from '#modules/instruments/model/search.ts'
import type { Instrument } from '#modules/instruments/model/instrument.ts'
import { closingAt, openingAt, type PhaseNow, type Schedule } from '#modules/instruments/model/schedule.ts'
import { SECTOR_NAMES, type SectorId } from '#modules/instruments/model/sectors.ts'
import type { InstrumentsPublic } from '#modules/instruments/server/public.ts'
import type { CompanyView, HaltView, MarketView, StockRow } from '../contract.ts'
import { changeBpOf, marketCapOf, withShares, type Figures } from '../model/figures.ts'
import type { SourcedBar } from '../model/interval.ts'
import { breadthOf, indexValue, marketIndices, sectorsOf, type MarketIndex } from '../model/market-index.ts'
import { phaseUntil } from '../model/phase-until.ts'
import { hottest, ranked, type Ranking } from '../model/ranking.ts'
import { matches, type Screen } from '../model/screen.ts'
import { keepCompanies } from './company.ts'
import type { PastBars } from './past.ts'
import type { Quotes } from './quotes.ts'
import { keepSparks, kept, type Sparks } from './sparks.ts'
import type { WholeDays } from './whole-days.ts'
import type { Years } from './years.ts'
import { companyView, figuresOf, quoteView, ratiosOf } from './views.ts'

export type ListQuery = {
  query?: string
  sort?: Ranking | 'relevance'
  sector?: string
  codes?: string
  limit: number
  offset: number
}

export type ScreenQuery = { screen: Screen; sort: Ranking; limit: number; offset: number }

export type Stocks = {
  list(query: ListQuery, lang: string): StockRow[]
  /** The issues that keep the screen's bounds. */
  screen(query: ScreenQuery, lang: string): { total: number; rows: StockRow[] }
  /** Null: never a word from the feed. */
  company(instrument: Instrument): CompanyView | null
  hot(count: number, lang: string): StockRow[]
  overview(lang: string): MarketView
  /**
   * Computes what today's small charts need, issue by issue, letting others work in between. Indices have
   * none before.
   */
  warm(): Promise<void>
}

type Deps = {
  instruments: InstrumentsPublic
  quotes: Pick<Quotes, 'isSilent'> & Pick<WholeDays, 'get'>
  past: PastBars
  schedule: Schedule
  phase: () => PhaseNow
  /** The trade date that is on, and the minute bars of an issue on it. */
  date: () => DateJst
  today: (instrument: Instrument) => readonly SourcedBar[]
  now: () => Ms
  /** Machine time, for how long answers are kept: market time may run an hour a second. */
  monotonic: () => Ms
  text: (lang: string, key: string) => string
  /** Shares of now for one of the beginning, by splits since. */
  sharesNow: (code: string) => number
  years: Years
  halts: () => HaltView[]
  simulated: boolean
}

/** Lists and the market's overview; all from memory. */
export function listStocks(deps: Deps): Stocks {
  const { instruments, quotes, now } = deps
  const indices = marketIndices(instruments.all(), deps.past.firstPrice)
  const openedAt = () => openingAt(deps.schedule, deps.date())
  const sparks = keepSparks({
    instruments,
    quotes,
    now,
    sharesNow: deps.sharesNow,
    openedAt,
    today: deps.today,
    monotonic: deps.monotonic,
  })

  const companies = keepCompanies({ instruments, schedule: deps.schedule, date: deps.date, now })
  const withSharesNow = (instrument: Instrument) => withShares(instrument, deps.sharesNow(instrument.code))

  const figuresOfIssue = (listed: Instrument): Figures | null => {
    const instrument = withSharesNow(listed)
    const quote = quotes.get(instrument.code)
    return quote && figuresOf(instrument, quote, companies.of(instrument), deps.years.of(instrument.code))
  }
  const figuresFor = (some: readonly Instrument[]): Figures[] =>
    some.map(figuresOfIssue).filter((figures) => figures !== null)
  const row = (figures: Figures, lang: string): StockRow => {
    const { instrument } = figures
    const { code } = instrument
    return {
      marketCap: marketCapOf(figures),
      ...ratiosOf(figures),
      code,
      name: instruments.nameOf(code, lang),
      sector: instrument.sector,
      kind: instrument.kind,
      quote: quoteView(quotes.get(code)!, quotes.isSilent(), deps.simulated),
      spark: sparks.of(code),
    }
  }
  const partOfDay = () => {
    const [from, to] = [openedAt(), closingAt(deps.schedule, deps.date())]
    return Math.min(Math.max((now() - from) / (to - from), 0), 1)
  }

  return {
    overview: kept(deps.monotonic, SECOND, (lang) =>
      overviewOf(figuresFor(instruments.all()), indices, sparks, deps, lang),
    ),
    warm: async () => {
      await companies.warm(withSharesNow)
      await sparks.warm()
      await deps.years.warm()
    },
    company(instrument) {
      const figures = figuresOfIssue(instrument)
      return figures && companyView(companies.of(figures.instrument), figures)
    },
    screen({ screen, sort, limit, offset }, lang) {
      const found = ranked(
        figuresFor(instruments.all()).filter((one) => matches(one, screen)),
        sort,
      )
      return { total: found.length, rows: found.slice(offset, offset + limit).map((one) => row(one, lang)) }
    },
    hot: (count, lang) =>
      hottest(figuresFor(instruments.all()), count, partOfDay()).map((one) => row(one, lang)),
    list(query, lang) {
      const hits = query.query?.trim() ? instruments.search(query.query, langOf(lang)) : null
      const found = figuresFor(chosen(query, instruments, hits))
      const sort = query.sort ?? (query.query || query.codes ? 'relevance' : 'code')
      const sorted = sort === 'relevance' ? found : ranked(found, sort)
      return sorted
        .slice(query.offset, query.offset + query.limit)
        .map((one) => ({ ...row(one, lang), ...readingOf(one.instrument, query.query ?? '', hits) }))
    },
  }
}

/** The reading of an issue by which alone a search found it: Latin letters for Latin ones, else kana. */
function readingOf(
  { code, kana, romaji }: Instrument,
  query: string,
  hits: readonly SearchMatch[] | null,
): Pick<StockRow, 'reading'> {
  const hit = hits?.find(({ instrument }) => instrument.code === code)
  if (hit?.field !== 'reading') return {}
  return { reading: /[a-z]/i.test(query.normalize('NFKC')) ? romaji : kana }
}

/** The issues, before they are sorted; in the order of the search or of the codes where there were some. */
function chosen(
  { sector, codes }: ListQuery,
  instruments: InstrumentsPublic,
  hits: readonly SearchMatch[] | null,
): readonly Instrument[] {
  const wanted =
    hits !== null
      ? hits.map((match) => match.instrument)
      : codes === undefined
        ? instruments.all()
        : codes
            .split(',')
            .map((code) => instruments.get(code))
            .filter((one) => one !== null)
  return sector === undefined ? wanted : wanted.filter((instrument) => instrument.sector === sector)
}

function overviewOf(
  rows: readonly Figures[],
  indices: readonly MarketIndex[],
  sparks: Sparks,
  deps: Pick<Deps, 'schedule' | 'phase' | 'text' | 'simulated' | 'sharesNow' | 'halts'>,
  lang: string,
): MarketView {
  const { phase, tradeDate, nextChangeAt } = deps.phase()
  const byCode = new Map(rows.map((one) => [one.instrument.code, one]))
  return {
    phase,
    phaseEndsAt: iso(nextChangeAt),
    tradeDate,
    openUntil: iso(phaseUntil(phase, nextChangeAt, closingAt(deps.schedule, tradeDate))),
    indices: indices.map((index) => {
      const valueAt = (tenths: 'nowTenths' | 'baseTenths') =>
        indexValue(index, (code) => {
          const one = byCode.get(code)
          return one === undefined ? null : one[tenths] * deps.sharesNow(code)
        })
      const [value, previousValue] = [valueAt('nowTenths'), valueAt('baseTenths')]
      return {
        id: index.id,
        name: deps.text(lang, `market.index.${index.id}`),
        value,
        previousValue,
        changeBp: changeBpOf(value, previousValue),
        spark: sparks.ofIndex(index),
      }
    }),
    sectors: sectorsOf(rows).map(({ id, changeBp, marketCapYen, issues }) => ({
      id,
      name: SECTOR_NAMES[id as SectorId][langOf(lang)],
      changeBp,
      marketCap: marketCapYen,
      issues,
    })),
    ...breadthOf(rows),
    halts: deps.halts(),
    simulated: deps.simulated,
  }
}
