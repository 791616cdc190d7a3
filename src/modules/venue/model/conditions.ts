import type { AuctionKind } from '#modules/instruments/model/schedule.ts'
import type { IssueMarket } from './issue-market.ts'
import { isCrossing, type MemberOrder } from './member-orders.ts'
import type { VenueReason } from './terms.ts'

/** The orders that the exchange takes, and the end of those with a condition (market rules 1, 3 and 10). */

/**
 * The first rule that a new order breaks. `siblings`: other open orders of its member in the issue;
 * `isTaking`: the exchange takes new orders; `passes`: the book fills it before it comes to one of these.
 */
export function refusalOf(
  order: MemberOrder,
  market: IssueMarket,
  siblings: readonly MemberOrder[],
  isTaking: boolean,
  passes: (own: readonly MemberOrder[]) => boolean,
): VenueReason | null {
  const { priceTenths: price } = order
  if (!isTaking) return 'MARKET_CLOSED'
  if (market.plan.firstDay !== null && (price === null || order.condition === 'FUNARI'))
    return 'MARKET_BANNED'
  if (price !== null && !market.isInside(price)) return 'OUTSIDE_LIMIT'
  if (price !== null && !market.isOnGrid(price)) return 'OFF_TICK'
  const met = siblings.filter((other) => isCrossing(other, order, price))
  return met.length > 0 && !passes(met) ? 'SELF_CROSS' : null
}

/**
 * True if an odd lot may trade now: `kind` and `opened` as below. One for an auction alone trades with that.
 */
export function isOddLotDue(
  { condition }: Pick<MemberOrder, 'condition'>,
  kind: AuctionKind | null,
  opened: boolean,
): boolean {
  if (condition === 'AT_OPEN') return opened
  return condition !== 'AT_CLOSE' || kind === 'closing-auction'
}

/**
 * Reason why an order ends after an auction of this kind (null: none was held just now, but its issue may
 * have `opened` late); null when it goes on.
 */
export function lapseOf(
  { condition, timeInForce }: MemberOrder,
  kind: AuctionKind | null,
  opened: boolean,
): VenueReason | null {
  if (condition === 'AT_OPEN') return opened || kind === 'closing-auction' ? 'AT_OPEN_LAPSED' : null
  if (condition !== 'NONE') return kind === 'closing-auction' ? 'AT_CLOSE_LAPSED' : null
  return timeInForce === 'IOC' && kind !== null ? 'IOC_LAPSED' : null
}
