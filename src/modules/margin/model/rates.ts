import type { BasisPoints, PartsPerMillion, Yen } from '#kernel/money.ts'

/**
 * The published terms (product decisions 4 and 5). Everything that a leveraged account is measured by stands
 * here.
 */

/**
 * Commission: parts per million of the notional, at least and at most so many yen, before consumption tax.
 */
export type FeeRule = { readonly ratePpm: PartsPerMillion; readonly minYen: Yen; readonly maxYen: Yen }

/**
 * The commission that the firm began with, until a published schedule says otherwise: 0.05 % of the notional,
 * at least 50 and at most 1,000 yen, plus consumption tax.
 */
export const FEE = {
  ratePpm: 500 as PartsPerMillion,
  minYen: 50 as Yen,
  maxYen: 1_000 as Yen,
  taxDivisor: 10,
} as const

/** The commission of day trading (一日信用) on every order, by product decision 7. */
export const NO_COMMISSION: FeeRule = { ratePpm: 0, minYen: 0, maxYen: 0 }
/**
 * For each application of day trading that is left open at its day's close, once: commission 3,250 yen and
 * consumption tax (facts: margin and tax, section 4).
 */
export const DAY_PENALTY = { yen: 3_575 as Yen, taxYen: 325 as Yen } as const

/**
 * Per year on the whole notional at the open price: buyer's interest of longs above 1×, stock-lending fee of
 * shorts.
 */
export const LONG_RATE_PPM: PartsPerMillion = 28_000
export const SHORT_RATE_PPM: PartsPerMillion = 11_500
export const DAYS_OF_YEAR = 365

/** Margin ratios of the account. */
export const NEW_LOTS_BP: BasisPoints = 3_000
export const CALL_BP: BasisPoints = 2_000
export const LOSS_CUT_BP: BasisPoints = 1_000
/** A loss-cut closes lots until the ratio is back here. */
export const RESTORE_BP: BasisPoints = 3_000
/** Below it there are no new leveraged lots, and a call where some are open. */
export const MINIMUM_MARGIN_YEN: Yen = 300_000
/** The part of their value for which shares paid in full count as margin. */
export const SUBSTITUTE_PPM: PartsPerMillion = 800_000
