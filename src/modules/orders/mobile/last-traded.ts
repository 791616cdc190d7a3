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
 * The manner in which the member opened last on the side that is asked for: a purchase, unless a short was
 * pressed. It says market or limit; nobody is led into a short, or onto credit, by what they did elsewhere.
 * null: never so, what was asked for says it all, or it is the plain one.
 */
export function lastManner(orders: readonly Traded[], asked: Asked, maxLeverage: number): Manner | null {
  if (asked.leverage !== undefined) return null
  const side = asked.side ?? PLAIN_MANNER.side
  const last = orders
    .filter(
      (order) =>
        order.purpose === 'open' &&
        order.source === 'order' &&
        order.origin === 'member' &&
        order.side === side,
    )
    .toSorted((a, b) => (a.placedAt < b.placedAt ? 1 : -1))[0]
  if (last === undefined) return null
  const plainType = asked.type === undefined ? PLAIN_MANNER.type : becomes(asked.type)
  const manner: Manner = {
    side,
    leverage: side === 'down' && last.leverage <= maxLeverage ? last.leverage : PLAIN_MANNER.leverage,
    type: asked.type === undefined ? becomes(last.type) : plainType,
  }
  return manner.leverage === PLAIN_MANNER.leverage && manner.type === plainType ? null : manner
}
