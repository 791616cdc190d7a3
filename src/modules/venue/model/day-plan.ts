import { assert } from '#kernel/assert.ts'
import type { Yen } from '#kernel/money.ts'
import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import { firstPriceRange } from '#modules/instruments/model/first-price.ts'
import type { Instrument, SizeClass, TickTable } from '#modules/instruments/model/instrument.ts'
import { schedules, type Hours, type Schedule, type ScheduleId } from '#modules/instruments/model/schedule.ts'
import {
  FRESH_LIMITS,
  limitsFor,
  type LimitMemory,
  type PriceLimits,
} from '#modules/instruments/model/limits.ts'
import { MARKET_PATH_SD, type DrawnDay } from './drawn-day.ts'
import { newsHalts, ownPath, type Disclosure, type NewsHalt } from './news.ts'
import type { ReplayDay } from './replay-bars.ts'

export type { DrawnDay } from './drawn-day.ts'

/** The prices and trades of an issue before a day is taken up in the middle. */
export type SoFar = {
  readonly openTenths: PriceTenths
  readonly highTenths: PriceTenths
  readonly lowTenths: PriceTenths
  readonly lastTenths: PriceTenths
  readonly volume: Quantity
  readonly turnoverYen: Yen
  /** Trades numbered so far on this day. */
  readonly trades: number
}

/**
 * The base of a new listing's prices until its first one (market rules 10): the offer price, from the second
 * day on the last quote. `quotedTenths`: where its special quote stood when a day is taken up in the middle.
 */
export type FirstDay = { readonly offerTenths: PriceTenths; readonly quotedTenths?: PriceTenths }

/** All that the exchange knows about an issue on one day. */
export type IssuePlan = {
  readonly code: string
  readonly unit: Quantity
  readonly tickTable: TickTable
  readonly sizeClass: SizeClass
  readonly previousCloseTenths: PriceTenths
  readonly baseTenths: PriceTenths
  readonly limits: PriceLimits
  /**
   * The price that it is worth when the plan begins: at the opening auction, or at the reopening of a day
   * that is taken up in the middle.
   */
  readonly fairTenths: PriceTenths
  /** Shares that the whole day will see, about. */
  readonly volume: Quantity
  readonly beta: number
  /**
   * Its own part of the day from the opening to the close, without what a disclosure adds: standard
   * deviation, and where the path ends. Logarithmic.
   */
  readonly ownSd: number
  readonly ownReturn: number
  /**
   * News of the company in the middle of the day: it moves the price by this log return at that moment; null
   * when there is none then.
   */
  readonly jump: { readonly at: Ms; readonly logReturn: number } | null
  readonly soFar: SoFar | null
  readonly carried: Carried
  /** A new listing whose day begins without a first price (market rules 10). */
  readonly firstDay: FirstDay | null
  /**
   * A real day is played again, or nothing where there was none: no special quotes, those days have been
   * through them.
   */
  readonly isReplay: boolean
  /** The real day that is played again; null on the simulated market, and where nothing traded. */
  readonly replayed: ReplayDay | null
}

/** A day of the exchange is a function of its plan and of the members' orders. */
export type DayPlan = {
  readonly tradeDate: DateJst
  /** The day's seed: committed before the opening auction, revealed after the close. */
  readonly seed: string
  /** The market factor from the opening to the close: standard deviation, and where its path ends. */
  readonly marketSd: number
  readonly marketReturn: number
  readonly issues: readonly IssuePlan[]
  /**
   * The times at which issues say something: they are looked at in that step, so that no order meets a price
   * from before.
   */
  readonly disclosures: readonly Pick<Disclosure, 'code' | 'at'>[]
  readonly halts: readonly NewsHalt[]
  /** Of a day whose own hours are published: they are part of what is sealed. Absent: the release's. */
  readonly hours?: Hours
}

/** The rule state that one day of an issue leaves to the next (market rules 7 and 11). */
export type Carried = {
  readonly limits: LimitMemory
  /** The short-sale price rule was triggered on the day before. */
  readonly isShortRestricted: boolean
}
export const NOTHING_CARRIED: Carried = { limits: FRESH_LIMITS, isShortRestricted: false }

/** Prices that an issue's day starts from. */
export type IssueStart = {
  readonly previousCloseTenths: PriceTenths
  /** Previous close, adjusted for splits. */
  readonly baseTenths: PriceTenths
  /** null: the opening gap of the drawn day. */
  readonly fairTenths: PriceTenths | null
  readonly soFar: SoFar | null
  readonly firstDay?: FirstDay | null
}

/** From the last close to the opening auction, with what is disclosed at it. */
export const openingReturn = (
  instrument: Instrument,
  drawn: DrawnDay,
  disclosure: Disclosure | null,
): number => drawn.overnightReturn + ownPath(instrument, drawn, disclosure).atOpening

export function planIssue(
  instrument: Instrument,
  drawn: DrawnDay,
  start: IssueStart,
  carried: Carried = NOTHING_CARRIED,
  disclosure: Disclosure | null = null,
): IssuePlan {
  const { code, unit, tickTable, sizeClass, beta } = instrument
  const { firstDay = null } = start
  const path = ownPath(instrument, drawn, disclosure)
  const shares = (drawn.turnoverYen * 10) / start.baseTenths
  assert(
    Object.values(drawn).every((figure) => typeof figure !== 'number' || Number.isFinite(figure)),
    `a day of ${code} is drawn in numbers`,
  )
  assert(start.baseTenths > 0, `${code} has a base price`)
  return {
    code,
    unit,
    tickTable,
    sizeClass,
    beta,
    soFar: start.soFar,
    carried,
    firstDay,
    isReplay: false,
    replayed: null,
    previousCloseTenths: start.previousCloseTenths,
    baseTenths: start.baseTenths,
    fairTenths:
      start.fairTenths ??
      Math.round(start.baseTenths * Math.exp(openingReturn(instrument, drawn, disclosure))),
    volume: Math.max(unit, Math.round(shares / unit) * unit),
    ownSd: path.sd,
    ownReturn: path.end,
    jump: path.jump,
    limits: firstDay
      ? firstPriceRange(firstDay.offerTenths, tickTable)
      : limitsFor(start.baseTenths, tickTable, carried.limits.widened),
  }
}

/** The same day with the issues that join it; who is in it stays as it is. */
export function withIssues(plan: DayPlan, joining: DayPlan): DayPlan {
  const there = new Set(plan.issues.map(({ code }) => code))
  const joins = ({ code }: { readonly code: string }) => !there.has(code)
  return {
    ...plan,
    issues: [...plan.issues, ...joining.issues.filter(joins)],
    disclosures: [...plan.disclosures, ...joining.disclosures.filter(joins)],
    halts: [...plan.halts, ...joining.halts.filter(joins)],
  }
}

export const planOf = (
  tradeDate: DateJst,
  seed: string,
  marketReturn: number,
  issues: readonly IssuePlan[],
  disclosures: readonly Disclosure[] = [],
  schedule: Schedule | null = null,
): DayPlan => ({
  tradeDate,
  seed,
  marketSd: MARKET_PATH_SD,
  marketReturn,
  issues,
  halts: newsHalts(disclosures),
  disclosures: disclosures.filter(({ isAtOpening }) => !isAtOpening).map(({ code, at }) => ({ code, at })),
  ...(schedule === null ? {} : hoursApart(schedule, tradeDate)),
})

function hoursApart(schedule: Schedule, tradeDate: DateJst): { hours?: Hours } {
  const hours = schedule.hoursOn(tradeDate)
  return hours === schedules[schedule.id].hoursOn(tradeDate) ? {} : { hours }
}

/** The schedule of a planned day, from its plan alone: whoever lives it again needs to know nothing else. */
export const plannedSchedule = (id: ScheduleId, { hours }: DayPlan): Schedule =>
  hours === undefined ? schedules[id] : { id, hoursOn: () => hours }
