import { rateBp, type BasisPoints, type Yen } from '#kernel/money.ts'
import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { Instrument } from '#modules/instruments/model/instrument.ts'
import type { Quote } from '#modules/venue/model/terms.ts'
import type { YearFigures } from './year.ts'

/** The facts that lists and indices need about one issue at one moment. */
export type Figures = {
  readonly instrument: Instrument
  /** Last trade; `baseTenths` before the day's first one. */
  readonly nowTenths: PriceTenths
  /** The price that the day's change is measured from (`todayFromTenths`). */
  readonly baseTenths: PriceTenths
  readonly traded: boolean
  readonly volume: Quantity
  readonly turnoverYen: Yen
  /**
   * A share's part of what the company expects to earn this business year and of its equity, and its
   * dividends of twelve months; null where nobody knows.
   */
  readonly earningsTenths: number | null
  readonly bookTenths: number | null
  readonly dividendTenths: PriceTenths | null
  /** 52 weeks with today; null where nothing is known of them. */
  readonly year: YearFigures | null
}

type Compared = Pick<Quote, 'lastTenths' | 'previousCloseTenths' | 'baseTenths' | 'firstDay'>

/**
 * The price that "today" counts from, for every change and every result of a day: the previous close,
 * adjusted for splits; on a new issue's first day its offer price, though the day's limits count from its
 * first price then (market rules 10).
 */
export const todayFromTenths = ({ firstDay, previousCloseTenths, baseTenths }: Compared): PriceTenths =>
  firstDay ? previousCloseTenths : baseTenths

/** The last price, before the first of a day that of before. A quote that nobody has paid is none. */
export const valuedTenths = (quote: Compared): PriceTenths => quote.lastTenths ?? todayFromTenths(quote)

/** A new issue has never traded: what it is valued at is the price of its offering. */
export const isOffered = ({ firstDay, lastTenths }: Compared): boolean => firstDay && lastTenths === null

/** Change in basis points of the base, to the nearest, halves away from zero. */
export const changeBpOf = (nowTenths: PriceTenths, baseTenths: PriceTenths): BasisPoints =>
  baseTenths > 0 ? rateBp(nowTenths - baseTenths, baseTenths) : 0

/** Price × shares outstanding in whole yen; null when the number of shares is not known. */
export const marketCapOf = (figures: Figures): Yen | null =>
  figures.instrument.sharesOutstanding > 0
    ? Math.round((figures.nowTenths * figures.instrument.sharesOutstanding) / 10)
    : null

/** Price over expected earnings (PER), in tenths; null for a loss, and where nothing is known. */
export const perTenthsOf = ({ nowTenths, earningsTenths }: Figures): number | null =>
  earningsTenths !== null && earningsTenths > 0 ? Math.round((nowTenths * 10) / earningsTenths) : null

/** Price over equity a share (PBR), in hundredths; null where none is left, and where nothing is known. */
export const pbrHundredthsOf = ({ nowTenths, bookTenths }: Figures): number | null =>
  bookTenths !== null && bookTenths > 0 ? Math.round((nowTenths * 100) / bookTenths) : null

/** Dividends of twelve months over the price, in basis points; 0 for who pays none. */
export const yieldBpOf = ({ nowTenths, dividendTenths }: Figures): BasisPoints | null =>
  dividendTenths === null ? null : rateBp(dividendTenths, nowTenths)

/** Distance of the price below the year's high, in basis points of the high; 0: it is the high. */
export const belowHighBpOf = ({ nowTenths, year }: Figures): BasisPoints | null =>
  year && rateBp(year.highTenths - nowTenths, year.highTenths)

/** Distance of the price above the year's low, in basis points of the low. */
export const aboveLowBpOf = ({ nowTenths, year }: Figures): BasisPoints | null =>
  year && rateBp(nowTenths - year.lowTenths, year.lowTenths)

/** Volume of today over that of a usual whole day, in tenths. */
export const surgeTenthsOf = ({ volume, year }: Figures): number | null =>
  year !== null && year.usualVolume > 0 ? Math.round((volume * 10) / year.usualVolume) : null

/** The issue as it is after its splits: `sharesNow` shares for one of the listing. */
export const withShares = (instrument: Instrument, sharesNow: number): Instrument =>
  sharesNow === 1
    ? instrument
    : { ...instrument, sharesOutstanding: Math.round(instrument.sharesOutstanding * sharesNow) }
