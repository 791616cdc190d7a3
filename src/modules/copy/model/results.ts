import { rateBp, rateOf, type Yen, type BasisPoints } from '#kernel/money.ts'

/** Money of a follower over all subscriptions that got units: paid in, and paid back or due back now. */
export type FollowerResult = { readonly buyYen: Yen; readonly valueYen: Yen }

/**
 * Steps of the distribution, in basis points of the money paid in: from, and below. As many for losses as for
 * gains.
 */
export const RESULT_STEPS = [
  { from: null, below: -2_000 },
  { from: -2_000, below: -500 },
  { from: -500, below: 0 },
  { from: 0, below: 500 },
  { from: 500, below: 2_000 },
  { from: 2_000, below: null },
] as const

export type Results = {
  readonly followers: number
  readonly losing: number
  readonly steps: readonly number[]
  readonly togetherBp: BasisPoints | null
}

/**
 * Results of each follower's money, those who left included: counted by the result of every yen paid in
 * (money-weighted, not a year's rate). `togetherBp`: of all money of all followers; null before the first.
 */
export function resultsOf(list: readonly FollowerResult[]): Results {
  const rates = list
    .filter(({ buyYen }) => buyYen > 0)
    .map(({ buyYen, valueYen }) => rateOf(valueYen - buyYen, buyYen))
  const paidYen = list.reduce((sum, { buyYen }) => sum + buyYen, 0)
  const backYen = list.reduce((sum, { valueYen }) => sum + valueYen, 0)
  return {
    followers: rates.length,
    losing: rates.filter((bp) => bp < 0).length,
    steps: RESULT_STEPS.map(
      ({ from, below }) =>
        rates.filter((bp) => (from === null || bp >= from) && (below === null || bp < below)).length,
    ),
    togetherBp: paidYen === 0 ? null : rateBp(backYen - paidYen, paidYen),
  }
}
