import type { PriceTenths, Quantity } from '#kernel/price.ts'
import { addDays, type DateJst } from '#kernel/time.ts'
import type { DayBar } from './interval.ts'

/** The last 52 weeks of an issue, in shares of now. */
export type YearFigures = {
  readonly highTenths: PriceTenths
  readonly lowTenths: PriceTenths
  /** Mean volume of the last 25 trading days; 0: none of them had a trade. */
  readonly usualVolume: Quantity
}

const YEAR_DAYS = 364
/** Five weeks of trading days, as the volume averages of Japanese screeners. */
const USUAL_DAYS = 25

/**
 * The figures of the days before this one, oldest first; null where there are none. An issue that was listed
 * later has those since its listing.
 */
export function yearOf(days: readonly DayBar[], today: DateJst): YearFigures | null {
  const from = addDays(today, -YEAR_DAYS)
  const known = days.filter(({ tradeDate }) => tradeDate >= from && tradeDate < today)
  const [first] = known
  if (first === undefined) return null
  const last = known.slice(-USUAL_DAYS)
  return {
    highTenths: known.reduce((high, bar) => Math.max(high, bar.highTenths), first.highTenths),
    lowTenths: known.reduce((low, bar) => Math.min(low, bar.lowTenths), first.lowTenths),
    usualVolume: Math.round(last.reduce((sum, bar) => sum + bar.volume, 0) / last.length),
  }
}

/** The same with what the day that is on has seen. */
export const withToday = (
  year: YearFigures | null,
  { highTenths, lowTenths }: { highTenths: PriceTenths | null; lowTenths: PriceTenths | null },
): YearFigures | null =>
  year && {
    ...year,
    highTenths: Math.max(year.highTenths, highTenths ?? 0),
    lowTenths: Math.min(year.lowTenths, lowTenths ?? Infinity),
  }
