import { mulDiv, PPM, type PartsPerMillion, type Yen } from '#kernel/money.ts'
import { INCOMES } from '#modules/members/model/profile.ts'
import { MOST_TOGETHER_YEN } from './terms.ts'

/**
 * Unsecured loans: a third of the yearly income, all of them together (総量規制;
 * facts: margin and tax, section 7).
 */
export const INCOME_SHARE = 3
/** Secured ones: half the value of shares that are paid in full, at last prices (published loan-to-value). */
export const LOAN_TO_VALUE_PPM: PartsPerMillion = 500_000

/**
 * The least that an answer of the investor profile says, a year: nobody is lent on income that was not
 * stated.
 */
const LEAST_INCOME: Readonly<Record<(typeof INCOMES)[number], Yen>> = {
  'under-300': 0,
  'under-500': 3_000_000,
  'under-1000': 5_000_000,
  'under-2000': 10_000_000,
  'over-2000': 20_000_000,
}
/** 0 without a profile. */
export const incomeOf = (answer: string | null): Yen =>
  (LEAST_INCOME as Readonly<Record<string, Yen>>)[answer ?? ''] ?? 0

/** `sharesYen`: long lots at 1× at last prices. `owedYen`: principal of all open loans. */
export type Means = { readonly incomeYen: Yen; readonly sharesYen: Yen; readonly owedYen: Yen }
export type Affordable = Means & {
  readonly thirdYen: Yen
  readonly securedYen: Yen
  readonly limitYen: Yen
  readonly headroomYen: Yen
}

/**
 * The most that a member may owe in all loans together: a third of the income, or, where that is more, what
 * the shares secure; never above the total limit. `headroomYen`: the part of it that is left.
 */
export function affordable(means: Means): Affordable {
  const thirdYen = Math.floor(means.incomeYen / INCOME_SHARE)
  const securedYen = mulDiv([means.sharesYen, LOAN_TO_VALUE_PPM], PPM, 'floor')
  const limitYen = Math.min(Math.max(thirdYen, securedYen), MOST_TOGETHER_YEN)
  return { ...means, thirdYen, securedYen, limitYen, headroomYen: Math.max(limitYen - means.owedYen, 0) }
}
