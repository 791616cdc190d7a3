import { no, type Refusal } from '#kernel/result.ts'
import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { Side } from '#modules/margin/model/charges.ts'
import type { Board, Level } from '#modules/venue/model/terms.ts'
import { boundTenths, type PlaceOrder } from './order.ts'
import type { QuoteFacts } from './reserve.ts'
import { isSwept, metBy } from './sweep.ts'

type Crossable = Pick<PlaceOrder, 'side' | 'priceTenths' | 'condition'>
/** An own order at work in the same issue. */
export type OwnOrder = { readonly number: string } & Crossable
type BoardFacts = { readonly ownByBoard?: boolean; readonly quote: QuoteFacts | null }

/**
 * Shared with closing orders: a member's own orders never trade with each other (product decision 4).
 * `board`: while orders trade as they come, and the order would go out now.
 */
export function refusedByOwnOrders(
  facts: { readonly ownOrders: readonly OwnOrder[] },
  order: Crossable & Partial<Pick<PlaceOrder, 'type' | 'quantity'>>,
  board?: Board,
): Refusal<'SELF_CROSS'> | null {
  const crossing = facts.ownOrders.find(
    (own) => own.side !== order.side && crosses(order, own) && !isFilledFirst(order, own, board),
  )
  return crossing === undefined ? null : no('SELF_CROSS', { number: crossing.number })
}

/** The board of an order that would go to market now, where own orders are held against it. */
export const ownBoardOf = ({ ownByBoard, quote }: BoardFacts): Board | undefined =>
  ownByBoard === true ? quote?.board : undefined

/** At market now, and filled before an own order is reached; one for the close is not in the book yet. */
function isFilledFirst(
  { type, side, quantity, condition }: Crossable & Partial<Pick<PlaceOrder, 'type' | 'quantity'>>,
  own: Crossable,
  board: Board | undefined,
): boolean {
  if (board === undefined || type === undefined || quantity === undefined || !isSwept({ type, condition }))
    return false
  if (own.condition === 'at-close') return isFilledBefore(metBy(side, board), side, quantity, null)
  return own.priceTenths !== null && isFilledBefore(metBy(side, board), side, quantity, own.priceTenths)
}

/**
 * So many shares stand at better prices than `tenths` (null: at any): an order at market takes them, and
 * comes no further.
 */
const isFilledBefore = (
  levels: readonly Level[],
  side: Side,
  quantity: Quantity,
  tenths: PriceTenths | null,
): boolean =>
  levels
    .filter(([price]) => tenths === null || (side === 'up' ? price < tenths : price > tenths))
    .reduce((sum, [, size]) => sum + size, 0) >= quantity

function crosses(one: Crossable, other: Crossable): boolean {
  const [buy, sell] = (one.side === 'up' ? [one, other] : [other, one]).map(boundTenths) as [
    PriceTenths | null,
    PriceTenths | null,
  ]
  return buy === null || sell === null || buy >= sell
}
