import { mulDiv, type BasisPoints, type Yen } from '#kernel/money.ts'

/** The value of a pool at a NAV, and the number of units that share it. */
export type FundValue = { readonly equityYen: Yen; readonly units: number }

/**
 * NAV is shown for so many units, as funds in Japan do (基準価額). The lead's stake makes one unit of each yen,
 * so that it begins at 10,000 yen.
 */
export const NAV_UNITS = 10_000

/**
 * ⌊equity × units ÷ all units⌋: what a follower's units are worth; the lead's are worth the rest
 * (product decision 8). Nothing below 0.
 */
export const worthOf = ({ equityYen, units: all }: FundValue, units: number): Yen =>
  all === 0 || equityYen <= 0 ? 0 : mulDiv([equityYen, units], all, 'floor')

/**
 * Whole units for whole yen at this NAV; 0 where too little money comes, or a unit has lost 99 % of its first
 * worth (then the pool takes nobody, and units stay countable).
 */
export const unitsFor = ({ equityYen, units: all }: FundValue, yen: Yen): number =>
  equityYen * 100 < all || all === 0 ? 0 : mulDiv([yen, all], equityYen, 'floor')

/** NAV of 10,000 units in yen, rounded to two decimals: for eyes alone, nothing is reckoned with it. */
export const navShown = ({ equityYen, units }: FundValue): number =>
  units === 0 ? 0 : Math.round((equityYen * NAV_UNITS * 100) / units) / 100

/** Basis points to the nearest, halves up. */
const fallBp = (high: bigint, now: bigint): BasisPoints =>
  Number(((high - now) * 20_000n + high) / (high * 2n))

/**
 * The deepest fall from a high before it, in basis points; the first NAV is the first high. Works on any
 * series above 0.
 */
export function drawdownBp(navs: readonly FundValue[]): number {
  let high: FundValue | null = null
  let deepest = 0
  for (const fundValue of navs) {
    if (fundValue.units === 0) continue
    if (
      high === null ||
      BigInt(fundValue.equityYen) * BigInt(high.units) > BigInt(high.equityYen) * BigInt(fundValue.units)
    )
      high = fundValue
    else if (high.equityYen > 0)
      deepest = Math.max(
        deepest,
        fallBp(
          BigInt(high.equityYen) * BigInt(fundValue.units),
          BigInt(fundValue.equityYen) * BigInt(high.units),
        ),
      )
  }
  return deepest
}
