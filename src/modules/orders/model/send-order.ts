import type { Yen } from '#kernel/money.ts'
import type { PriceTenths } from '#kernel/price.ts'
import type { Ms } from '#kernel/time.ts'
import type { Draft } from '#modules/ledger/model/drafting.ts'
import { afterReport, changed } from './order-life.ts'
import { holdYen, restQuantity, type Order } from './order.ts'
import { hold, release } from './holds.ts'
import { holdNeeded, reserveTenths, type QuoteFacts } from './reserve.ts'

type Limits = Pick<QuoteFacts, 'lowerLimitTenths' | 'upperLimitTenths'>

/**
 * Its limit cannot be entered today: it is kept here, unsent and marked, and a stop like this is not released
 * (market rules 3, validity).
 */
export const isOutside = (
  priceTenths: PriceTenths | null,
  { lowerLimitTenths, upperLimitTenths }: Limits,
): boolean => priceTenths !== null && (priceTenths < lowerLimitTenths || priceTenths > upperLimitTenths)

/**
 * An order that waited here goes to the venue; `powerYen` is what orders may use. What is reserved at the
 * day's upper limit is reserved at that of this day; null: the account has not enough for it any more.
 */
export function sent(draft: Draft, order: Order, limits: Limits, powerYen: Yen, at: Ms): Order | null {
  const next = {
    ...order,
    ordStatus: afterReport(order.ordStatus, 'SENT', restQuantity(order)),
    venueSeq: null,
    reason: null,
    updatedAt: at,
    reserveTenths: order.reserveTenths === null ? null : reserveTenths(order, limits),
  }
  const missingYen = holdNeeded(next) - holdYen(order)
  if (missingYen > powerYen) return null
  return changed(
    next,
    missingYen > 0 ? hold(draft, order, missingYen) : release(draft, order, 0 - missingYen),
  )
}
