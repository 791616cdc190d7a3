import type { BasisPoints, Yen } from '#kernel/money.ts'
import { consideration, type PriceTenths, type Quantity } from '#kernel/price.ts'
import type { TickTable } from '#modules/instruments/model/instrument.ts'
import { tickAt } from '#modules/instruments/model/tick.ts'
import type { Side } from '#modules/margin/model/charges.ts'
import type { Board, Level } from '#modules/venue/model/terms.ts'
import type { PlaceOrder } from './order.ts'

/**
 * A market order through the board that everybody sees (成行想定約定価格): decision 0150. Prices in tenths of
 * a yen.
 */
export type Sweep = {
  readonly bestTenths: PriceTenths
  /** Weighted by volume, to the next tenth against the order: never better than what it pays. */
  readonly priceTenths: PriceTenths
  /** Sum of the levels, each as a fill at its price comes to: the rounded average does not give it back. */
  readonly notionalYen: Yen
  /** Shares that no level shown has: they are reckoned at the last of them, and may trade worse. */
  readonly beyond: Quantity
}

/**
 * The price of `quantity` shares through `levels` (best first), after `before` shares of the same request
 * have taken theirs; null: nobody stands there.
 */
export function sweep(
  levels: readonly Level[],
  side: Side,
  quantity: Quantity,
  before: Quantity = 0,
): Sweep | null {
  const last = levels.at(-1)
  if (last === undefined || quantity <= 0) return null
  let skipped = before
  let left = quantity
  let tenths = 0
  let notionalYen = 0
  let beyond = 0
  // Shares beyond the board find the price of its last level once more, without end.
  const all: Level[] = [...levels, [last[0], before + quantity]]
  for (const [price, size] of all) {
    beyond = left
    const taken = Math.min(Math.max(size - skipped, 0), left)
    skipped -= Math.min(skipped, size)
    tenths += price * taken
    notionalYen += consideration(price, taken)
    left -= taken
  }
  const average = tenths / quantity
  return {
    bestTenths: levels[0]![0],
    priceTenths: side === 'up' ? Math.ceil(average) : Math.floor(average),
    notionalYen,
    beyond,
  }
}

/** The levels that so many shares reach: all that `sweep` needs of them. */
export function reached(levels: readonly Level[], quantity: Quantity): Level[] {
  let before = 0
  return levels.filter(([, size]) => {
    const isReached = before < quantity
    before += size
    return isReached
  })
}

/** The order goes to market as it is, at once: no auction and no trigger comes first. */
export const isSwept = ({ type, condition }: Pick<PlaceOrder, 'type' | 'condition'>): boolean =>
  type === 'market' && condition === 'none'

/** Sell levels meet a buy, buy levels a sale. */
export const metBy = (side: Side, board: Board): readonly Level[] => (side === 'up' ? board.asks : board.bids)

/** So far from the best price the ticket warns of an order at market (decision 0150): either is enough. */
export const FAR_BP: BasisPoints = 30
export const FAR_TICKS = 3
/** A limit so far from the best price of the other side, either way, is rather a slip of the finger. */
export const FAR_LIMIT_BP: BasisPoints = 300
/** Levels of a board so near are none, however much of a low price they are. */
export const FAR_LIMIT_TICKS = 10

/** An order at market whose cost beside the best price is worth a warning. */
export type Far = Sweep & { readonly yen: Yen }

/** `sweep`, where it ends far from the best price or beyond the board; null: there is nothing to warn of. */
export function farFrom(swept: Sweep | null, quantity: Quantity, tickTable: TickTable): Far | null {
  if (swept === null) return null
  const { bestTenths, priceTenths, notionalYen, beyond } = swept
  const away = Math.abs(priceTenths - bestTenths)
  const isFar =
    beyond > 0 || away * 10_000 > bestTenths * FAR_BP || away >= FAR_TICKS * tickAt(bestTenths, tickTable)
  if (!isFar) return null
  return { ...swept, yen: Math.abs(notionalYen - consideration(bestTenths, quantity)) }
}
