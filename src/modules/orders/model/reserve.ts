import type { Yen } from '#kernel/money.ts'
import { consideration, type PriceTenths, type Quantity, type LeverageTenths } from '#kernel/price.ts'
import { feeOf, type Fee } from '#modules/margin/model/charges.ts'
import type { FeeRule } from '#modules/margin/model/rates.ts'
import { marginNeeded } from '#modules/margin/model/ratio.ts'
import type { TickTable } from '#modules/instruments/model/instrument.ts'
import { tickAt } from '#modules/instruments/model/tick.ts'
import type { Board, Level } from '#modules/venue/model/terms.ts'
import { boundTenths, feeRuleOf, type Order, type PlaceOrder } from './order.ts'
import { FAR_LIMIT_BP, FAR_LIMIT_TICKS, farFrom, isSwept, metBy, sweep, type Sweep } from './sweep.ts'

/** The price side of an issue, as far as orders need it. */
export type QuoteFacts = {
  readonly lastTenths: PriceTenths | null
  readonly previousCloseTenths: PriceTenths
  readonly bidTenths: PriceTenths | null
  readonly askTenths: PriceTenths | null
  readonly upperLimitTenths: PriceTenths
  readonly lowerLimitTenths: PriceTenths
  /** A new listing on its first day: no market orders (market rules 10). */
  readonly firstDay: boolean
  /**
   * The levels that everybody sees, while orders trade as they come. Of an engine's command those that its
   * order reaches; records of before have none, and of those the best price stands for every quantity.
   */
  readonly board?: Board
}

type Expecting = Pick<
  PlaceOrder,
  'side' | 'type' | 'quantity' | 'priceTenths' | 'triggerTenths' | 'condition'
>

/**
 * The order through the board, after `before` shares of the same request; null: it is no order at market for
 * now, or no board is known.
 */
export const sweepOf = (
  order: Pick<PlaceOrder, 'side' | 'type' | 'quantity' | 'condition'>,
  { board }: Pick<QuoteFacts, 'board'>,
  before: Quantity = 0,
): Sweep | null =>
  board !== undefined && isSwept(order)
    ? sweep(metBy(order.side, board), order.side, order.quantity, before)
    : null

/**
 * The price that an order will cost as far as anyone can say: its limit, else its trigger or the price it
 * would meet (at market, of its whole quantity through the board), else the last known.
 */
export function estimateTenths(order: Expecting, quote: QuoteFacts, before?: Quantity): PriceTenths {
  const swept = order.triggerTenths ?? sweepOf(order, quote, before)?.priceTenths
  return order.priceTenths ?? swept ?? metTenths(order, quote)
}

/** The price that an order would meet now: the other side's best, else the last known. */
export const metTenths = (
  { side }: Pick<PlaceOrder, 'side'>,
  quote: Pick<QuoteFacts, 'askTenths' | 'bidTenths' | 'lastTenths' | 'previousCloseTenths'>,
): PriceTenths =>
  (side === 'up' ? quote.askTenths : quote.bidTenths) ?? quote.lastTenths ?? quote.previousCloseTenths

/**
 * Yen between a limit order and the price that it would meet: its limit is far away on either side, or what
 * it takes of the `levels` at once is far through them (decision 0150). Null: it is near, or no limit order.
 */
export function farLimitYen(
  { type, side, quantity, priceTenths }: Pick<PlaceOrder, 'type' | 'side' | 'quantity' | 'priceTenths'>,
  quote: Parameters<typeof metTenths>[1],
  levels: readonly Level[],
  tickTable: TickTable,
): Yen | null {
  if (type !== 'limit' || priceTenths === null) return null
  const best = metTenths({ side }, quote)
  const away = Math.abs(priceTenths - best)
  if (away * 10_000 >= best * FAR_LIMIT_BP && away > FAR_LIMIT_TICKS * tickAt(best, tickTable))
    return Math.abs(consideration(priceTenths, quantity) - consideration(best, quantity))
  const within = levels.filter(([price]) => (side === 'up' ? price <= priceTenths : price >= priceTenths))
  const taken = Math.min(
    quantity,
    within.reduce((sum, [, size]) => sum + size, 0),
  )
  return farFrom(sweep(within, side, taken), taken, tickTable)?.yen ?? null
}

/** The price of a share, rounded against the order, and what the whole order comes to. */
export type Expected = { readonly priceTenths: PriceTenths; readonly notionalYen: Yen }

/**
 * The same with its yen: through the board the sum of the levels, else price times quantity. Records that
 * know no board have the latter.
 */
export function expectedOf(order: Expecting, quote: QuoteFacts, before?: Quantity): Expected {
  const priceTenths = estimateTenths(order, quote, before)
  const notionalYen = sweepOf(order, quote, before)?.notionalYen ?? consideration(priceTenths, order.quantity)
  return { priceTenths, notionalYen }
}

/**
 * Market buys and every short opening are reserved at the day's upper limit, as brokers do
 * (product decision 4); so is a buy that becomes a market order at the close.
 */
export const reserveTenths = (
  order: Pick<PlaceOrder, 'side' | 'priceTenths' | 'condition'>,
  quote: Pick<QuoteFacts, 'upperLimitTenths'>,
): PriceTenths =>
  order.side === 'up' ? (boundTenths(order) ?? quote.upperLimitTenths) : quote.upperLimitTenths

export type Cost = {
  readonly notionalYen: Yen
  readonly marginYen: Yen
  readonly fee: Fee
  readonly holdYen: Yen
}

/** Margin and fee of a notional; `holdYen` is what both need. */
export function costOf(notionalYen: Yen, leverageTenths: LeverageTenths, rule: FeeRule): Cost {
  const marginYen = marginNeeded(notionalYen, leverageTenths)
  const fee = feeOf(notionalYen, rule)
  return { notionalYen, marginYen, fee, holdYen: marginYen + fee.totalYen }
}

type Held = Pick<
  Order,
  | 'quantity'
  | 'filledQuantity'
  | 'filledYen'
  | 'reserveTenths'
  | 'leverageTenths'
  | 'marginYen'
  | 'feeYen'
  | 'feePpm'
  | 'feeMinYen'
  | 'feeMaxYen'
>

/**
 * The amount that the open rest of an order still needs at its reserve price, after what its fills have
 * locked and paid.
 */
export function holdNeeded(order: Held): Yen {
  if (order.reserveTenths === null) return 0
  const rest = order.quantity - order.filledQuantity
  const totalYen = order.filledYen + consideration(order.reserveTenths, rest)
  return (
    marginNeeded(totalYen, order.leverageTenths) -
    order.marginYen +
    feeOf(totalYen, feeRuleOf(order)).totalYen -
    order.feeYen
  )
}
