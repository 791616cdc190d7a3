import { mulDiv, PPM, type Yen } from '#kernel/money.ts'
import type { Quantity, LeverageTenths } from '#kernel/price.ts'
import { daysBetween, type DateJst, type Days } from '#kernel/time.ts'
import { DAYS_OF_YEAR, FEE, LONG_RATE_PPM, NO_COMMISSION, SHORT_RATE_PPM, type FeeRule } from './rates.ts'

export type Fee = { readonly feeYen: Yen; readonly taxYen: Yen; readonly totalYen: Yen }
/** Of what is closed without a trade. */
export const NO_FEE: Fee = { feeYen: 0, taxYen: 0, totalYen: 0 }

/**
 * Commission and its consumption tax for an order that has traded this much so far; nothing traded, nothing
 * due.
 */
export function feeOf(notionalYen: Yen, rule: FeeRule): Fee {
  if (notionalYen === 0) return NO_FEE
  const feeYen = Math.min(
    Math.max(mulDiv([notionalYen, rule.ratePpm], PPM, 'floor'), rule.minYen),
    rule.maxYen,
  )
  const taxYen = Math.floor(feeYen / FEE.taxDivisor)
  return { feeYen, taxYen, totalYen: feeYen + taxYen }
}

/**
 * The amount that a fill adds to the fee: the fee of all that the order has traded after it, less the fee of
 * all before the fill.
 */
export function feeOfFill(tradedBeforeYen: Yen, fillYen: Yen, rule: FeeRule): Fee {
  const before = feeOf(tradedBeforeYen, rule)
  const after = feeOf(tradedBeforeYen + fillYen, rule)
  return {
    feeYen: after.feeYen - before.feeYen,
    taxYen: after.taxYen - before.taxYen,
    totalYen: after.totalYen - before.totalYen,
  }
}

export type Side = 'up' | 'down'
/** `source`: where the lot comes from, or the order; `day-trade` is 一日信用. */
export type Terms = { readonly side: Side; readonly leverageTenths: LeverageTenths; readonly source?: string }

/** A short, or a long above 1×: pays interest or lending fee, and counts in the margin ratio. */
export const isLeveraged = ({ side, leverageTenths }: Terms): boolean =>
  side === 'down' || leverageTenths > 10

/**
 * 一日信用: without commission, interest or stock-lending fee (product decision 7). Shares that were taken over
 * out of it (現引) are on its terms no more.
 */
export const isDayTrade = (terms: Terms): boolean => terms.source === 'day-trade' && isLeveraged(terms)

/** The commission of an order on these terms, where `rule` is the published one. */
export const feeRuleFor = (terms: Terms, rule: FeeRule): FeeRule => (isDayTrade(terms) ? NO_COMMISSION : rule)

/**
 * Interest or stock-lending fee for a number of days, floored. A long at 1× and a lot of day trading pay
 * nothing.
 */
export function holdingCost(terms: Terms, notionalYen: Yen, days: Days): Yen {
  if (!isLeveraged(terms) || isDayTrade(terms)) return 0
  const ratePpm = terms.side === 'up' ? LONG_RATE_PPM : SHORT_RATE_PPM
  return mulDiv([notionalYen, ratePpm, days], PPM * DAYS_OF_YEAR, 'floor')
}

/**
 * Days that are charged: opening settlement date to closing settlement date, both counted, holidays included.
 */
export const chargedDays = (openSettlement: DateJst, closeSettlement: DateJst): number =>
  Math.max(daysBetween(openSettlement, closeSettlement), 0) + 1

/**
 * Days of 逆日歩: opening settlement date to the day before the closing settlement date; none for a day trade.
 */
export const premiumDays = (openSettlement: DateJst, closeSettlement: DateJst): number =>
  Math.max(daysBetween(openSettlement, closeSettlement), 0)

/**
 * 逆日歩 (品貸料) in hundredths of a yen per share and day, floored to the yen: a short pays it, a long of the same
 * kind receives it. Lots of this product are 一般信用 and never have it (product decision 5); it is for adapters
 * that route 制度信用.
 */
export const lendingPremium = (hundredthsPerShareDay: number, shares: Quantity, days: Days): Yen =>
  mulDiv([hundredthsPerShareDay, shares, days], 100, 'floor')
