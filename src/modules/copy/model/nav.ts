import type { Days } from '#kernel/time.ts'
import { mulDiv, PPM, type PartsPerMillion, type Yen } from '#kernel/money.ts'
import { unitsFor, worthOf, type FundValue } from './fund-value.ts'

/** Inputs from which a NAV is reckoned. Lists in the order in which they were asked for. */
export type NavInput = {
  /**
   * The pool's total assets at the closing prices, less accrued charges, coming tax and fees that it still
   * owes.
   */
  readonly equityYen: Yen
  readonly units: number
  /** Settled cash of the pool that may leave. */
  readonly cashYen: Yen
  /** Fees of earlier days that it had no cash for. */
  readonly owedYen: Yen
  /** The highest NAV so far. */
  readonly high: FundValue
  readonly managementPpm: PartsPerMillion
  readonly performancePpm: PartsPerMillion
  /** Calendar days since the NAV before. */
  readonly days: Days
  readonly leaving: readonly { readonly id: string; readonly units: number }[]
  readonly joining: readonly { readonly id: string; readonly yen: Yen }[]
}

export type NavResult = {
  readonly managementYen: Yen
  readonly performanceYen: Yen
  /** Of all fees owed: paid to the lead now, and still owed. */
  readonly feePaidYen: Yen
  readonly owedYen: Yen
  readonly joined: readonly { readonly id: string; readonly units: number; readonly yen: Yen }[]
  /** A pool that is worth nothing gives no units. */
  readonly worthless: readonly string[]
  readonly paid: readonly { readonly id: string; readonly yen: Yen }[]
  /** Worth of those who leave and wait, beyond the cash that is there: shares are sold for it. */
  readonly missingYen: Yen
  /** After all of it. */
  readonly pot: FundValue
  readonly high: FundValue
}

const DAYS_A_YEAR = 365

/**
 * One daily NAV (product decision 8). In this order: management fee by the day; performance fee on what
 * stands above the high-water mark; then everybody comes and goes at this one NAV: money that comes pays
 * first those who leave, first asked first served, and only what is left pays fees. Who leaves and cannot be
 * paid in whole waits, and is paid at the NAV of the day on which the cash is there. All roundings stay in
 * the pool.
 */
export function runNav(input: NavInput): NavResult {
  const { units, high } = input
  const managementYen = mulDiv(
    [Math.max(input.equityYen, 0), input.managementPpm, input.days],
    DAYS_A_YEAR * PPM,
    'floor',
  )
  const gainYen = gainAbove(high, { equityYen: input.equityYen - managementYen, units })
  const performanceYen = mulDiv([gainYen, input.performancePpm], PPM, 'floor')
  const now: FundValue = { equityYen: input.equityYen - managementYen - performanceYen, units }

  const joining = input.joining.map(({ id, yen }) => ({ id, yen, units: unitsFor(now, yen) }))
  const joined = joining.filter((each) => each.units > 0)
  let cashYen = input.cashYen + sum(joined, ({ yen }) => yen)
  const leaving = input.leaving.map(({ id, units: sold }) => ({ id, units: sold, yen: worthOf(now, sold) }))
  const paid: typeof leaving = []
  for (const each of leaving) {
    if (each.yen > cashYen) break
    paid.push(each)
    cashYen -= each.yen
  }
  const waitingYen = sum(leaving.slice(paid.length), ({ yen }) => yen)
  const feeYen = input.owedYen + managementYen + performanceYen
  const feePaidYen = waitingYen > 0 ? 0 : Math.min(feeYen, cashYen)
  const fundValue: FundValue = {
    equityYen: now.equityYen + sum(joined, ({ yen }) => yen) - sum(paid, ({ yen }) => yen),
    units: units + sum(joined, (each) => each.units) - sum(paid, (each) => each.units),
  }
  return {
    managementYen,
    performanceYen,
    feePaidYen,
    owedYen: feeYen - feePaidYen,
    joined,
    worthless: joining.filter((each) => each.units === 0).map(({ id }) => id),
    paid: paid.map(({ id, yen }) => ({ id, yen })),
    missingYen: waitingYen === 0 ? 0 : waitingYen - cashYen,
    pot: fundValue,
    high: gainAbove(high, now) > 0 ? now : high,
  }
}

/**
 * Whole yen above the high-water mark, never below 0: the mark rounds up, so that no gain is charged twice.
 */
export const gainAbove = (high: FundValue, { equityYen, units }: FundValue): Yen =>
  Math.max(equityYen - mulDiv([high.equityYen, units], high.units, 'ceil'), 0)

const sum = <T>(list: readonly T[], of: (each: T) => number): number =>
  list.reduce((total, each) => total + of(each), 0)

/**
 * The last NAV of a pool, when all it has is settled cash: fees, then each follower's worth, and the rest is
 * the lead's.
 */
export function settleLast(
  input: Pick<NavInput, 'cashYen' | 'owedYen' | 'units'> & {
    readonly followers: readonly { readonly id: string; readonly units: number }[]
  },
): { paid: { id: string; yen: Yen }[]; feePaidYen: Yen; leadYen: Yen } {
  const feePaidYen = Math.min(input.owedYen, input.cashYen)
  const fundValue: FundValue = { equityYen: input.cashYen - feePaidYen, units: input.units }
  const paid = input.followers.map(({ id, units }) => ({ id, yen: worthOf(fundValue, units) }))
  return { paid, feePaidYen, leadYen: fundValue.equityYen - sum(paid, ({ yen }) => yen) }
}
