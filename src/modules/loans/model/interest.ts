import { assert } from '#kernel/assert.ts'
import { mulDiv, PPM, type PartsPerMillion, type Yen } from '#kernel/money.ts'
import { addMonths, type DateJst, daysBetween, type Days } from '#kernel/time.ts'

/** Leap years too: the basis is said in the terms (facts: margin and tax, section 7). */
const DAYS_OF_YEAR = 365

/** Simple interest of so many days, ⌊principal × rate × days ÷ 365⌋: in the member's favour. */
export const interestOf = (principalYen: Yen, ratePpm: PartsPerMillion, days: Days): Yen =>
  mulDiv([principalYen, ratePpm, days], PPM * DAYS_OF_YEAR, 'floor')

/**
 * The debt of a loan. Interest on `principalYen` runs from `since`, that day not counted, the day of the
 * payment counted (片端); `carriedYen` is interest from before that is not paid yet.
 */
export type Debt = {
  readonly principalYen: Yen
  readonly ratePpm: PartsPerMillion
  readonly carriedYen: Yen
  readonly since: DateJst
}

/** Interest due on a day, whole yen; a day before `since` (a charge that comes late) adds nothing. */
export const interestOn = (debt: Debt, day: DateJst): Yen =>
  debt.carriedYen + interestOf(debt.principalYen, debt.ratePpm, Math.max(daysBetween(debt.since, day), 0))

/** Principal and interest on a day: what ends the loan. */
export const owedOn = (debt: Debt, day: DateJst): Yen => debt.principalYen + interestOn(debt, day)

export type Paid = { readonly interestYen: Yen; readonly principalYen: Yen; readonly left: Debt }

/**
 * A payment: interest first, then principal (Civil Code Art. 489). More than is owed is a bug: the rule has
 * asked before.
 */
export function payOn(debt: Debt, yen: Yen, day: DateJst): Paid {
  const dueYen = interestOn(debt, day)
  const interestYen = Math.min(yen, dueYen)
  const principalYen = yen - interestYen
  assert(
    principalYen >= 0 && principalYen <= debt.principalYen,
    `${yen} yen paid into a debt of ${debt.principalYen + dueYen}`,
  )
  return {
    interestYen,
    principalYen,
    left: {
      ...debt,
      principalYen: debt.principalYen - principalYen,
      carriedYen: dueYen - interestYen,
      since: day < debt.since ? debt.since : day,
    },
  }
}

/** The first day of the month after this one: when interest is charged. */
export const nextChargeDay = (day: DateJst): DateJst => `${addMonths(day, 1)}-01`
