import { PPM_OF_PERCENT, type PartsPerMillion, type Yen } from '#kernel/money.ts'
import { no, type Refusal } from '#kernel/result.ts'
import type { DateJst } from '#kernel/time.ts'
import type { FeeRule } from '#modules/margin/model/rates.ts'
import { beginProblem, BEGIN_REJECTIONS, hasFields, newestBegun, type BeginFacts } from './schedule.ts'

/**
 * The request of an administrator: the commission from a business day on. Consumption tax is the law's and
 * not in it.
 */
export type FeeSchedule = {
  readonly from: DateJst
  readonly ratePpm: PartsPerMillion
  readonly minYen: Yen
  readonly maxYen: Yen
}

/** The highest commission that can be set: 1 % and 100,000 yen (decided here). */
const RATE_MOST_PPM = 10_000
const YEN_MOST = 100_000

/** Refusals of a fee schedule, in the order in which they are checked. */
export const FEES_REJECTIONS = [...BEGIN_REJECTIONS, 'RATE_TOO_HIGH', 'FEES_REVERSED'] as const

/** The id of the schedule that begins on a day. */
export const feesId = (from: DateJst): string => `fees-${from}`

/**
 * Reason why these fees cannot be set: strict fields, no value for one member, from the next business day on
 * at the earliest (security-and-trust 1).
 */
export function feesProblem(
  id: string,
  body: Readonly<Record<string, unknown>>,
  facts: BeginFacts,
  isKnown: boolean,
): Refusal<(typeof FEES_REJECTIONS)[number]> | null {
  const { from, ratePpm, minYen, maxYen } = body as FeeSchedule
  const problem = beginProblem(
    hasFields(body, ['from'], ['ratePpm', 'minYen', 'maxYen']),
    id === feesId(from),
    from,
    facts,
    isKnown,
  )
  if (problem !== null) return problem
  if (ratePpm > RATE_MOST_PPM || maxYen > YEN_MOST)
    return no('RATE_TOO_HIGH', { percent: RATE_MOST_PPM / PPM_OF_PERCENT, yen: YEN_MOST })
  return minYen > maxYen ? no('FEES_REVERSED') : null
}

/**
 * The rule in force on a day: of the newest schedule that has begun, else the one that the firm began with.
 */
export function feesOnDay(schedules: readonly FeeSchedule[], date: DateJst, first: FeeRule): FeeRule {
  const newest = newestBegun(schedules, date)
  return newest === null ? first : { ratePpm: newest.ratePpm, minYen: newest.minYen, maxYen: newest.maxYen }
}
