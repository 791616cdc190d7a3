import type { PriceTenths } from '#kernel/price.ts'
import { daysBetween, type DateJst } from '#kernel/time.ts'
import type { DayBar } from '#modules/instruments/model/bar-path.ts'
import type { Split } from '#modules/instruments/model/corporate-actions.ts'
import type { TickTable } from '#modules/instruments/model/instrument.ts'
import {
  afterDay,
  basePrice,
  FRESH_LIMITS,
  limitsFor,
  type LimitMemory,
  type PriceLimits,
  type Widened,
} from '#modules/instruments/model/limits.ts'
import { isOnTick, roundToTick } from '#modules/instruments/model/tick.ts'
import type { ReplayDay } from './replay-bars.ts'

/** New shares for old ones. */
export type Ratio = Pick<Split, 'newShares' | 'oldShares'>

/**
 * The rules that a day's prices are held to, and why: an ex-date's base price, or a limit widened after two
 * days without a free price. The limits always hold the day's bar.
 */
export type DayRules = PriceLimits & {
  /** 0 on the first day of the file, whose last close is not known: its limits are its own range. */
  readonly baseTenths: PriceTenths
  /** A split that the prices show. */
  readonly split: Ratio | null
  readonly widened: Widened
  /** The bar goes beyond the limits that the rules reckon: the file knows more than they do, or is wrong. */
  readonly isBeyond: boolean
}

/**
 * `dates`: the trading days of the file. `basePrice`: what the dividends and splits that a file names leave
 * of a close; null: splits are those that the prices show.
 */
export type ReplayTerms = {
  readonly dates: readonly DateJst[]
  readonly basePrice: ((closeTenths: PriceTenths, after: DateJst, upTo: DateJst) => PriceTenths) | null
}

/**
 * The rules of each of an issue's days in order. Files of bars name neither splits nor widened limits: both
 * show in the prices.
 */
export function rulesOf(
  days: readonly ReplayDay[],
  table: TickTable,
  terms: ReplayTerms = { dates: days.map(({ date }) => date), basePrice: null },
): DayRules[] {
  let memory: LimitMemory = FRESH_LIMITS
  const place = new Map(terms.dates.map((date, index) => [date, index]))
  const isNext = (date: DateJst, after: DateJst): boolean => place.get(date) === place.get(after)! + 1
  return days.map((day, index) => {
    const previous = days[index - 1]
    if (!previous)
      return {
        baseTenths: 0,
        split: null,
        widened: 'none',
        isBeyond: false,
        ...heldBy(day, { lowerTenths: day.lowTenths, upperTenths: day.highTenths }, table),
      }
    const { widened } = memory
    const named = terms.basePrice?.(previous.closeTenths, previous.date, day.date) ?? previous.closeTenths
    // Over days without a bar anything may have happened: a gap there is no split.
    const split =
      terms.basePrice === null && isNext(day.date, previous.date) && !isUndone(days, index, table)
        ? splitShown(previous.closeTenths, day, table, widened)
        : null
    const baseTenths =
      split === null ? named : basePrice(previous.closeTenths, { ratio: split.newShares / split.oldShares })
    const limits = limitsFor(baseTenths, table, widened)
    const isLocked = day.highTenths === day.lowTenths
    memory = afterDay(
      memory,
      !isLocked
        ? 'traded'
        : day.highTenths === limits.upperTenths
          ? 'locked-up'
          : day.lowTenths === limits.lowerTenths
            ? 'locked-down'
            : 'traded',
    )
    return { baseTenths, split, widened, isBeyond: !holds(limits, day), ...heldBy(day, limits, table) }
  })
}

const holds = (limits: PriceLimits, day: DayBar): boolean =>
  day.lowTenths >= limits.lowerTenths && day.highTenths <= limits.upperTenths
const touches = (limits: PriceLimits, day: DayBar): boolean =>
  day.highTenths >= limits.lowerTenths && day.lowTenths <= limits.upperTenths

/**
 * The day's limits, widened so far that they hold the bar: it is the fact. Where the bar lies wholly outside,
 * they are those around its opening.
 */
export function heldBy(day: DayBar, reckoned: PriceLimits, table: TickTable): PriceLimits {
  const limits = touches(reckoned, day) ? reckoned : limitsFor(day.openTenths, table)
  return {
    lowerTenths: Math.min(limits.lowerTenths, roundToTick(day.lowTenths, table, 'down')),
    upperTenths: Math.max(limits.upperTenths, roundToTick(day.highTenths, table, 'up')),
  }
}

/** A day with each price on the grid of its issue, or the day itself where they are. */
export function onGrid<Day extends DayBar>(day: Day, table: TickTable): Day {
  const { openTenths, highTenths, lowTenths, closeTenths } = day
  if ([openTenths, highTenths, lowTenths, closeTenths].every((price) => isOnTick(price, table))) return day
  const near = (price: PriceTenths) => roundToTick(price, table, 'nearest')
  return {
    ...day,
    openTenths: near(openTenths),
    highTenths: near(highTenths),
    lowTenths: near(lowTenths),
    closeTenths: near(closeTenths),
  }
}

/** The splits that an issue's days show. Nobody has announced them: they are known from their ex-date on. */
export const splitsShown = (code: string, days: readonly ReplayDay[], rules: readonly DayRules[]): Split[] =>
  rules.flatMap(({ split }, index): Split[] => {
    if (split === null) return []
    const { date: exDate } = days[index]!
    return [
      {
        kind: 'split',
        code,
        ...split,
        exDate,
        announcedOn: exDate,
        lastCumDate: days[index - 1]!.date,
        recordDate: days[index + 1]?.date ?? exDate,
        inferred: true,
      },
    ]
  })

/**
 * The improbability of a ratio before one looks at the prices, in the measure of `misfit`. Companies choose
 * few of them, and hardly ever the others.
 */
const RARITY = { usual: 0, whole: 2, other: 4.5 } as const
const USUAL: readonly Ratio[] = [
  [2, 1],
  [3, 1],
  [4, 1],
  [5, 1],
  [10, 1],
  [3, 2],
  [1, 2],
  [1, 5],
  [1, 10],
].map(([newShares, oldShares]) => ({ newShares: newShares!, oldShares: oldShares! }))
const MOST_WHOLE = 100
const MOST_OF_FRACTION = 10
/** An ex-date opens as far from its base price as any day: this is its usual deviation, as a logarithm. */
const OPENING_SD = 0.02

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))
/** Every ratio that is looked at, with what speaks against it. */
const RATIOS: readonly (Ratio & { readonly rarity: number })[] = Array.from(
  { length: MOST_WHOLE },
  (_, index) => index + 1,
).flatMap((newShares) =>
  Array.from({ length: newShares <= MOST_OF_FRACTION ? MOST_WHOLE : 1 }, (_, index) => index + 1)
    .filter(
      (oldShares) =>
        newShares !== oldShares &&
        divisor(newShares, oldShares) === 1 &&
        (newShares === 1 || oldShares === 1 || oldShares <= MOST_OF_FRACTION),
    )
    .map((oldShares) => ({
      newShares,
      oldShares,
      rarity: USUAL.some((one) => one.newShares === newShares && one.oldShares === oldShares)
        ? RARITY.usual
        : newShares === 1 || oldShares === 1
          ? RARITY.whole
          : RARITY.other,
    })),
)

/**
 * The split that alone explains a bar which lies wholly outside of the limits around the last close: the
 * likeliest of those whose limits hold the whole bar.
 */
function splitShown(
  previousCloseTenths: PriceTenths,
  day: DayBar,
  table: TickTable,
  widened: Widened,
): Ratio | null {
  if (touches(limitsFor(previousCloseTenths, table, widened), day)) return null
  let best: { ratio: Ratio; misfit: number } | null = null
  for (const { newShares, oldShares, rarity } of RATIOS) {
    const base = basePrice(previousCloseTenths, { ratio: newShares / oldShares })
    if (!holds(limitsFor(base, table), day)) continue
    const misfit = rarity + (Math.log(day.openTenths / base) / OPENING_SD) ** 2 / 2
    if (best === null || misfit < best.misfit) best = { ratio: { newShares, oldShares }, misfit }
  }
  return best?.ratio ?? null
}

/**
 * A gap that is gone again within so many days, to about where it came from, was an error of the file: so was
 * the way back.
 */
const UNDONE_WITHIN_DAYS = 14
const ABOUT = 0.25

function isUndone(days: readonly ReplayDay[], index: number, table: TickTable): boolean {
  const isJump = (at: number) => !touches(limitsFor(days[at - 1]!.closeTenths, table), days[at]!)
  const isAbout = (one: PriceTenths, other: PriceTenths) => Math.abs(Math.log(one / other)) < ABOUT
  if (!isJump(index)) return false
  const near = (at: number) =>
    at > 0 &&
    at < days.length &&
    Math.abs(daysBetween(days[index]!.date, days[at]!.date)) <= UNDONE_WITHIN_DAYS
  for (let at = index + 1; near(at); at++)
    if (isJump(at) && isAbout(days[at]!.openTenths, days[index - 1]!.closeTenths)) return true
  for (let at = index - 1; near(at); at--)
    if (isJump(at) && isAbout(days[at - 1]!.closeTenths, days[index]!.openTenths)) return true
  return false
}
