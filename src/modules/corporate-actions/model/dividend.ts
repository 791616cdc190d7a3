import type { LotId, MemberId, OrderId } from '#kernel/id.ts'
import { mulDiv, PPM, type PartsPerMillion, type Yen } from '#kernel/money.ts'
import type { PriceTenths, Quantity, LeverageTenths } from '#kernel/price.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import { isLeveraged, type Side, type Terms } from '#modules/margin/model/charges.ts'

/**
 * The sum that a lot held at the close of the last cum date gets, or owes, on the pay date. One row per lot
 * and ex-date.
 */
export type Entitlement = {
  readonly lotId: LotId
  readonly exDate: DateJst
  readonly memberId: MemberId
  readonly orderId: OrderId
  readonly code: string
  readonly side: Side
  readonly leverageTenths: LeverageTenths
  /** Shares at that close, before a split of the same ex-date. */
  readonly quantity: Quantity
  readonly perShareTenths: PriceTenths
  readonly payDate: DateJst
  /** Kept back of a short's money since the ex-date. */
  readonly heldYen: Yen
  /** Tax withheld at the payment; 0 before it, and on adjusted dividends. */
  readonly taxYen: Yen
  /** Market time; null: still to come. */
  readonly paidAt: Ms | null
}

/**
 * Of an adjusted dividend a long lot receives this share: 1 less the income tax of 15.315 %
 * (facts: margin and tax, section 5).
 */
const ADJUSTED_PPM: PartsPerMillion = 846_850

/**
 * The value of a dividend to a lot, before tax, floored to the yen: shares paid in full get all of it; of a
 * leveraged lot it is the adjustment (配当落調整金) that 一般信用 lots receive (longs, 84.685 %) and pay
 * (shorts, 100 %, below zero). Margin and tax 5.
 */
export function dividendYen(
  lot: Pick<Entitlement, 'side' | 'leverageTenths' | 'quantity' | 'perShareTenths'>,
): Yen {
  const grossYen = mulDiv([lot.perShareTenths, lot.quantity], 10, 'floor')
  if (!isLeveraged(lot)) return grossYen
  return lot.side === 'up' ? mulDiv([grossYen, ADJUSTED_PPM], PPM, 'floor') : 0 - grossYen
}

/** The three kinds of holders, as the sentences of messages tell them apart. */
export const holderKind = (lot: Terms): 'cash' | 'long' | 'short' =>
  lot.side === 'down' ? 'short' : isLeveraged(lot) ? 'long' : 'cash'
