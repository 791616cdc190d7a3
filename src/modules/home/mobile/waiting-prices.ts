import type { PriceYen } from '#kernel/price.ts'
import type { OrderView } from '#modules/orders/contract.ts'

/** A price at which an order waits, and whether the member may move it now. */
export type WaitingPrice = { of: 'price' | 'trigger'; price: PriceYen; isFree: boolean }

/** An exit that an order brings to what it will open, and whether the member may move it now. */
export type WaitingExit = { exit: 'takeProfit' | 'stopLoss'; price: PriceYen; isFree: boolean }

/** Exits of what an order has still to open. A stop-loss that trails is moved by its distance alone. */
export function waitingExits({
  purpose,
  status,
  takeProfit,
  stopLoss,
  exitTrailYen,
  exitTrailBp,
  amending,
  origin,
}: Pick<
  OrderView,
  'purpose' | 'status' | 'takeProfit' | 'stopLoss' | 'exitTrailYen' | 'exitTrailBp' | 'amending' | 'origin'
>): WaitingExit[] {
  if (purpose !== 'open' || status !== 'pending') return []
  const isFree = amending === null && origin === 'member'
  const trails = exitTrailYen !== null || exitTrailBp !== null
  return [
    ...(takeProfit === null ? [] : [{ exit: 'takeProfit', price: takeProfit, isFree } as const]),
    ...(stopLoss === null ? [] : [{ exit: 'stopLoss', price: stopLoss, isFree: isFree && !trails } as const]),
  ]
}

/**
 * The prices at which an order waits: its limit, and the trigger of a stop that has not been released. A
 * member's own orders can be moved, unless a change is on its way. A trigger that follows the price, and the
 * limit that goes with it, are moved by their distance alone.
 */
export function waitingPrices({
  price,
  triggerPrice,
  trailYen,
  trailBp,
  place,
  amending,
  origin,
}: Pick<
  OrderView,
  'price' | 'triggerPrice' | 'trailYen' | 'trailBp' | 'place' | 'amending' | 'origin'
>): WaitingPrice[] {
  const trails = place === 'armed' && (trailYen !== null || trailBp !== null)
  const isFree = amending === null && origin === 'member' && !trails
  return [
    ...(triggerPrice !== null && place === 'armed'
      ? [{ of: 'trigger', price: triggerPrice, isFree } as const]
      : []),
    ...(price !== null ? [{ of: 'price', price, isFree } as const] : []),
  ]
}
