import { no, ok, type Result } from '#kernel/result.ts'
import {
  yenOf,
  type PriceTenths,
  type Quantity,
  type TradingUnits,
  type LeverageTenths,
} from '#kernel/price.ts'
import type { DateJst } from '#kernel/time.ts'
import type { ListingStatus } from '#modules/listings/model/check.ts'
import type { Side } from '#modules/margin/model/charges.ts'
import type { PlaceOrder } from '#modules/orders/model/order.ts'
import { PLAIN_TERMS } from '#modules/orders/model/terms.ts'
import { leftOf, unitsOf, type Inventory } from './inventory.ts'
import type { OwnRejection } from './rejections.ts'

/**
 * An application of a member: units of an issue, at the hedging price that was shown. Price in tenths of a
 * yen, leverage in tenths.
 */
export type Apply = {
  readonly code: string
  readonly side: Side
  readonly units: TradingUnits
  readonly priceTenths: PriceTenths
  readonly leverageTenths: LeverageTenths
}

/** The other side's best prices; null: nobody is there. */
export type Touch = { readonly bidTenths: PriceTenths | null; readonly askTenths: PriceTenths | null }

export type ApplyFacts = {
  /** null: there is no such listing. */
  readonly status: ListingStatus | null
  readonly tradeOn: DateJst
  readonly tradeDate: DateJst
  /** null: the issue is not in the inventory. */
  readonly inventory: Inventory | null
  readonly perMemberUnits: TradingUnits
  /** Of this issue and side: what the member has taken already. */
  readonly memberUnits: TradingUnits
  /** Of this issue: the number of an application that is not decided. */
  readonly pending: string | null
  /** No word from the exchange about this issue today, or for some seconds. */
  readonly stale: boolean
  readonly touch: Touch | null
}

/**
 * The hedging price: the firm price for this allocation, the far touch (product decision 7). Null: nobody is
 * on the other side.
 */
export const hedgingTenths = (side: Side, touch: Touch): PriceTenths | null =>
  side === 'up' ? touch.askTenths : touch.bidTenths

/**
 * The first rule that says no, in the order of the list. A price that moved in the member's favour is no
 * refusal: the order may trade at a better one.
 */
export function decideApply(facts: ApplyFacts, apply: Apply): Result<null, OwnRejection> {
  const { status, inventory, perMemberUnits, memberUnits } = facts
  const { side, units, priceTenths } = apply
  if (status === null) return no('LISTING_UNKNOWN')
  if (status === 'void') return no('LISTING_VOID')
  if (status === 'published') return no('NOT_OPEN_YET')
  if (status === 'closed') return no('WINDOW_CLOSED')
  if (facts.tradeOn !== facts.tradeDate) return no('NOT_TRADE_DAY', { date: facts.tradeOn })
  if (inventory === null || unitsOf(inventory, side) === 0)
    return no('NOT_IN_INVENTORY', { code: apply.code })
  if (facts.pending !== null) return no('APPLICATION_PENDING', { number: facts.pending })
  if (memberUnits + units > perMemberUnits)
    return no('ABOVE_MEMBER_UNITS', { most: perMemberUnits, taken: memberUnits })
  const left = leftOf(inventory, side)
  if (units > left) return no('INVENTORY_SHORT', { left })
  if (facts.stale || facts.touch === null) return no('HEDGING_PRICE_OLD')
  const now = hedgingTenths(side, facts.touch)
  if (now === null) return no('NO_HEDGING_PRICE', { code: apply.code })
  if (side === 'up' ? now > priceTenths : now < priceTenths)
    return no('HEDGING_PRICE_MOVED', { shown: yenOf(priceTenths), now: yenOf(now) })
  return ok(null)
}

/**
 * The order that an application sends: what trades at once at the hedging price shown or better, and nothing
 * afterwards.
 */
export const dayOrder = (
  { code, side, units, priceTenths, leverageTenths }: Apply,
  unit: Quantity,
): PlaceOrder => ({
  ...PLAIN_TERMS,
  code,
  side,
  type: 'limit',
  quantity: units * unit,
  priceTenths,
  timeInForce: 'ioc',
  leverageTenths,
  takeProfitTenths: null,
  stopLossTenths: null,
})
