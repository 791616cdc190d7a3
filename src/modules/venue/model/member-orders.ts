import type { MemberId, OrderId } from '#kernel/id.ts'
import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { Ms } from '#kernel/time.ts'
import { BUY, NONE, SELL, type BookSide, type Slot } from './book.ts'
import type { Condition, Side, TimeInForce, VenueOrder } from './terms.ts'

/** A member's order while the exchange works it. */
export type MemberOrder = {
  readonly orderId: OrderId
  readonly memberId: MemberId
  readonly code: string
  readonly side: Side
  readonly timeInForce: TimeInForce
  readonly condition: Condition
  readonly venueSeq: number
  /** The market time at which it came, or was given another price. */
  receivedAt: Ms
  /**
   * The step in which it was given, or given another price; and the one since which it stands in the book.
   * Auctions go by them.
   */
  givenIn: number
  bookedIn: number
  /** The tag that marks its orders in the book. */
  readonly tag: number
  priceTenths: PriceTenths | null
  quantity: Quantity
  leavesQty: Quantity
  cumQty: Quantity
  /** NONE while it is not in the book. */
  slot: Slot
  /** With an odd lot: how many trades its issue had when that began to wait; a later one gives its price. */
  tradesBefore?: number
}

/** Shares of an order that make no whole trading unit: they never stand in the book. */
const oddQuantity = (order: Pick<MemberOrder, 'leavesQty'>, unit: Quantity): Quantity =>
  order.leavesQty % unit
/** The quantity of an order that may stand in the book. */
export const wholeQuantity = (order: Pick<MemberOrder, 'leavesQty'>, unit: Quantity): Quantity =>
  order.leavesQty - oddQuantity(order, unit)

export const sideOf = (side: Side): BookSide => (side === 'BUY' ? BUY : SELL)

/**
 * The price up to which an order may trade in the end; null: any, as a market order, or as one that is to
 * become one at the close.
 */
const farthest = (condition: Condition, price: PriceTenths | null): PriceTenths | null =>
  condition === 'FUNARI' ? null : price

/** True if an order of the other side could ever meet this one at `price`. */
export function isCrossing(other: MemberOrder, order: MemberOrder, price: PriceTenths | null): boolean {
  if (other.side === order.side) return false
  const [own, met] = [farthest(order.condition, price), farthest(other.condition, other.priceTenths)]
  if (own === null || met === null) return true
  return order.side === 'BUY' ? own >= met : own <= met
}

const NO_ORDERS: MemberOrder[] = []

export type MemberOrdersSnapshot = { readonly nextTag: number; readonly orders: readonly MemberOrder[] }

/** The open orders of members, found by id, by tag, and by member and issue. In order of arrival. */
export class MemberOrders {
  private nextTag = 1
  private readonly byId = new Map<string, MemberOrder>()
  private readonly tags = new Map<number, MemberOrder>()
  private readonly books = new Map<string, MemberOrder[]>()
  private readonly odd = new Set<MemberOrder>()

  /** An order with its tag; it is one of the open ones once it is kept. */
  made(order: VenueOrder, venueSeq: number, givenIn: number, receivedAt: Ms): MemberOrder {
    const { orderId, memberId, code, side, timeInForce, condition, priceTenths, quantity, leavesQty } = order
    return {
      orderId,
      memberId,
      code,
      side,
      timeInForce,
      condition,
      venueSeq,
      receivedAt,
      givenIn,
      bookedIn: givenIn,
      tag: this.nextTag++,
      priceTenths,
      quantity,
      leavesQty,
      cumQty: quantity - leavesQty,
      slot: NONE,
    }
  }

  keep(order: MemberOrder): void {
    const key = bookKey(order)
    const own = this.books.get(key)
    if (own) own.push(order)
    else this.books.set(key, [order])
    this.byId.set(order.orderId, order)
    this.tags.set(order.tag, order)
    if (order.tradesBefore !== undefined) this.odd.add(order)
  }

  get = (orderId: OrderId): MemberOrder | null => this.byId.get(orderId) ?? null
  byTag = (tag: number): MemberOrder | null => this.tags.get(tag) ?? null
  all = (): MemberOrder[] => [...this.byId.values()]
  /** Those with an odd lot. */
  withOddLot = (): MemberOrder[] => (this.odd.size === 0 ? NO_ORDERS : [...this.odd])

  /** Other open orders of the same member in the same issue. */
  siblings(order: MemberOrder): MemberOrder[] {
    return this.books.get(bookKey(order))?.filter((other) => other !== order) ?? []
  }

  /** An order that was never kept is not there to be removed. */
  remove(order: MemberOrder): void {
    if (!this.tags.delete(order.tag)) return
    this.byId.delete(order.orderId)
    this.odd.delete(order)
    const key = bookKey(order)
    const own = this.books.get(key)!
    if (own.length === 1) this.books.delete(key)
    else own.splice(own.indexOf(order), 1)
  }

  /** The slot of an order is not kept: it is found again when the book is filled. */
  snapshot(): MemberOrdersSnapshot {
    return { nextTag: this.nextTag, orders: this.all().map((order) => ({ ...order, slot: NONE })) }
  }

  restore(kept: MemberOrdersSnapshot): void {
    this.nextTag = kept.nextTag
    for (const order of kept.orders) this.keep({ ...order })
  }
}

const bookKey = (order: MemberOrder): string => `${order.memberId} ${order.code}`
