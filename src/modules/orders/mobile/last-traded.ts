import type { OrderView } from '#modules/orders/contract.ts'

/** The way of trading that a ticket begins with where nobody has said one. */
export type Manner = {
  readonly side: 'up' | 'down'
  readonly leverage: number
  readonly type: 'market' | 'limit'
}
type Asked = Partial<Pick<OrderView, 'side' | 'leverage' | 'type'>>
type Traded = Pick<OrderView, 'purpose' | 'source' | 'origin' | 'side' | 'leverage' | 'type' | 'placedAt'>

/** Paid in full, at the market. */
export const PLAIN_MANNER: Manner = { side: 'up', leverage: 1, type: 'market' }

/** The type of an order once it is sent. */
const becomes = (type: OrderView['type']): Manner['type'] =>
  type === 'limit' || type === 'stop-limit' ? 'limit' : 'market'

/**
 * The manner in which the member opened last, on the side that is asked for; null: never so, what was asked
 * for says it all, or it is the plain one. A leverage that the level does not allow is left out.
 */
export function lastManner(orders: readonly Traded[], asked: Asked, maxLeverage: number): Manner | null {
  if (asked.leverage !== undefined) return null
  const last = orders
    .filter(
      ({ purpose, source, origin, side, leverage }) =>
        purpose === 'open' &&
        source === 'order' &&
        origin === 'member' &&
        leverage <= maxLeverage &&
        (asked.side === undefined || side === asked.side),
    )
    .toSorted((a, b) => (a.placedAt < b.placedAt ? 1 : -1))[0]
  if (last === undefined) return null
  const { side, leverage } = last
  const given = asked.type === undefined ? null : becomes(asked.type)
  const plain = { ...PLAIN_MANNER, side: asked.side ?? PLAIN_MANNER.side, type: given ?? PLAIN_MANNER.type }
  const manner = { side, leverage, type: given ?? becomes(last.type) }
  return manner.side === plain.side && manner.leverage === plain.leverage && manner.type === plain.type
    ? null
    : manner
}
