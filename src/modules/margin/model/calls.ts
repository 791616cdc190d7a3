import type { MemberId } from '#kernel/id.ts'
import { mulDiv, type Yen } from '#kernel/money.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import { consideration, type PriceTenths, type Quantity } from '#kernel/price.ts'
import { CALL_BP } from './rates.ts'
import { callAmount, countsTowardsCall, type MarginState } from './ratio.ts'

/**
 * `open`: to be met by its deadline. `forced`: it was not, all leveraged lots are being closed and no new lot
 * is opened. `met` and `closed` are the ends.
 */
export type CallState = 'open' | 'met' | 'forced' | 'closed'

/** The life of a margin call; every change asks this table. */
export const NEXT_CALL_STATE: Readonly<Record<CallState, readonly CallState[]>> = {
  open: ['open', 'met', 'forced'],
  forced: ['closed'],
  met: [],
  closed: [],
}

/**
 * A margin call (追証), made at one close. Its amount never changes: a price that recovers does not cancel it.
 */
export type MarginCall = {
  readonly memberId: MemberId
  /** The day at whose closing prices it was made. */
  readonly tradeDate: DateJst
  readonly amountYen: Yen
  /** The amount still missing of earlier calls then: money that comes in meets those first. */
  readonly beforeYen: Yen
  /** Notional at open prices of the leveraged lots that were open then. */
  readonly notionalYen: Yen
  readonly metYen: Yen
  /** Market time, and the number of its command in the journal: money that came in later counts. */
  readonly madeAt: Ms
  readonly madeSeq: number
  readonly deadlineAt: Ms
  readonly state: CallState
  readonly endedAt: Ms | null
}

export const missingYen = (call: Pick<MarginCall, 'amountYen' | 'metYen'>): Yen =>
  call.amountYen - call.metYen

/**
 * The call at a close, beyond the amount still missing of earlier calls; null: nothing (facts: margin and
 * tax, section 3).
 */
export function callAtClose(
  state: MarginState,
  open: readonly MarginCall[],
): { amountYen: Yen; beforeYen: Yen } | null {
  const beforeYen = open.reduce((sum, call) => sum + missingYen(call), 0)
  const amountYen = callAmount(state, CALL_BP) - beforeYen
  return amountYen > 0 ? { amountYen, beforeYen } : null
}

/** The events on the account since a call was made. */
export type SinceCall = {
  /** Money from outside, less what left. */
  readonly paidInYen: Yen
  /** Notional at open prices of the leveraged lots that were open at the call and still are. */
  readonly stillOpenYen: Yen
  /** Of all leveraged lots; 0: nothing is left to be secured. */
  readonly notionalYen: Yen
}

/**
 * The amount that meets a call: cash in full, closing lots with 20 % of their notional (product decision 5).
 */
export const contributed = (call: MarginCall, since: SinceCall): Yen =>
  Math.max(since.paidInYen, 0) +
  countsTowardsCall(Math.max(call.notionalYen - since.stillOpenYen, 0), CALL_BP)

/** A call that is open, as it stands now: met so far, or met. */
export function reviewed(call: MarginCall, since: SinceCall): { metYen: Yen; state: 'open' | 'met' } {
  const metYen = Math.min(Math.max(contributed(call, since) - call.beforeYen, 0), call.amountYen)
  return { metYen, state: metYen === call.amountYen || since.notionalYen === 0 ? 'met' : 'open' }
}

/** A leveraged lot as a way to meet a call. */
export type ClosableLot = {
  readonly openPriceTenths: PriceTenths
  readonly quantity: Quantity
  readonly unit: Quantity
}
export type ClosingWay = { readonly quantity: Quantity; readonly notionalYen: Yen; readonly countsYen: Yen }

/**
 * The fewest shares of this lot whose closing brings in what is missing; all of them where that is not
 * enough.
 */
export function closingThatMeets(lot: ClosableLot, missing: Yen): ClosingWay {
  const neededYen = mulDiv([missing, 10_000], CALL_BP, 'ceil')
  const units = mulDiv([neededYen, 10], lot.openPriceTenths * lot.unit, 'ceil')
  const quantity = Math.min(units * lot.unit, lot.quantity)
  const notionalYen = consideration(lot.openPriceTenths, quantity)
  return { quantity, notionalYen, countsYen: countsTowardsCall(notionalYen, CALL_BP) }
}
