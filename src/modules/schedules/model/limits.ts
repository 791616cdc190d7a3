import type { Yen } from '#kernel/money.ts'
import { no, type Refusal } from '#kernel/result.ts'
import type { DateJst } from '#kernel/time.ts'
import { beginProblem, BEGIN_REJECTIONS, hasFields, newestBegun, type BeginFacts } from './schedule.ts'

/**
 * Limits of security-and-trust 6 that are data. `byRuleYen`: withdrawals of a day up to which no person is
 * asked; `orderYen`: the most that one order is worth, whatever the level allows; `openOrders`: of one member
 * at work.
 */
export type FirmLimits = { readonly byRuleYen: Yen; readonly orderYen: Yen; readonly openOrders: number }
export type LimitSchedule = FirmLimits & { readonly from: DateJst }

/** The limits that the firm began with (security-and-trust 6). */
export const FIRST_LIMITS: FirmLimits = { byRuleYen: 1_000_000, orderYen: 500_000_000, openOrders: 200 }

/**
 * Within these each can be set (decided here). The lower ends keep members' everyday routes open: no table
 * can lay every withdrawal before people or keep members from trading; the upper ends of orders are what the
 * firm is measured for.
 */
export const LIMIT_BOUNDS: {
  readonly [name in keyof FirmLimits]: { readonly least: number; readonly most: number }
} = {
  byRuleYen: { least: 100_000, most: 10_000_000 },
  orderYen: { least: 1_000_000, most: 500_000_000 },
  openOrders: { least: 20, most: 200 },
}
const NAMES = Object.keys(LIMIT_BOUNDS) as (keyof FirmLimits)[]

/** Refusals of a table of limits, in the order in which they are checked. */
export const LIMITS_REJECTIONS = [...BEGIN_REJECTIONS, 'LIMIT_BOUNDS'] as const

/** The id of the limits that begin on a day. */
export const limitsId = (from: DateJst): string => `limits-${from}`

/** Reason why these limits cannot be set. They hold for everybody; those of a level stay the level's. */
export function limitsProblem(
  id: string,
  body: Readonly<Record<string, unknown>>,
  facts: BeginFacts,
  isKnown: boolean,
): Refusal<(typeof LIMITS_REJECTIONS)[number]> | null {
  const { from, ...limits } = body as LimitSchedule
  const problem = beginProblem(hasFields(body, ['from'], NAMES), id === limitsId(from), from, facts, isKnown)
  if (problem !== null) return problem
  const wrong = NAMES.find(
    (name) => limits[name] < LIMIT_BOUNDS[name].least || limits[name] > LIMIT_BOUNDS[name].most,
  )
  return wrong === undefined ? null : no('LIMIT_BOUNDS', { what: wrong, ...LIMIT_BOUNDS[wrong] })
}

/** The limits in force on a day: of the newest table that has begun, else those that the firm began with. */
export function limitsOnDay(schedules: readonly LimitSchedule[], date: DateJst): FirmLimits {
  const newest = newestBegun(schedules, date)
  return newest === null
    ? FIRST_LIMITS
    : { byRuleYen: newest.byRuleYen, orderYen: newest.orderYen, openOrders: newest.openOrders }
}
