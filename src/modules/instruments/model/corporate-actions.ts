import type { Yen } from '#kernel/money.ts'
import { seeded } from '#kernel/random.ts'
import type { PriceTenths } from '#kernel/price.ts'
import { addDays, type DateJst, lastDayOfMonth, monthText } from '#kernel/time.ts'
import { remembered, type Calendar } from './calendar.ts'
import type { Instrument, Issues } from './instrument.ts'
import { basePrice } from './limits.ts'

/**
 * Dates of an action: whoever holds at the close of `lastCumDate` is entitled; the price of `exDate` is
 * without it (market rules 9).
 */
type Dates = {
  readonly code: string
  readonly announcedOn: DateJst
  readonly lastCumDate: DateJst
  readonly exDate: DateJst
  /** The business day on which the holders are written down: one after the ex-date. */
  readonly recordDate: DateJst
}
/** A cash dividend, or a fund's distribution. The forecast amount is the final one. */
export type Dividend = Dates & {
  readonly kind: 'dividend'
  /** Yen a share in tenths, of the shares before a split of the same ex-date. */
  readonly perShareTenths: PriceTenths
  readonly payDate: DateJst
}
/**
 * `newShares` for every `oldShares`, without a common divisor: 2 for 1 is a split, 1 for 5 a reverse split.
 * `inferred`: nobody has said so, real prices show it.
 */
export type Split = Dates & {
  readonly kind: 'split'
  readonly newShares: number
  readonly oldShares: number
  readonly inferred?: boolean
}
export type CorporateAction = Dividend | Split

/** The acts of listed issues on their shares. Dates are trade dates of the market's calendar. */
export type CorporateActions = {
  /** True if anything is known at all: a listing from a file says nothing of dividends and splits. */
  readonly known: boolean
  /**
   * Actions with an ex-date from `from` to `to` (both included), of one issue or of all, by ex-date, then
   * code, dividends first.
   */
  between(from: DateJst, to: DateJst, code?: string): readonly CorporateAction[]
  /**
   * A close of `after` as the base price of `upTo`: without the dividends and over the splits of the ex-dates
   * between, `upTo` included.
   */
  basePrice(code: string, closeTenths: PriceTenths, after: DateJst, upTo: DateJst): PriceTenths
  /**
   * New shares for one of `after`'s close, on `upTo`: the product of the splits whose ex-dates lie between,
   * `upTo` included.
   */
  sharesSince(code: string, after: DateJst, upTo: DateJst): number
}

/** Of a listing that says nothing of dividends and splits; these splits have shown in its prices. */
export const shownSplits = (splits: readonly Split[]): CorporateActions => listedActions(false, splits)

/** These and no others. `known`: whoever lists them knows of all there are. */
export function listedActions(known: boolean, actions: readonly CorporateAction[]): CorporateActions {
  const byCode = Map.groupBy(actions.toSorted(inOrder), ({ code }) => code)
  return actionsFrom(known, (from, to, code) => {
    const asked = code === undefined ? [...byCode.values()].flat().sort(inOrder) : (byCode.get(code) ?? [])
    return asked.filter(({ exDate }) => exDate >= from && exDate <= to)
  })
}

/** Shares of splits count from here on: the prices before it are the universe's own. */
const FIRST_YEAR = 2025
const BEFORE_ALL: DateJst = '0000-00-00'

/**
 * The number in a hundred that end their business year in each month, January first: most Japanese companies
 * end it in March.
 */
const YEAR_ENDS = [3, 10, 55, 2, 4, 4, 2, 4, 3, 2, 3, 8] as const
/** The number in a hundred that pay twice a year, once, never. Funds pay once. */
const TWICE_OF_HUNDRED = 85
const ONCE_OF_HUNDRED = 10

/**
 * Yield a year on the price of the autumn before: log-normal around 2.2 %, at most 4.5 %; funds 1.6 %. A
 * little more or less each year.
 */
const MEDIAN_YIELD = 0.022
const FUND_YIELD = 0.016
const YIELD_LOG_SD = 0.4
const HIGHEST_YIELD = 0.045
const YEARLY_CHANGE_SD = 0.06
/**
 * About three months from the record date to the payment (margin and tax 5), six weeks from the announcement
 * to it.
 */
export const PAID_AFTER_DAYS = 86
export const ANNOUNCED_BEFORE_DAYS = 45

/** A new listing decides only once it is listed: nothing goes ex for its first weeks. */
const QUIET_DAYS = ANNOUNCED_BEFORE_DAYS + 15
const quietUntil = ({ listed }: Instrument): DateJst =>
  listed === undefined ? BEFORE_ALL : addDays(listed.on, QUIET_DAYS)

type SplitRule = {
  readonly fromTenths: PriceTenths
  readonly chance: number
  readonly newShares: number
  readonly oldShares: number
}
/**
 * Dear shares are split, cheap ones joined: the chance a year by the price of the autumn before. Highest
 * first.
 */
const SPLITS: readonly SplitRule[] = [
  { fromTenths: 80_000, chance: 0.2, newShares: 5, oldShares: 1 },
  { fromTenths: 50_000, chance: 0.12, newShares: 3, oldShares: 1 },
  { fromTenths: 25_000, chance: 0.05, newShares: 2, oldShares: 1 },
  { fromTenths: 7_000, chance: 0.006, newShares: 2, oldShares: 1 },
  { fromTenths: 0, chance: 0.03, newShares: 1, oldShares: 5 },
]

/**
 * The price that the simulated world gives an issue in the autumn before this year, without its splits, for
 * one of its opening price.
 */
export type LevelOf = (instrument: Instrument, year: number) => number

/**
 * Dividends and splits of the simulated universe: a function of seed, issue and year, so that they are known
 * before they happen and nobody can add one. `calendar` is the market's: a record date on a day off is that
 * of the business day before. `splitsAfter`: the trade date on which a server begins. Its prices begin as the
 * world draws them, so no split up to that date has happened there, and dividends are of shares that were
 * never split.
 */
export function corporateActions(
  seed: string,
  issues: Issues,
  calendar: Calendar,
  levelOf: LevelOf,
  splitsAfter: () => DateJst = () => BEFORE_ALL,
): CorporateActions {
  const years = remembered(calendar, () => new Map<string, readonly CorporateAction[]>())
  const ofYear = (instrument: Instrument, year: number): readonly CorporateAction[] => {
    const begin = quietUntil(instrument)
    const after = begin > splitsAfter() ? begin : splitsAfter()
    const key = `${instrument.code} ${year} ${after}`
    const computed = years()
    let actions = computed.get(key)
    if (!actions)
      computed.set(
        key,
        (actions = actionsOfYear({ seed, calendar, levelOf, splitsAfter: after }, instrument, year)),
      )
    return actions
  }
  const firsts = remembered(calendar, () => new Map<string, DateJst>())
  /** True if nothing of this year goes ex by this date. */
  const beginsAfter = (instrument: Instrument, year: number, to: DateJst): boolean => {
    const key = `${instrument.code} ${year}`
    const computed = firsts()
    let exDate = computed.get(key)
    if (exDate === undefined)
      computed.set(
        key,
        (exDate = datesOf(
          instrument.code,
          lastDayOfMonth(monthText(year, monthsOf(habitsOf(seed, instrument))[0]!)),
          calendar,
        ).exDate),
      )
    return exDate > to
  }
  const of = (instrument: Instrument, from: DateJst, to: DateJst): CorporateAction[] => {
    const found: CorporateAction[] = []
    // A record date of January may have its ex-date in the year before.
    for (
      let year = Number(to.slice(0, 4)) + 1;
      year >= Math.max(Number(from.slice(0, 4)), FIRST_YEAR);
      year--
    ) {
      // Before its price level is reckoned, which is that of an autumn still to come.
      if (beginsAfter(instrument, year, to)) continue
      for (const action of ofYear(instrument, year))
        if (action.exDate >= from && action.exDate <= to && action.exDate > quietUntil(instrument))
          found.push(action)
    }
    return found
  }
  return actionsFrom(true, (from, to, code) => {
    const asked = code === undefined ? issues.all() : [issues.get(code)].filter((one) => one !== null)
    return asked.flatMap((one) => of(one, from, to)).sort(inOrder)
  })
}

const actionsFrom = (known: boolean, between: CorporateActions['between']): CorporateActions => ({
  known,
  between,
  basePrice: (code, closeTenths, after, upTo) =>
    between(addDays(after, 1), upTo, code).reduce(
      (tenths, action) =>
        basePrice(
          tenths,
          action.kind === 'dividend'
            ? { dividendTenths: action.perShareTenths }
            : { ratio: action.newShares / action.oldShares },
        ),
      closeTenths,
    ),
  sharesSince: (code, after, upTo) => sharesOf(between(addDays(after, 1), upTo, code)),
})

const inOrder = (a: CorporateAction, b: CorporateAction): number =>
  a.exDate < b.exDate
    ? -1
    : a.exDate > b.exDate
      ? 1
      : a.code < b.code
        ? -1
        : a.code > b.code
          ? 1
          : a.kind < b.kind
            ? -1
            : 1

const sharesOf = (actions: readonly CorporateAction[]): number =>
  actions.reduce(
    (shares, action) => (action.kind === 'split' ? (shares * action.newShares) / action.oldShares : shares),
    1,
  )

/**
 * The choices that an issue makes once for all: the month in which its business year ends, how often it pays,
 * and how much of its price in a year.
 */
export function habitsOf(seed: string, { code, kind }: Pick<Instrument, 'code' | 'kind'>) {
  const random = seeded(seed, 'dividends', code)
  let left = random.below(100)
  const endMonth = 1 + YEAR_ENDS.findIndex((share) => (left -= share) < 0)
  const often = random.below(100)
  const spread = Math.exp(YIELD_LOG_SD * random.normal())
  if (kind === 'etf') return { endMonth: 7, timesAYear: 1, yield: FUND_YIELD * spread ** 0.3 }
  return {
    endMonth,
    timesAYear: often < TWICE_OF_HUNDRED ? 2 : often < TWICE_OF_HUNDRED + ONCE_OF_HUNDRED ? 1 : 0,
    yield: Math.min(MEDIAN_YIELD * spread, HIGHEST_YIELD),
  }
}

/** In which months shares are counted, the first of the year first. */
const monthsOf = ({
  endMonth,
  timesAYear,
}: Pick<ReturnType<typeof habitsOf>, 'endMonth' | 'timesAYear'>): number[] =>
  timesAYear === 2 ? [endMonth, halfAYearFrom(endMonth)].sort((a, b) => a - b) : [endMonth]

type Deps = {
  readonly seed: string
  readonly calendar: Calendar
  readonly levelOf: LevelOf
  readonly splitsAfter: DateJst
}

/** Actions with their record dates in this calendar year. */
function actionsOfYear(deps: Deps, instrument: Instrument, year: number): readonly CorporateAction[] {
  const { seed, calendar } = deps
  const { code } = instrument
  const habits = habitsOf(seed, instrument)
  const price = priceBefore(deps, instrument, year)
  const before = sharesBefore(deps, instrument, year)
  const split = splitOfYear(deps, instrument, year, before)
  const yearYen =
    (price / 10) * habits.yield * Math.exp(YEARLY_CHANGE_SD * seeded(seed, 'dividend', code, year).normal())

  const months = monthsOf(habits)
  const actions: CorporateAction[] = []
  let shares = before
  for (const month of months) {
    const dates = datesOf(code, lastDayOfMonth(monthText(year, month)), calendar)
    if (habits.timesAYear > 0) {
      actions.push({
        ...dates,
        kind: 'dividend',
        perShareTenths: rounded(yearYen / shares / months.length),
        payDate: onOrAfter(calendar, addDays(dates.recordDate, PAID_AFTER_DAYS)),
      })
    }
    if (split && month === habits.endMonth) {
      actions.push({ ...dates, ...split, kind: 'split' })
      shares *= split.newShares / split.oldShares
    }
  }
  return actions
}

/** New shares for one of the beginning, at the beginning of this year. */
function sharesBefore(deps: Deps, instrument: Instrument, year: number): number {
  let shares = 1
  for (let one = FIRST_YEAR; one < year; one++) {
    const split = splitOfYear(deps, instrument, one, shares)
    if (split) shares *= split.newShares / split.oldShares
  }
  return shares
}

/** Of a share of the beginning, in tenths of a yen. */
const priceBefore = ({ levelOf }: Deps, instrument: Instrument, year: number): PriceTenths =>
  instrument.openingPriceTenths * levelOf(instrument, year)

function splitOfYear(
  deps: Deps,
  instrument: Instrument,
  year: number,
  sharesBefore: number,
): Pick<Split, 'newShares' | 'oldShares'> | null {
  if (instrument.kind === 'etf') return null
  const { exDate } = datesOf(
    instrument.code,
    lastDayOfMonth(monthText(year, habitsOf(deps.seed, instrument).endMonth)),
    deps.calendar,
  )
  if (exDate <= deps.splitsAfter) return null
  const price = priceBefore(deps, instrument, year) / sharesBefore
  const { chance, newShares, oldShares } = SPLITS.find(({ fromTenths }) => price >= fromTenths)!
  return seeded(deps.seed, 'split', instrument.code, year).next() < chance ? { newShares, oldShares } : null
}

/** Whole yen from ten yen on, halves below, never less than half a yen. In tenths. */
const rounded = (yen: Yen): PriceTenths =>
  yen >= 10 ? Math.round(yen) * 10 : Math.max(Math.round(yen * 2) * 5, 5)

const halfAYearFrom = (month: number): number => ((month + 5) % 12) + 1

const onOrBefore = (calendar: Calendar, date: DateJst): DateJst =>
  calendar.isTradingDay(date) ? date : calendar.previous(date)
const onOrAfter = (calendar: Calendar, date: DateJst): DateJst =>
  calendar.isTradingDay(date) ? date : calendar.next(date)

/** Market rules 9: last cum date two business days before the record date, ex-date one. */
export function datesOf(code: string, wantedRecordDate: DateJst, calendar: Calendar): Dates {
  const recordDate = onOrBefore(calendar, wantedRecordDate)
  return {
    code,
    recordDate,
    exDate: calendar.previous(recordDate),
    lastCumDate: calendar.previous(recordDate, 2),
    announcedOn: onOrBefore(calendar, addDays(recordDate, -ANNOUNCED_BEFORE_DAYS)),
  }
}
