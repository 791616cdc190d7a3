import { no, ok, type Result } from '#kernel/result.ts'
import type { Quantity } from '#kernel/price.ts'
import { isLeveraged, type Side } from '#modules/margin/model/charges.ts'
import { leavesUnits } from '#modules/portfolio/model/closing.ts'
import { freeQuantity, type Lot } from '#modules/portfolio/model/lot.ts'
import { lacksForSelling } from '#modules/portfolio/model/same-funds.ts'
import { MAX_OPEN_ORDERS, refusedByMarket, refusedByPrice, type MarketFacts } from './place-order.ts'
import { ownBoardOf, refusedByOwnOrders } from './own-orders.ts'
import type { Terms } from './terms.ts'
import type { CloseLotRejection } from './rejections.ts'

/** `quantity` null: all that is free. */
export type CloseLot = Terms & { readonly quantity: Quantity | null }
export type Closing = { readonly quantity: Quantity; readonly side: Side }

type LotFacts = Pick<
  Lot,
  | 'code'
  | 'number'
  | 'side'
  | 'openQuantity'
  | 'closingQuantity'
  | 'status'
  | 'leverageTenths'
  | 'tradeDate'
  | 'openedAt'
>

/** Closing a long sells, closing a short buys. */
export const closingSide = (side: Side): Side => (side === 'up' ? 'down' : 'up')

/**
 * `lot` null: there is none, or it is someone else's. `isEven`: whether each lot keeps its odd lot whole,
 * where several are closed at once. The first rule that says no, in the order of the contract's list.
 */
export function decideCloseLot(
  facts: MarketFacts,
  lot: LotFacts | null,
  input: CloseLot,
  isEven?: boolean,
): Result<Closing, CloseLotRejection> {
  if (!facts.tradingUnlocked) return no('TRADING_LOCKED')
  if (lot === null) return no('LOT_NOT_FOUND')
  if (lot.status === 'closed') return no('LOT_CLOSED')
  const byMarket = refusedByMarket(facts, { ...input, code: lot.code })
  if (byMarket) return no(byMarket.rejection as CloseLotRejection, byMarket.detail)

  const free = freeQuantity(lot as Lot)
  const quantity = input.quantity ?? free
  const unit = facts.instrument!.unit
  if (!(isEven ?? leavesUnits(quantity, free, unit))) return no('LOT_SIZE', { lotSize: unit })
  if (quantity > free || quantity === 0) return no('QUANTITY_ABOVE_LOT', { free, open: lot.openQuantity })
  const byPrice = refusedByPrice(facts, input.priceTenths)
  if (byPrice) return byPrice
  if (facts.openOrders >= MAX_OPEN_ORDERS) return no('TOO_MANY_OPEN_ORDERS', { max: MAX_OPEN_ORDERS })
  const side = closingSide(lot.side)
  const crossing = refusedByOwnOrders(facts, { ...input, side, quantity }, ownBoardOf(facts))
  if (crossing) return crossing
  const lacksYen = facts.sameFunds === null || isLeveraged(lot) ? 0 : lacksForSelling(facts.sameFunds, lot)
  return lacksYen > 0 ? no('SAME_FUNDS', { code: lot.code, lacksYen }) : ok({ quantity, side })
}
