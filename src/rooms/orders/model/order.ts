import type { Yen } from '#kernel/money.ts'
import { tenthsOf, type PriceTenths, type Quantity } from '#kernel/price.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { Side } from '#rooms/margin/model/charges.ts'
import type { TriggerKind } from '#rooms/portfolio/model/lot.ts'
import type { OrderStatus, OrdStatus } from './order-life.ts'

export type OrderType = 'market' | 'limit'

/** What a ticket asks for: prices in tenths of a yen, leverage in tenths (2.5× is 25). */
export type PlaceOrder = {
  readonly code: string
  readonly side: Side
  readonly type: OrderType
  readonly quantity: Quantity
  readonly priceTenths: PriceTenths | null
  readonly leverageTenths: number
  readonly takeProfitTenths: PriceTenths | null
  readonly stopLossTenths: PriceTenths | null
}

/** The wire's ticket, yen as numbers, in the model's units. */
export const placeOrderOf = (wire: {
  code: string; side: Side; type: OrderType; quantity: number; price?: number; leverage: number; takeProfit?: number; stopLoss?: number
}): PlaceOrder => ({
  code: wire.code, side: wire.side, type: wire.type, quantity: wire.quantity,
  leverageTenths: Math.round(wire.leverage * 10),
  priceTenths: maybeTenths(wire.price), takeProfitTenths: maybeTenths(wire.takeProfit), stopLossTenths: maybeTenths(wire.stopLoss),
})

export const maybeTenths = (priceYen: number | undefined): PriceTenths | null => (priceYen === undefined ? null : tenthsOf(priceYen))

/** What the ticket showed when the member confirmed. */
export type Quoted = {
  readonly quotedPriceTenths: PriceTenths | null
  readonly quotedNotionalYen: Yen
  readonly quotedMarginYen: Yen
  readonly quotedFeeYen: Yen
}

export type Order = Quoted & {
  readonly id: string
  readonly number: string
  readonly memberId: string
  readonly code: string
  readonly purpose: 'open' | 'close'
  /** Direction of this order: `up` buys, `down` sells. Closing a long sells. */
  readonly side: Side
  readonly type: OrderType
  readonly quantity: Quantity
  readonly filledQuantity: Quantity
  /** Σ price × quantity of the fills. */
  readonly filledYen: Yen
  readonly priceTenths: PriceTenths | null
  readonly leverageTenths: number
  readonly takeProfitTenths: PriceTenths | null
  readonly stopLossTenths: PriceTenths | null
  /** At which price money is held for it; null for closing orders, which hold none. */
  readonly reserveTenths: PriceTenths | null
  /** Held now, by where it came from: a release goes back there. */
  readonly holdAvailableYen: Yen
  readonly holdUnsettledYen: Yen
  /** Locked in the lots that it opened, at their opening. */
  readonly marginYen: Yen
  /** Charged so far, consumption tax included. */
  readonly feeYen: Yen
  /** Closing orders: the lot that they close. */
  readonly lotId: string | null
  /** Who sent it: the member, or a price that was reached. */
  readonly origin: 'member' | TriggerKind
  readonly ordStatus: OrdStatus
  readonly status: OrderStatus
  readonly cancelAsked: boolean
  /** Why it ended without being filled. */
  readonly reason: string | null
  /** Realized by what it closed (closing order) or by the closing of its lots (opening order); null: nothing yet. */
  readonly profitYen: Yen | null
  /** Of the lots that it opened. */
  readonly lotsOpen: number
  readonly lotsClosing: number
  readonly venueSeq: number | null
  readonly lastExecNo: number
  readonly tradeDate: DateJst
  readonly placedAt: Ms
  readonly updatedAt: Ms
}

export const holdYen = (order: Order): Yen => order.holdAvailableYen + order.holdUnsettledYen
export const restQuantity = (order: Order): Quantity => order.quantity - order.filledQuantity

/** A number for people: what, the day, the journal's number. `O-20261119-000482`. */
export const numberOf = (letter: 'O' | 'L', tradeDate: DateJst, seq: number, n = 0): string =>
  `${letter}-${tradeDate.replaceAll('-', '')}-${String(seq).padStart(6, '0')}${n === 0 ? '' : `-${n}`}`

/** Average price of the fills, to the nearest tenth; null before the first. */
export const averageTenths = (order: Pick<Order, 'filledYen' | 'filledQuantity'>): PriceTenths | null =>
  order.filledQuantity === 0 ? null : Math.floor((order.filledYen * 20 + order.filledQuantity) / (order.filledQuantity * 2))
