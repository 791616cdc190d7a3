import type { Days } from '#kernel/time.ts'
import type { Yen } from '#kernel/money.ts'
import type { PriceTenths } from '#kernel/price.ts'
import type { TickTable } from './instrument.ts'
import { roundToTick } from './tick.ts'

export type PriceLimits = { readonly lowerTenths: PriceTenths; readonly upperTenths: PriceTenths }
/** The side of the day's limits that is four times as wide (facts: market rules, section 7, expansion). */
export type Widened = 'none' | 'upper' | 'lower'

type Band = readonly [belowYen: Yen, limitYen: Yen, stepYen: Yen]

/**
 * Daily limit and special quote step by base price, lower bound inclusive (facts: market rules, sections 6
 * and 7).
 */
const BANDS: readonly Band[] = [
  [100, 30, 5],
  [200, 50, 5],
  [500, 80, 8],
  [700, 100, 10],
  [1_000, 150, 15],
  [1_500, 300, 30],
  [2_000, 400, 40],
  [3_000, 500, 50],
  [5_000, 700, 70],
  [7_000, 1_000, 100],
  [10_000, 1_500, 150],
  [15_000, 3_000, 300],
  [20_000, 4_000, 400],
  [30_000, 5_000, 500],
  [50_000, 7_000, 700],
  [70_000, 10_000, 1_000],
  [100_000, 15_000, 1_500],
  [150_000, 30_000, 3_000],
  [200_000, 40_000, 4_000],
  [300_000, 50_000, 5_000],
  [500_000, 70_000, 7_000],
  [700_000, 100_000, 10_000],
  [1_000_000, 150_000, 15_000],
  [1_500_000, 300_000, 30_000],
  [2_000_000, 400_000, 40_000],
  [3_000_000, 500_000, 50_000],
  [5_000_000, 700_000, 70_000],
  [7_000_000, 1_000_000, 100_000],
  [10_000_000, 1_500_000, 150_000],
  [15_000_000, 3_000_000, 300_000],
  [20_000_000, 4_000_000, 400_000],
  [30_000_000, 5_000_000, 500_000],
  [50_000_000, 7_000_000, 700_000],
  [Infinity, 10_000_000, 1_000_000],
]
const LOWEST_TENTHS = 10
/** Limits between two ticks go outwards: no text of the rule was read, real bars show it (market rules 7). */
const OFF_GRID = { lower: 'down', upper: 'up' } as const
const WIDENED_TIMES = 4

function bandOf(priceTenths: PriceTenths): Band {
  let index = 0
  while (priceTenths >= BANDS[index]![0] * 10) index++
  return BANDS[index]!
}

/**
 * The greatest distance of the day's price from its base price, in tenths of a yen, before rounding to the
 * grid.
 */
export const limitWidth = (baseTenths: PriceTenths): PriceTenths => bandOf(baseTenths)[1] * 10

/**
 * The greatest distance of the next trade from the last one or from the special quote (更新値幅, market rules 6),
 * in tenths of a yen.
 */
export const specialQuoteStep = (referenceTenths: PriceTenths): PriceTenths => bandOf(referenceTenths)[2] * 10

/**
 * The day's lowest and highest price. Off-grid limits are rounded outwards; no price is below 1 yen.
 * A base price of 2,649 yen with a 500 yen limit gives 3,150, not 3,149.
 */
export function limitsFor(baseTenths: PriceTenths, table: TickTable, widened: Widened = 'none'): PriceLimits {
  const width = limitWidth(baseTenths)
  const lower = baseTenths - (widened === 'lower' ? WIDENED_TIMES * width : width)
  const upper = baseTenths + (widened === 'upper' ? WIDENED_TIMES * width : width)
  return {
    lowerTenths: Math.max(roundToTick(Math.max(lower, LOWEST_TENTHS), table, OFF_GRID.lower), LOWEST_TENTHS),
    upperTenths: roundToTick(upper, table, OFF_GRID.upper),
  }
}

/**
 * The end of a day for the rule that widens limits: `locked-…` means no trade at all with the quote at the
 * limit, or trades only at the closing auction, at the limit, with orders left over; `quiet` means no trade
 * at any other price than the limit's.
 */
export type DayEnd = 'locked-up' | 'locked-down' | 'quiet' | 'traded'

/** The facts known of a day after its closing auction. */
export type EndedDay = {
  /** Lowest and highest price traded; null: no trade at all. */
  readonly traded: PriceLimits | null
  /** Every trade was made in the closing auction that ended the day. */
  readonly atCloseOnly: boolean
  /**
   * The side with orders left at its limit after the close: buys at the upper limit, sells at the lower one.
   */
  readonly leftAtLimit: 'BUY' | 'SELL' | null
}

/** The end of a day with these limits (market rules 7, expansion, (a) and (b)). */
export function dayEnd(limits: PriceLimits, { traded, atCloseOnly, leftAtLimit }: EndedDay): DayEnd {
  const onlyAt = (limitTenths: PriceTenths) =>
    traded === null || (traded.lowerTenths === limitTenths && traded.upperTenths === limitTenths)
  const lockedWhere = (limitTenths: PriceTenths) => onlyAt(limitTenths) && (traded === null || atCloseOnly)
  if (leftAtLimit === 'BUY' && lockedWhere(limits.upperTenths)) return 'locked-up'
  if (leftAtLimit === 'SELL' && lockedWhere(limits.lowerTenths)) return 'locked-down'
  return onlyAt(limits.upperTenths) || onlyAt(limits.lowerTenths) ? 'quiet' : 'traded'
}

/** The rule's memory of an issue from day to day: locked days in a row (negative: at the lower limit). */
export type LimitMemory = { readonly lockedDays: Days; readonly widened: Widened }

export const FRESH_LIMITS: LimitMemory = { lockedDays: 0, widened: 'none' }

/**
 * After two locked days in a row the limit of that side is four times as wide from the next day on; a trade
 * at another price takes it back for the day after.
 */
export function afterDay(memory: LimitMemory, end: DayEnd): LimitMemory {
  if (end === 'traded') return FRESH_LIMITS
  if (end === 'quiet') return { lockedDays: 0, widened: memory.widened }
  const days = end === 'locked-up' ? Math.max(memory.lockedDays, 0) + 1 : Math.min(memory.lockedDays, 0) - 1
  const widened = days >= 2 ? 'upper' : days <= -2 ? 'lower' : memory.widened
  return { lockedDays: days, widened }
}

/**
 * The parts that an ex-date takes out of a price: the forecast dividend of one old share, and the number of
 * new shares for an old one.
 */
export type ExDay = { readonly dividendTenths?: PriceTenths; readonly ratio?: number }

/**
 * The base price of a day: the last cum price less the forecast dividend, over the split ratio, in tenths of
 * a yen, rounded to the nearest tenth, never below one yen (market rules 7). The close is the quote where the
 * day ended with one.
 */
export const basePrice = (
  previousCloseTenths: PriceTenths,
  { dividendTenths = 0, ratio = 1 }: ExDay,
): PriceTenths => Math.max(Math.round((previousCloseTenths - dividendTenths) / ratio), LOWEST_TENTHS)
