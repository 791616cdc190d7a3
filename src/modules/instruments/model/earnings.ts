import type { Yen } from '#kernel/money.ts'
import { seeded } from '#kernel/random.ts'
import { addDays, type DateJst, lastDayOfMonth, monthText } from '#kernel/time.ts'
import { remembered, type Calendar } from './calendar.ts'
import { habitsOf, type LevelOf } from './corporate-actions.ts'
import type { Instrument, Issues } from './instrument.ts'

export const QUARTERS = [1, 2, 3, 4] as const
export type Quarter = (typeof QUARTERS)[number]

/**
 * A company publishes the results of a quarter; its figures are those since its business year began. The date
 * is known long before.
 */
export type ResultsDate = {
  readonly code: string
  /** The calendar year in which the business year ends. */
  readonly businessYear: number
  readonly quarter: Quarter
  /** Last day of the quarter. */
  readonly periodEnd: DateJst
  /** A trading day; published at its opening auction. */
  readonly announcedOn: DateJst
}
/** Whole yen (to the million) of the whole company, so that no split moves them. A loss is below 0. */
export type ResultsFigures = { readonly salesYen: Yen; readonly operatingYen: Yen; readonly profitYen: Yen }
/**
 * `so far` of its business year, and what the company expects of the whole: of this year, with the fourth
 * quarter of the next one. `equityYen`: what belongs to the shareholders at the quarter's end.
 */
export type Results = ResultsDate &
  ResultsFigures & {
    readonly equityYen: Yen
    readonly forecastYear: number
    readonly forecast: ResultsFigures
  }

export type Earnings = {
  /** True if anything is known at all: a listing from a file says nothing of results. */
  readonly known: boolean
  /**
   * Dates from `from` to `to` (both included), of one issue or of all, by date, then code. Past and future.
   */
  between(from: DateJst, to: DateJst, code?: string): readonly ResultsDate[]
  /** The results published on that date. Nobody may be told before it. */
  results(date: ResultsDate): Results
}

/** Of a listing that says nothing of results. */
export const NO_EARNINGS: Earnings = {
  known: false,
  between: () => [],
  results: ({ code }) => {
    throw new Error(`no results are known of ${code}`)
  },
}

/** The figures of the simulated world for results, so that prices and figures agree. */
export type ResultsWorld = {
  /**
   * The months in which results are published, and from which day of them on an issue does: on the first
   * trading day from there.
   */
  readonly months: readonly number[]
  dayOf(code: string): number
  /** The amount that a publication adds to the price: the log return of that day. */
  reaction(instrument: Instrument, announcedOn: DateJst): number
  /** Price level by the autumn before a year, for one of the opening price. */
  readonly levelOf: LevelOf
}

/**
 * The part of its profit that a company pays out: log-normal; with the dividend yield it makes the profit
 * that it expects of a year.
 */
const MEDIAN_PAYOUT = 0.33
const PAYOUT_LOG_SD = 0.3
/**
 * The return on equity of a usual year, log-normal: with the profit it makes the equity with which the first
 * business year begins. From then on equity grows by what is not paid out, and shrinks by a loss.
 */
const MEDIAN_RETURN = 0.08
const RETURN_LOG_SD = 0.4
const FIRST_BOOKS = 2020
/** Results of a year's end are out within this time. */
const RESULTS_WITHIN_DAYS = 120
/** Net profit as a part of sales, log-normal; operating profit before a tax of 32 %. */
const MEDIAN_MARGIN = 0.055
const MARGIN_LOG_SD = 0.5
const KEPT_AFTER_TAX = 0.68
const YEARLY_CHANGE_SD = 0.1
/** Seldom a company expects a loss. */
const LOSS_CHANCE = 0.04
const LOSS_PART = -0.4
/**
 * A reaction of 10 % comes with a profit 15 % beside what was expected of that part of the year, more or less
 * 4 %, and with sales 3 % beside it.
 */
const PROFIT_PER_REACTION = 1.5
const PROFIT_NOISE_SD = 0.04
const SALES_PER_REACTION = 0.3
const SALES_NOISE_SD = 0.015
/** The part of the year's figures that has come in by the end of each quarter. */
const BY_QUARTER = { 1: 0.24, 2: 0.49, 3: 0.75, 4: 1 } as const

/**
 * Results of the simulated companies: a function of seed, issue and date, so that nobody can add or bend one.
 * Funds publish none.
 */
export function companyEarnings(
  seed: string,
  issues: Issues,
  calendar: Calendar,
  world: ResultsWorld,
): Earnings {
  const companies = (code?: string) =>
    (code === undefined ? issues.all() : [issues.get(code)])
      .filter((one) => one !== null)
      .filter(({ kind }) => kind === 'stock')
  const days = new Map<string, number>()
  const dayOf = (code: string): number => {
    const known = days.get(code) ?? world.dayOf(code)
    days.set(code, known)
    return known
  }
  const announcedIn = (code: string, month: string): DateJst => {
    const date = addDays(`${month}-01`, dayOf(code) - 1)
    return calendar.isTradingDay(date) ? date : calendar.next(date)
  }
  const figuresOf = ({ code, businessYear, quarter, announcedOn }: ResultsDate): ResultsFigures => {
    const instrument = issues.get(code)!
    const expected = expectedOf(seed, instrument, world.levelOf, businessYear)
    const reaction = world.reaction(instrument, announcedOn)
    const random = seeded(seed, 'results', code, announcedOn)
    const part = BY_QUARTER[quarter]
    return figures(
      expected.profitYen * part +
        Math.abs(expected.profitYen) *
          part *
          (PROFIT_PER_REACTION * reaction + PROFIT_NOISE_SD * random.normal()),
      expected.salesYen * part * (1 + SALES_PER_REACTION * reaction + SALES_NOISE_SD * random.normal()),
    )
  }
  // Dates of results, and with them profits, go by the calendar.
  const openings = remembered(calendar, () => new Map<string, Yen>())
  /** Equity with which a business year begins: the one before, with its published profit. */
  const openingEquity = (instrument: Instrument, businessYear: number): Yen => {
    const key = `${instrument.code} ${businessYear}`
    const known = openings().get(key)
    if (known !== undefined) return known
    const first = Math.max(FIRST_BOOKS, Number(instrument.listed?.on.slice(0, 4) ?? 0))
    const found =
      businessYear <= first
        ? firstEquity(seed, instrument, world.levelOf, businessYear)
        : openingEquity(instrument, businessYear - 1) +
          keptOf(seed, instrument, yearsProfit(instrument, businessYear - 1))
    openings().set(key, found)
    return found
  }
  /** Profit of a whole year as it was published; as it was expected, where the company was not listed. */
  const yearsProfit = (instrument: Instrument, businessYear: number): Yen => {
    const end = lastDayOfMonth(monthText(businessYear, habitsOf(seed, instrument).endMonth))
    const date = between(end, addDays(end, RESULTS_WITHIN_DAYS), instrument.code).find(
      (one) => one.quarter === 4 && one.businessYear === businessYear,
    )
    return date === undefined
      ? expectedOf(seed, instrument, world.levelOf, businessYear).profitYen
      : figuresOf(date).profitYen
  }
  const between: Earnings['between'] = (from, to, code) => {
    const asked = companies(code)
    const isThere = new Map(asked.map((one) => [one.code, one.listed?.on ?? '']))
    const found = monthsBetween(from, to, world.months).flatMap((month) =>
      asked.map((one) => ({
        code: one.code,
        announcedOn: announcedIn(one.code, month),
        ...periodBefore(habitsOf(seed, one).endMonth, month),
      })),
    )
    // A new listing publishes from the day after its first one on.
    return found
      .filter(
        (one) => one.announcedOn >= from && one.announcedOn <= to && one.announcedOn > isThere.get(one.code)!,
      )
      .sort((a, b) =>
        a.announcedOn < b.announcedOn ? -1 : a.announcedOn > b.announcedOn ? 1 : a.code < b.code ? -1 : 1,
      )
  }
  return {
    known: true,
    between,
    results(date) {
      const instrument = issues.get(date.code)!
      const { businessYear, quarter } = date
      const forecastYear = quarter === 4 ? businessYear + 1 : businessYear
      const published = figuresOf(date)
      return {
        ...date,
        ...published,
        equityYen: toMillion(
          openingEquity(instrument, businessYear) + keptOf(seed, instrument, published.profitYen),
        ),
        forecastYear,
        forecast: expectedOf(seed, instrument, world.levelOf, forecastYear),
      }
    },
  }
}

/**
 * The forecast of a company for a business year: set by the price of the autumn before the year begins, as
 * dividends are.
 */
function expectedOf(
  seed: string,
  instrument: Instrument,
  levelOf: LevelOf,
  businessYear: number,
): ResultsFigures {
  const { margin } = mannersOf(seed, instrument)
  const ofYear = seeded(seed, 'earnings', instrument.code, businessYear)
  const profitYen =
    usualProfit(seed, instrument, levelOf, businessYear) * Math.exp(YEARLY_CHANGE_SD * ofYear.normal())
  return figures(ofYear.next() < LOSS_CHANCE ? profitYen * LOSS_PART : profitYen, profitYen / margin)
}

/** A company's own: part of the profit that is paid out, profit of sales, return on equity. */
function mannersOf(
  seed: string,
  { code }: Pick<Instrument, 'code'>,
): { payout: number; margin: number; usualReturn: number } {
  const own = seeded(seed, 'earnings', code)
  const payout = MEDIAN_PAYOUT * Math.exp(PAYOUT_LOG_SD * own.normal())
  const margin = MEDIAN_MARGIN * Math.exp(MARGIN_LOG_SD * own.normal())
  return { payout, margin, usualReturn: MEDIAN_RETURN * Math.exp(RETURN_LOG_SD * own.normal()) }
}

/** The profit of a business year by the price of the autumn before it: dividends over the payout. */
function usualProfit(seed: string, instrument: Instrument, levelOf: LevelOf, businessYear: number): Yen {
  const habits = habitsOf(seed, instrument)
  const beginsIn = habits.endMonth === 12 ? businessYear : businessYear - 1
  const capitalYen =
    (instrument.openingPriceTenths / 10) * instrument.sharesOutstanding * levelOf(instrument, beginsIn)
  return (capitalYen * habits.yield) / mannersOf(seed, instrument).payout
}

const firstEquity = (seed: string, instrument: Instrument, levelOf: LevelOf, businessYear: number): Yen =>
  usualProfit(seed, instrument, levelOf, businessYear) / mannersOf(seed, instrument).usualReturn
/** The part of a profit that stays with the company; a loss is borne whole. */
const keptOf = (seed: string, instrument: Instrument, profitYen: Yen): Yen =>
  profitYen < 0 ? profitYen : profitYen * (1 - Math.min(mannersOf(seed, instrument).payout, 1))

const figures = (profitYen: Yen, salesYen: Yen): ResultsFigures => ({
  salesYen: toMillion(salesYen),
  operatingYen: toMillion(profitYen > 0 ? profitYen / KEPT_AFTER_TAX : profitYen),
  profitYen: toMillion(profitYen),
})
const toMillion = (yen: Yen): Yen => Math.round(yen / 1_000_000) * 1_000_000

/** 'YYYY-MM' of the months in which results are published. */
function monthsBetween(from: DateJst, to: DateJst, months: readonly number[]): string[] {
  const found: string[] = []
  for (let year = Number(from.slice(0, 4)); year <= Number(to.slice(0, 4)); year++) {
    for (const month of months) {
      const text = monthText(year, month)
      if (text >= from.slice(0, 7) && text <= to.slice(0, 7)) found.push(text)
    }
  }
  return found
}

/**
 * The newest quarter that was over before this month, of a company whose business year ends in `endMonth`.
 */
function periodBefore(
  endMonth: number,
  month: string,
): Pick<ResultsDate, 'businessYear' | 'quarter' | 'periodEnd'> {
  const [year, published] = month.split('-').map(Number) as [number, number]
  // Quarters end every third month from the year's end; `back` months ago the last one did.
  const back = ((((published - 1 - endMonth) % 3) + 3) % 3) + 1
  const at = year * 12 + (published - 1) - back
  const [endYear, ended] = [Math.floor(at / 12), (at % 12) + 1]
  const sinceYearEnd = (((ended - endMonth) % 12) + 12) % 12
  return {
    quarter: (sinceYearEnd === 0 ? 4 : sinceYearEnd / 3) as Quarter,
    businessYear: sinceYearEnd === 0 || ended <= endMonth ? endYear : endYear + 1,
    periodEnd: lastDayOfMonth(monthText(endYear, ended)),
  }
}
