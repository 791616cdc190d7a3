import type { MemberId, OrderId, LotId } from '#kernel/id.ts'
import { assert } from '#kernel/assert.ts'
import { mulDiv, type BasisPoints, type Yen } from '#kernel/money.ts'
import { consideration, type PriceTenths, type Quantity, type LeverageTenths } from '#kernel/price.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import { chargedDays, holdingCost, type Side } from '#modules/margin/model/charges.ts'
import type { HeldLot } from '#modules/margin/model/ratio.ts'
import { isTrailing, type Trailing } from './trail.ts'

/**
 * Origin of a lot: an order of the member; an allotment of an offering or of a block sale; an order on the
 * terms of day trading (一日信用).
 */
export const LOT_SOURCES = ['order', 'ipo', 'block-sale', 'day-trade'] as const
export type LotSource = (typeof LOT_SOURCES)[number]

export type LotStatus = 'holding' | 'closing' | 'closed'
/** The trigger that closes a lot by itself when a price is reached. */
export type TriggerKind = 'take-profit' | 'stop-loss'
/**
 * The rules of the margin account: the deadline of a call, the loss-cut, the end of a day of day trading, and
 * what that left open.
 */
export type ForcedCause = 'forced-call' | 'loss-cut' | 'day-close' | 'day-left'
/** Everything that closes a lot without its member: a price, a rule. */
export type ClosingCause = TriggerKind | ForcedCause
export const isForcedCause = (cause: string | null): cause is ForcedCause =>
  cause === 'forced-call' || cause === 'loss-cut' || cause === 'day-close' || cause === 'day-left'

/**
 * One lot (建玉): what one fill opened. `marginYen` is what is locked for its open part, the cost of a 1× lot.
 */
export type Lot = {
  readonly id: LotId
  readonly number: string
  /** The order that opened it; of an allotment the application. */
  readonly orderId: OrderId
  readonly source: LotSource
  readonly memberId: MemberId
  readonly code: string
  readonly side: Side
  readonly leverageTenths: LeverageTenths
  readonly quantity: Quantity
  readonly openQuantity: Quantity
  /** Of the open quantity: locked by working closing orders. */
  readonly closingQuantity: Quantity
  readonly openPriceTenths: PriceTenths
  readonly marginYen: Yen
  readonly openFeeYen: Yen
  readonly closeFeeYen: Yen
  /** Interest or stock-lending fee charged at closings. */
  readonly chargesYen: Yen
  /** Price difference of what is closed, net of its fees and charges. */
  readonly realizedYen: Yen
  /** Proceeds of what is closed: with the closed quantity it gives the average closing price. */
  readonly closedYen: Yen
  readonly takeProfitTenths: PriceTenths | null
  readonly stopLossTenths: PriceTenths | null
  /** Distance at which the stop-loss follows the price; null: it stays. */
  readonly trailTenths: PriceTenths | null
  readonly trailBp: BasisPoints | null
  /** Time of the trade that the stop-loss followed last: one from before does not reach it. */
  readonly trailedAt: Ms | null
  /** Time since which these two stand: a trade from before does not reach them. */
  readonly exitsAt: Ms
  /** Its closing order is on the way: it fires once. */
  readonly triggeredBy: ClosingCause | null
  readonly tradeDate: DateJst
  readonly settlementDate: DateJst
  readonly openedAt: Ms
  readonly closedAt: Ms | null
  readonly status: LotStatus
}

/** The life of a lot; every change asks this table. */
export const NEXT_LOT_STATUS: Readonly<Record<LotStatus, readonly LotStatus[]>> = {
  holding: ['closing'],
  closing: ['closing', 'holding', 'closed'],
  closed: [],
}

/** Asserts that the table allows it. */
export function moved(lot: Lot, status: LotStatus, patch: Partial<Lot>): Lot {
  assert(
    NEXT_LOT_STATUS[lot.status].includes(status),
    `lot ${lot.number}: ${lot.status} cannot become ${status}`,
  )
  return { ...lot, ...patch, status }
}

export const freeQuantity = (lot: Lot): Quantity => lot.openQuantity - lot.closingQuantity

/** A closing order locks its quantity. */
export function lockQuantity(lot: Lot, quantity: Quantity): Lot {
  assert(quantity > 0 && quantity <= freeQuantity(lot), `lot ${lot.number}: ${quantity} shares are not free`)
  return moved(lot, 'closing', { closingQuantity: lot.closingQuantity + quantity })
}

/** A closing order that ends early frees what it has not closed. */
export function unlockQuantity(lot: Lot, quantity: Quantity): Lot {
  const closingQuantity = lot.closingQuantity - quantity
  assert(closingQuantity >= 0, `lot ${lot.number}: ${quantity} shares were not locked`)
  return moved(lot, closingQuantity > 0 ? 'closing' : 'holding', { closingQuantity })
}

/** The part of the opening fee that the open shares carry. */
export const openFeeLeft = (lot: Pick<Lot, 'openFeeYen' | 'quantity' | 'openQuantity'>): Yen =>
  lot.openFeeYen - mulDiv([lot.openFeeYen, lot.quantity - lot.openQuantity], lot.quantity, 'floor')

/** The part of the opening fee that these shares carry when closed; the parts of a lot add up to its fee. */
export function openFeeShare(
  lot: Pick<Lot, 'openFeeYen' | 'quantity' | 'openQuantity'>,
  closing: Quantity,
): Yen {
  const closedBefore = lot.quantity - lot.openQuantity
  const share = (closed: Quantity) => mulDiv([lot.openFeeYen, closed], lot.quantity, 'floor')
  return share(closedBefore + closing) - share(closedBefore)
}

export const openNotional = (lot: Lot): Yen => consideration(lot.openPriceTenths, lot.openQuantity)

/** Interest or lending fee that closing today would charge; `settlementDate` is that of a trade today. */
export function accrued(lot: Lot, settlementDate: DateJst): Yen {
  if (lot.openQuantity === 0) return 0
  return holdingCost(lot, openNotional(lot), chargedDays(lot.settlementDate, settlementDate))
}

export const heldLot = (lot: Lot, settlementDate: DateJst): HeldLot => ({
  code: lot.code,
  side: lot.side,
  leverageTenths: lot.leverageTenths,
  source: lot.source,
  openQuantity: lot.openQuantity,
  openPriceTenths: lot.openPriceTenths,
  marginYen: lot.marginYen,
  accruedYen: accrued(lot, settlementDate),
})

/**
 * A closing that is under way leaves nothing to fire, with one exception: while a take-profit works at its
 * limit, the stop-loss stands.
 */
const isArmed = ({ status, triggeredBy }: Lot, kind: TriggerKind): boolean =>
  status !== 'closed' && (triggeredBy === null || (triggeredBy === 'take-profit' && kind === 'stop-loss'))
const takeProfitOf = (lot: Lot): PriceTenths | null =>
  isArmed(lot, 'take-profit') ? lot.takeProfitTenths : null
const stopLossOf = (lot: Lot): PriceTenths | null => (isArmed(lot, 'stop-loss') ? lot.stopLossTenths : null)

/**
 * The price at which it rises into its take-profit (long) or stop-loss (short); null when there is none or it
 * has fired.
 */
export const risesTo = (lot: Lot): PriceTenths | null =>
  lot.side === 'up' ? takeProfitOf(lot) : stopLossOf(lot)
/** The price at which it falls into its stop-loss (long) or take-profit (short). */
export const fallsTo = (lot: Lot): PriceTenths | null =>
  lot.side === 'up' ? stopLossOf(lot) : takeProfitOf(lot)

/** Its stop-loss as the stop that it is, while it follows the price; null: it does not. */
export function trailingOf(lot: Lot): Trailing | null {
  const triggerTenths = stopLossOf(lot)
  const { trailTenths, trailBp } = lot
  return triggerTenths === null || !isTrailing(lot)
    ? null
    : { side: lot.side === 'up' ? 'down' : 'up', triggerTenths, trailTenths, trailBp }
}

/** Time since which its price in this direction stands. */
export const exitSince = (lot: Lot, direction: 'rises' | 'falls'): Ms =>
  (direction === 'falls') === (lot.side === 'up') ? Math.max(lot.exitsAt, lot.trailedAt ?? 0) : lot.exitsAt

/** The one of its prices that this trade reaches, gaps included; null: none. */
export function triggeredAt(lot: Lot, priceTenths: PriceTenths): TriggerKind | null {
  const above = risesTo(lot)
  const below = fallsTo(lot)
  if (above !== null && priceTenths >= above) return lot.side === 'up' ? 'take-profit' : 'stop-loss'
  if (below !== null && priceTenths <= below) return lot.side === 'up' ? 'stop-loss' : 'take-profit'
  return null
}
