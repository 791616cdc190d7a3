import { no, type Refusal } from '#kernel/result.ts'
import { addDays, type DateJst } from '#kernel/time.ts'
import { weekEndOf, type Calendar } from '#modules/instruments/model/calendar.ts'
import type { Phase } from '#modules/instruments/model/schedule.ts'
import { isTrailing, type Trail } from '#modules/portfolio/model/trail.ts'
import type { PlaceOrder } from './order.ts'

/**
 * Longest life of an order, the trade date of its entry counted as the first day (market rules 3, validity).
 */
export const LONGEST_VALIDITY_DAYS = 15

/** The demands of an order on its market: which prices, when, and for how long. */
export type Terms = Pick<
  PlaceOrder,
  | 'type'
  | 'priceTenths'
  | 'triggerTenths'
  | 'trailTenths'
  | 'trailBp'
  | 'exitTrailTenths'
  | 'exitTrailBp'
  | 'condition'
  | 'timeInForce'
  | 'validity'
  | 'validUntil'
> &
  Partial<Pick<PlaceOrder, 'stopLossTenths'>>

/** At once, as long as today's market takes orders. */
export const PLAIN_TERMS = {
  triggerTenths: null,
  condition: 'none',
  timeInForce: 'day',
  validity: 'day',
  validUntil: null,
} as const

/**
 * The reach of an order from its trade date. `until`: the last trading day up to the date asked for; null:
 * none is allowed.
 */
export type ValidityDates = {
  readonly first: DateJst
  readonly last: DateJst
  readonly weekEnd: DateJst
  readonly until: DateJst | null
}

/** null for a day order, which needs no calendar. */
export function validityDates(
  calendar: Calendar,
  terms: Pick<Terms, 'validity' | 'validUntil'>,
  tradeDate: DateJst,
): ValidityDates | null {
  if (terms.validity === 'day') return null
  const lastUpTo = (date: DateJst) => (calendar.isTradingDay(date) ? date : calendar.previous(date))
  const first = tradeDate
  const last = calendar.next(tradeDate, LONGEST_VALIDITY_DAYS - 1)
  const asked = terms.validUntil
  return {
    first,
    last,
    weekEnd: weekEndOf(calendar, tradeDate),
    until: asked !== null && isDate(asked) && asked >= first && asked <= last ? lastUpTo(asked) : null,
  }
}

const isDate = (text: string): boolean => {
  const at = Date.parse(`${text}T00:00:00Z`)
  return Number.isFinite(at) && addDays(text, 0) === text
}

/** The last trading day of an order whose terms were allowed. */
export const lastDayOf = (
  { validity }: Pick<Terms, 'validity'>,
  tradeDate: DateJst,
  dates: ValidityDates | null,
): DateJst =>
  dates === null || validity === 'day' ? tradeDate : validity === 'week' ? dates.weekEnd : dates.until!

/** The venue takes orders. Outside these hours they are accepted and held (market rules 1). */
export const takesOrders = (phase: Phase): boolean => phase !== 'closed' && phase !== 'lunch'

export const isStop = ({ type }: Pick<Terms, 'type'>): boolean => type === 'stop' || type === 'stop-limit'
/** The distance of a stop that trails. */
export const trailOf = ({
  trailTenths = null,
  trailBp = null,
}: Pick<Terms, 'trailTenths' | 'trailBp'>): Trail => ({ trailTenths, trailBp })
/** The distance of a stop-loss that trails. */
export const exitTrailOf = ({
  exitTrailTenths = null,
  exitTrailBp = null,
}: Pick<Terms, 'exitTrailTenths' | 'exitTrailBp'>): Trail => ({
  trailTenths: exitTrailTenths,
  trailBp: exitTrailBp,
})
const hasLimit = ({ type }: Terms): boolean => type === 'limit' || type === 'stop-limit'

export type TermsRejection =
  | 'PRICE_REQUIRED'
  | 'PRICE_NOT_ALLOWED'
  | 'TRIGGER_REQUIRED'
  | 'TRIGGER_NOT_ALLOWED'
  | 'TRAIL_NOT_ALLOWED'
  | 'STOP_WITH_CONDITION'
  | 'CONDITION_NEEDS_LIMIT'
  | 'IOC_WITH_CONDITION'
  | 'IOC_WITH_STOP'
  | 'IOC_FOR_DAY_ONLY'
  | 'CONDITION_FOR_DAY_ONLY'
  | 'VALID_UNTIL_REQUIRED'
  | 'VALID_UNTIL_NOT_ALLOWED'
  | 'VALID_UNTIL_OUTSIDE'
  | 'SESSION_OPENED'
  | 'IOC_OUTSIDE_TRADING'

/**
 * The rule that a combination of type, condition, validity, session and price breaks first (market rules 3);
 * null: none. `dates` null leaves the dates to whoever knows the calendar.
 */
export function refusedByTerms(
  { phase, dates }: { phase: Phase; dates: ValidityDates | null },
  terms: Terms,
): Refusal<TermsRejection> | null {
  const { type, condition, timeInForce, validity } = terms
  if (hasLimit(terms) && terms.priceTenths === null) return no('PRICE_REQUIRED')
  if (!hasLimit(terms) && terms.priceTenths !== null) return no('PRICE_NOT_ALLOWED')
  if (isStop(terms) && terms.triggerTenths === null) return no('TRIGGER_REQUIRED')
  if (!isStop(terms) && terms.triggerTenths !== null) return no('TRIGGER_NOT_ALLOWED')
  if (!isStop(terms) && isTrailing(trailOf(terms))) return no('TRAIL_NOT_ALLOWED')
  if ((terms.stopLossTenths ?? null) === null && isTrailing(exitTrailOf(terms)))
    return no('TRAIL_NOT_ALLOWED')
  if (isStop(terms) && condition !== 'none') return no('STOP_WITH_CONDITION')
  if (condition === 'limit-then-market' && type !== 'limit') return no('CONDITION_NEEDS_LIMIT')
  if (timeInForce === 'ioc' && condition !== 'none') return no('IOC_WITH_CONDITION')
  if (timeInForce === 'ioc' && isStop(terms)) return no('IOC_WITH_STOP')
  if (timeInForce === 'ioc' && validity !== 'day') return no('IOC_FOR_DAY_ONLY')
  if (condition !== 'none' && validity !== 'day') return no('CONDITION_FOR_DAY_ONLY')
  if (validity === 'date' && terms.validUntil === null) return no('VALID_UNTIL_REQUIRED')
  if (validity !== 'date' && terms.validUntil !== null) return no('VALID_UNTIL_NOT_ALLOWED')
  if (validity === 'date' && dates !== null && dates.until === null)
    return no('VALID_UNTIL_OUTSIDE', { first: dates.first, last: dates.last })
  if (condition === 'at-open' && (phase === 'continuous' || phase === 'pre-closing'))
    return no('SESSION_OPENED')
  if (timeInForce === 'ioc' && phase !== 'continuous') return no('IOC_OUTSIDE_TRADING')
  return null
}
