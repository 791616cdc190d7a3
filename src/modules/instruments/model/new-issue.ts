import { no, type Refusal } from '#kernel/result.ts'
import { seeded } from '#kernel/random.ts'
import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { DateJst } from '#kernel/time.ts'
import type { Lang } from '#i18n/lang.ts'
import type { Calendar } from './calendar.ts'
import type { Instrument, SizeClass } from './instrument.ts'
import type { SectorId } from './sectors.ts'
import { isOnTick } from './tick.ts'
import { companyCharacter, UNIT } from './universe.ts'

/** The segments of the market that take new listings. */
export const SEGMENTS = ['growth', 'standard', 'prime'] as const
export type Segment = (typeof SEGMENTS)[number]

/**
 * The facts that an offering knows of the issue that it brings to the market (product decision 7). Its unit
 * is 100 shares and its ticks are the wider ones: it is none of the 500 largest.
 */
export type NewIssue = {
  readonly code: string
  readonly names: Readonly<Record<Lang, string>>
  readonly profile: Readonly<Record<Lang, string>>
  readonly sector: Exclude<SectorId, 'etf'>
  readonly segment: Segment
  readonly sharesOutstanding: Quantity
  /** The price from which its first prices are measured (market rules 10). */
  readonly offerTenths: PriceTenths
  /** The trade date whose opening auction is its first. */
  readonly issueOn: DateJst
}

/** The exchange keeps boards for so many issues more than it began with. */
export const MOST_NEW_ISSUES = 500

export type ListingRefusal =
  | 'MARKET_REPLAYED'
  | 'CODE_LISTED'
  | 'OFFER_OFF_TICK'
  | 'ISSUE_DATE_CLOSED'
  | 'MARKET_FULL'

export type ListingFacts = {
  /** Real days are played again: no price of theirs is that of an invented issue. */
  readonly isReplay: boolean
  /** Listed or announced already. */
  readonly isKnown: boolean
  readonly newIssues: number
  readonly calendar: Pick<Calendar, 'isTradingDay'>
}

/**
 * Reason why an issue cannot be listed, the first in this order; null: it can. A past issue date is no
 * reason: the issue opens as soon as the exchange does.
 */
export function refusalOfListing(
  { code, offerTenths, issueOn }: NewIssue,
  { isReplay, isKnown, newIssues, calendar }: ListingFacts,
): Refusal<ListingRefusal> | null {
  if (isReplay) return no('MARKET_REPLAYED')
  if (isKnown) return no('CODE_LISTED', { code })
  if (!isOnTick(offerTenths, 'other')) return no('OFFER_OFF_TICK')
  if (!calendar.isTradingDay(issueOn)) return no('ISSUE_DATE_CLOSED', { date: issueOn })
  return newIssues >= MOST_NEW_ISSUES ? no('MARKET_FULL') : null
}

const SIZES: Readonly<Record<Segment, SizeClass>> = { growth: 'small', standard: 'small', prime: 'mid' }
/** Usual turnover a day as a part of what all shares are worth at the offer price: that of the universe. */
const TURNOVER_SHARE = 0.004

/**
 * The instrument that a new issue becomes. `levelOn`: what the world's own path has made of one by the close
 * of that date, so that whatever follows from the price before the first historical day (forecasts,
 * dividends) fits the offer price.
 */
export function instrumentOf(
  seed: string,
  issue: NewIssue,
  levelOn: (instrument: Instrument, date: DateJst) => number,
): Instrument {
  const { code, names, profile, sector, segment, sharesOutstanding, offerTenths, issueOn } = issue
  const { beta, dailyVolPpm } = companyCharacter(seeded(seed, 'new issue', code), sector)
  const instrument: Instrument = {
    code,
    names,
    profile,
    sector,
    sharesOutstanding,
    beta,
    dailyVolPpm,
    // Whoever types what stands on the screen finds it; terms give no reading.
    kana: names.ja,
    romaji: names.en.toLowerCase(),
    kind: 'stock',
    tickTable: 'other',
    unit: UNIT,
    simulated: true,
    sizeClass: SIZES[segment],
    turnoverYen:
      Math.max(Math.round(((offerTenths / 10) * sharesOutstanding * TURNOVER_SHARE) / 1_000_000), 10) *
      1_000_000,
    openingPriceTenths: offerTenths,
    listed: { on: issueOn, offerTenths },
  }
  return {
    ...instrument,
    openingPriceTenths: Math.max(Math.round(offerTenths / levelOn(instrument, issueOn)), 1),
  }
}

/**
 * The worth of a new issue in the market's view, beside its offer price: log-normal, below the offer for two
 * in five, never farther than a first day can go.
 */
const WORTH_MEDIAN = 1.08
const WORTH_LOG_SD = 0.28
const WORTH_LEAST = 0.75
const WORTH_MOST = 2.3

/**
 * The worth of the issue when it first opens, drawn by the market's seed before anybody applies: no demand of
 * members moves it.
 */
export function firstWorth(seed: string, code: string, offerTenths: PriceTenths): PriceTenths {
  const times = WORTH_MEDIAN * Math.exp(WORTH_LOG_SD * seeded(seed, 'first worth', code).normal())
  return Math.round(offerTenths * Math.min(Math.max(times, WORTH_LEAST), WORTH_MOST))
}
