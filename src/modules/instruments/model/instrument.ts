import type { Yen, PartsPerMillion } from '#kernel/money.ts'
import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { DateJst } from '#kernel/time.ts'
import type { Lang } from '#i18n/lang.ts'
import type { SectorId } from './sectors.ts'

/**
 * The column of the tick table that holds for an issue: constituents of the 500 largest and funds have finer
 * ticks, funds that trade by one have whole yen.
 */
export const TICK_TABLES = ['topix500', 'other', 'one-unit'] as const
export type TickTable = (typeof TICK_TABLES)[number]
export type SizeClass = 'large' | 'mid' | 'small'

/**
 * The public facts about a listed issue. Simulated issues are invented; real names come only with real data.
 */
export type Instrument = {
  readonly code: string
  readonly names: Readonly<Record<Lang, string>>
  /** Reading in hiragana, and in Latin letters, for search and sorting. */
  readonly kana: string
  readonly romaji: string
  readonly sector: SectorId
  readonly kind: 'stock' | 'etf'
  readonly tickTable: TickTable
  /** Trading unit in shares. */
  readonly unit: Quantity
  readonly sharesOutstanding: Quantity
  readonly profile: Readonly<Record<Lang, string>>
  readonly simulated: boolean
  readonly sizeClass: SizeClass
  /**
   * Published parameters of the simulated market: slope on the market factor, own daily volatility, usual
   * turnover a day.
   */
  readonly beta: number
  readonly dailyVolPpm: PartsPerMillion
  readonly turnoverYen: Yen
  /** The price before the first historical day; 0 for a real issue, whose prices come with the data. */
  readonly openingPriceTenths: PriceTenths
  /**
   * Of an issue that has come to the market since this server began: its first day, and what its first prices
   * are measured from. It has no prices of before.
   */
  readonly listed?: { readonly on: DateJst; readonly offerTenths: PriceTenths }
}

/** The issues that there are, as of now: an issue may join while the server runs. */
export type Issues = { all(): readonly Instrument[]; get(code: string): Instrument | null }
