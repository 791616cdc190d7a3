import type { LotId, OrderId } from '#kernel/id.ts'
import type { BasisPoints } from '#kernel/money.ts'
import type { PriceYen, Quantity } from '#kernel/price.ts'
import type { OrderStatus } from './order-status.ts'
import type { Condition, OrderType, Origin } from './order.ts'
import { wayOf, wayOfClosing, type Way } from './way.ts'

/** Kinds of what is waited for: a price, an auction, or the profit or loss of a holding. */
export const CONDITIONAL_KINDS = [
  'stop',
  'trailing-stop',
  'at-open',
  'at-close',
  'limit-then-market',
  'take-profit',
  'stop-loss',
] as const
export type ConditionalKind = (typeof CONDITIONAL_KINDS)[number]

/**
 * `opening`: of an order that has not been filled, whose holding it will end; `watching`: a trade at its
 * price sends it; `outside`: kept, for its limit is outside of the day's limits; `held`: the exchange takes
 * no orders now; `sent`: it is at the exchange. The others are ends.
 */
export const CONDITIONAL_STATES = [
  'opening',
  'watching',
  'outside',
  'held',
  'sent',
  'filled',
  'cancelled',
  'expired',
  'rejected',
] as const
export type ConditionalState = (typeof CONDITIONAL_STATES)[number]

/** IFD: it comes with the fill of an order; OCO: two of which one ends the other; IFDOCO: both. */
export type Bracket = 'IFD' | 'OCO' | 'IFDOCO'

export type Conditional = {
  readonly kind: ConditionalKind
  readonly state: ConditionalState
  readonly bracket: Bracket | null
  readonly of: { readonly order: OrderId } | { readonly lot: LotId }
  readonly code: string
  readonly name: string
  readonly way: Way
  readonly side: 'up' | 'down'
  /** The way that the price has to go to its trigger. */
  readonly towards: 'up' | 'down'
  readonly quantity: Quantity
  /** The trade price that sends it; null: an auction does. */
  readonly trigger: PriceYen | null
  /** Distance at which the trigger follows the price, in yen or in parts of it; both null: it stays. */
  readonly trailYen: PriceYen | null
  readonly trailBp: BasisPoints | null
  /** Its limit once it is sent; null: it goes at market. */
  readonly limit: PriceYen | null
  /** The order's own words for how it ended, or why it is kept. */
  readonly reason: string | null
  readonly at: string
}

type OrderPart = {
  readonly id: OrderId
  readonly code: string
  readonly name: string
  readonly side: 'up' | 'down'
  readonly purpose: 'open' | 'close'
  readonly leverage: number
  readonly type: OrderType
  readonly condition: Condition
  readonly origin: Origin
  readonly lotId: LotId | null
  readonly status: OrderStatus
  readonly place: 'armed' | 'held' | 'venue' | null
  readonly reason: string | null
  readonly triggerPrice: PriceYen | null
  readonly trailYen: PriceYen | null
  readonly trailBp: BasisPoints | null
  readonly price: PriceYen | null
  readonly takeProfit: PriceYen | null
  readonly stopLoss: PriceYen | null
  readonly exitTrailYen: PriceYen | null
  readonly exitTrailBp: BasisPoints | null
  readonly quantity: Quantity
  readonly updatedAt: string
}
type LotPart = {
  readonly id: LotId
  readonly code: string
  readonly name: string
  readonly side: 'up' | 'down'
  readonly leverage: number
  readonly openQuantity: Quantity
  readonly takeProfit: PriceYen | null
  readonly stopLoss: PriceYen | null
  readonly trailYen: PriceYen | null
  readonly trailBp: BasisPoints | null
  readonly openedAt: string
}

const EXITS = ['take-profit', 'stop-loss'] as const
const bracketOf = ({ takeProfit, stopLoss }: Pick<LotPart, 'takeProfit' | 'stopLoss'>, isOpening: boolean) =>
  takeProfit !== null && stopLoss !== null ? (isOpening ? 'IFDOCO' : 'OCO') : isOpening ? 'IFD' : null
const opposite = (side: 'up' | 'down'): 'up' | 'down' => (side === 'up' ? 'down' : 'up')
const tenths = (leverage: number) => Math.round(leverage * 10)

/**
 * Everything of a member that waits for a condition, or did: stops, orders for an auction, and the exits of
 * orders and holdings. What waits comes before what has ended, each newest first.
 */
export function conditionals(orders: readonly OrderPart[], lots: readonly LotPart[]): Conditional[] {
  /** An exit that is an order by now is shown as that order. */
  const isSent = (lot: LotId, kind: (typeof EXITS)[number]) =>
    orders.some(({ lotId, origin, status }) => lotId === lot && origin === kind && status === 'pending')
  const all = [
    ...orders.flatMap((order) => [...ownOf(order), ...comingOf(order)]),
    ...lots.flatMap((lot) => exitsOf(lot).filter(({ kind }) => !isSent(lot.id, kind))),
  ]
  return all.toSorted(
    (a, b) => Number(isOver(a.state)) - Number(isOver(b.state)) || (a.at < b.at ? 1 : a.at > b.at ? -1 : 0),
  )
}

export const isOver = (state: ConditionalState): boolean =>
  state === 'filled' || state === 'cancelled' || state === 'expired' || state === 'rejected'

/** The order itself, where it has a condition. */
function ownOf(order: OrderPart): Conditional[] {
  const kind = kindOf(order)
  if (kind === null) return []
  return [
    {
      ...aboutOrder(order),
      kind,
      state: stateOf(order),
      bracket: null,
      way: wayOf({ ...order, leverageTenths: tenths(order.leverage) }),
      side: order.side,
      towards: kind === 'take-profit' ? opposite(order.side) : order.side,
      trigger: order.triggerPrice,
      trailYen: order.trailYen,
      trailBp: order.trailBp,
      limit: order.price,
      reason: order.reason,
    },
  ]
}

/** The exits that an opening order brings with its fills. */
function comingOf(order: OrderPart): Conditional[] {
  if (order.purpose !== 'open' || order.status !== 'pending') return []
  return exitParts(order).map(({ kind, price }) => ({
    ...aboutOrder(order),
    ...exit(order, kind, price),
    ...(kind === 'stop-loss' ? { trailYen: order.exitTrailYen, trailBp: order.exitTrailBp } : {}),
    state: 'opening',
    bracket: bracketOf(order, true),
  }))
}

const exitsOf = (lot: LotPart): (Conditional & { kind: (typeof EXITS)[number] })[] =>
  exitParts(lot).map(({ kind, price }) => ({
    of: { lot: lot.id },
    code: lot.code,
    name: lot.name,
    quantity: lot.openQuantity,
    at: lot.openedAt,
    ...exit(lot, kind, price),
    ...(kind === 'stop-loss' ? { trailYen: lot.trailYen, trailBp: lot.trailBp } : {}),
    state: 'watching',
    bracket: bracketOf(lot, false),
  }))

const exitParts = ({ takeProfit, stopLoss }: Pick<LotPart, 'takeProfit' | 'stopLoss'>) =>
  EXITS.flatMap((kind) => {
    const price = kind === 'take-profit' ? takeProfit : stopLoss
    return price === null ? [] : [{ kind, price }]
  })

/** A take-profit goes out at its limit, a stop-loss at market (decision 0016). */
const exit = (
  position: Pick<LotPart, 'side' | 'leverage'>,
  kind: (typeof EXITS)[number],
  price: PriceYen,
) => ({
  kind,
  way: wayOfClosing({ side: position.side, leverageTenths: tenths(position.leverage) }),
  side: opposite(position.side),
  towards: kind === 'take-profit' ? position.side : opposite(position.side),
  trigger: price,
  trailYen: null,
  trailBp: null,
  limit: kind === 'take-profit' ? price : null,
  reason: null,
})

const aboutOrder = ({ id, code, name, quantity, updatedAt }: OrderPart) => ({
  of: { order: id },
  code,
  name,
  quantity,
  at: updatedAt,
})

function kindOf({ type, condition, origin, trailYen, trailBp }: OrderPart): ConditionalKind | null {
  if (origin === 'take-profit' || origin === 'stop-loss') return origin
  if (type === 'stop' || type === 'stop-limit')
    return trailYen === null && trailBp === null ? 'stop' : 'trailing-stop'
  return condition === 'none' || origin !== 'member' ? null : condition
}

function stateOf({ status, place, reason }: OrderPart): ConditionalState {
  if (status === 'cancelled' || status === 'expired' || status === 'rejected') return status
  if (status !== 'pending') return 'filled'
  if (place === 'venue' || place === null) return 'sent'
  return reason !== null ? 'outside' : place === 'armed' ? 'watching' : 'held'
}
