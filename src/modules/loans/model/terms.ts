import type { PartsPerMillion, Yen } from '#kernel/money.ts'
import { LOAN_MAX_YEN, LOAN_MIN_YEN } from '#kernel/specification.ts'

/**
 * One loan, at least and at most (specification, chapter 9); all open loans of a member together, at most
 * (product decision 9).
 */
export const LEAST_YEN: Yen = LOAN_MIN_YEN
export const MOST_YEN: Yen = LOAN_MAX_YEN
export const MOST_TOGETHER_YEN: Yen = LOAN_MAX_YEN

/** `belowYen` null: whatever is larger. */
type Tier = { readonly belowYen: Yen | null; readonly ratePpm: PartsPerMillion }

/**
 * Interest a year (product decision 9), by the amount that was lent: known before, and the same until the
 * last yen is repaid.
 */
export const RATES: readonly [Tier, ...Tier[]] = [
  { belowYen: 1_000_000, ratePpm: 120_000 },
  { belowYen: 10_000_000, ratePpm: 80_000 },
  { belowYen: null, ratePpm: 50_000 },
]

/** The highest rates that the law allows (利息制限法 Art. 1; facts: margin and tax, section 7). */
export const LEGAL_CAPS: readonly [Tier, ...Tier[]] = [
  { belowYen: 100_000, ratePpm: 200_000 },
  { belowYen: 1_000_000, ratePpm: 180_000 },
  { belowYen: null, ratePpm: 150_000 },
]

const rateIn = (tiers: readonly Tier[], yen: Yen): PartsPerMillion =>
  tiers.find(({ belowYen }) => belowYen === null || yen < belowYen)!.ratePpm

/** The rate of a loan of this amount, parts per million a year. */
export const rateOf = (yen: Yen): PartsPerMillion => rateIn(RATES, yen)
export const legalCapOf = (yen: Yen): PartsPerMillion => rateIn(LEGAL_CAPS, yen)
