import { rateOf, type BasisPoints, type Yen } from '#kernel/money.ts'
import { consideration, tenthsOf, type PriceTenths, type PriceYen, type Quantity } from '#kernel/price.ts'
import { no, type Refusal } from '#kernel/result.ts'
import type { TickTable } from '#modules/instruments/model/instrument.ts'
import { roundToTick } from '#modules/instruments/model/tick.ts'
import { feeOf, holdingCost, type Side } from '#modules/margin/model/charges.ts'
import { LOSS_CUT_BP, type FeeRule } from '#modules/margin/model/rates.ts'
import { marginState, ratioBp, type HeldLot } from '#modules/margin/model/ratio.ts'
import { callPrice, thresholdPrice } from '#modules/margin/model/threshold-price.ts'
import type { PlaceOrder } from '#modules/orders/model/order.ts'
import { largestOrder } from '#modules/orders/model/place-order.ts'
import {
  costOf,
  expectedOf,
  farLimitYen,
  reserveTenths,
  sweepOf,
  type Expected,
  type QuoteFacts,
} from '#modules/orders/model/reserve.ts'
import { FAR_LIMIT_BP, farFrom, metBy, type Far } from '#modules/orders/model/sweep.ts'

/**
 * The thinking of the order ticket: what this order costs, what it can lose, where it ends. Yen and tenths;
 * the rules are the engine's own functions.
 */
export type TicketMarket = {
  tickTable: TickTable
  unit: number
  sharesOutstanding: Quantity
  quote: QuoteFacts
}

export type TicketAccount = {
  buyingPowerYen: Yen
  /** The cash that the margin rules count: available, unsettled and order holds, tax to come included. */
  cashYen: Yen
  lots: readonly HeldLot[]
  /** The debt of loans: it counts against the margin. */
  loanYen: Yen
  priceOf: (code: string) => PriceTenths | undefined
  /** The commission in force. */
  fee: FeeRule
}

/**
 * A price against the order: that far, what it loses with fees both ways, and which part of the margin that
 * is, unrounded.
 */
export type Loss = { bp: BasisPoints; priceTenths: PriceTenths; yen: Yen; ofMarginBp: BasisPoints }

export type Preview = {
  priceTenths: PriceTenths
  notionalYen: Yen
  marginYen: Yen
  feeYen: Yen
  /** The commission in force, for what else the page reckons. */
  fee: FeeRule
  costPerDayYen: Yen
  /** Set aside when the order is accepted; more than margin and fee where the price is not yet known. */
  holdYen: Yen
  powerAfterYen: Yen
  ratioNowBp: BasisPoints | null
  ratioAfterBp: BasisPoints | null
  /**
   * Prices at which the account's ratio falls under 20 % and 10 %; null: never, or a 1× purchase without
   * leveraged lots.
   */
  callTenths: PriceTenths | null
  liquidationTenths: PriceTenths | null
  losses: readonly Loss[]
}

/** By how much a limit is worse than the best price that it can have now, where that looks like a mistake. */
export function crossesByBp(
  { type, side, priceTenths }: Pick<PlaceOrder, 'type' | 'side' | 'priceTenths'>,
  { askTenths, bidTenths }: QuoteFacts,
): BasisPoints | null {
  const best = side === 'up' ? askTenths : bidTenths
  if (type !== 'limit' || priceTenths === null || best === null || best === undefined) return null
  const bp = rateOf(side === 'up' ? priceTenths - best : best - priceTenths, best)
  return bp >= FAR_LIMIT_BP ? bp : null
}

/** Cost of the order at market beside the best price, where that is worth a warning. */
export const farOf = (order: PlaceOrder, { quote, tickTable }: TicketMarket): Far | null =>
  farFrom(sweepOf(order, quote), order.quantity, tickTable)

/** The order by one tap, at market or at a price of the board, would be refused as far (decision 0150). */
export function isFarByTap(
  order: PlaceOrder,
  type: 'limit' | 'market',
  price: PriceYen | undefined,
  market: TicketMarket,
): boolean {
  const priceTenths = price === undefined ? null : tenthsOf(price)
  const tapped: PlaceOrder = { ...order, type, priceTenths, triggerTenths: null, condition: 'none' }
  const { quote, tickTable } = market
  const levels = quote.board === undefined ? [] : metBy(order.side, quote.board)
  return (farOf(tapped, market) ?? farLimitYen(tapped, quote, levels, tickTable)) !== null
}

/** The moves against the order for which its losses are shown. */
export const LOSSES_BP = [500, 1_000, 2_000] as const

/** Everything that the ticket shows about an order before it is sent (product decisions 4 and 5). */
export function previewOrder(order: PlaceOrder, market: TicketMarket, account: TicketAccount): Preview {
  const expected = expectedOf(order, market.quote)
  const { priceTenths, notionalYen } = expected
  const { marginYen, fee } = costOf(notionalYen, order.leverageTenths, account.fee)
  const { holdYen } = costOf(
    consideration(reserveTenths(order, market.quote), order.quantity),
    order.leverageTenths,
    account.fee,
  )
  const now = marginState(account.cashYen, account.lots, account.priceOf, account.loanYen)
  const lot: HeldLot = {
    side: order.side,
    leverageTenths: order.leverageTenths,
    code: order.code,
    openQuantity: order.quantity,
    openPriceTenths: priceTenths,
    marginYen,
    accruedYen: 0,
  }
  const cashYen = account.cashYen - marginYen - fee.totalYen
  const lots = [...account.lots, lot]
  const priceOf = (code: string) => (code === order.code ? priceTenths : account.priceOf(code))
  const after = { cashYen, lots, priceOf, loanYen: account.loanYen }
  // Rounded against optimism: a long's liquidation price up, a short's down.
  const onTick = (found: PriceTenths | null) =>
    found === null ? null : roundToTick(found, market.tickTable, order.side === 'up' ? 'up' : 'down')
  return {
    priceTenths,
    notionalYen,
    marginYen,
    holdYen,
    feeYen: fee.totalYen,
    fee: account.fee,
    costPerDayYen: holdingCost(order, notionalYen, 1),
    powerAfterYen: account.buyingPowerYen - holdYen,
    ratioNowBp: ratioBp(now),
    ratioAfterBp: ratioBp(marginState(cashYen, lots, priceOf, account.loanYen)),
    callTenths: onTick(callPrice(after, order.code, order.side, priceTenths)),
    liquidationTenths: onTick(thresholdPrice(after, order.code, order.side, priceTenths, LOSS_CUT_BP)),
    losses: LOSSES_BP.map((bp) => lossAt(order, market, expected, marginYen, bp, account.fee)),
  }
}

/**
 * The refusal, with its figures, of an order that needs more than there is; null: there is enough. As the
 * server would say it.
 */
export const refusedByPower = ({
  holdYen,
  powerAfterYen,
}: Pick<Preview, 'holdYen' | 'powerAfterYen'>): Refusal<'INSUFFICIENT_BUYING_POWER'> | null =>
  powerAfterYen >= 0
    ? null
    : no('INSUFFICIENT_BUYING_POWER', {
        neededYen: holdYen,
        availableYen: holdYen + powerAfterYen,
        shortYen: -powerAfterYen,
      })

function lossAt(
  order: PlaceOrder,
  market: TicketMarket,
  open: Expected,
  marginYen: Yen,
  bp: BasisPoints,
  rule: FeeRule,
): Loss {
  const away = Math.round((open.priceTenths * (order.side === 'up' ? 10_000 - bp : 10_000 + bp)) / 10_000)
  const priceTenths = Math.max(roundToTick(away, market.tickTable, 'nearest'), 10)
  const yen = outcomeAt(order, open.notionalYen, priceTenths, rule)
  return { bp, priceTenths, yen, ofMarginBp: marginYen === 0 ? 0 : rateOf(0 - yen, marginYen) }
}

/**
 * Profit (+) or loss (−) of opening for so many yen and closing at a price, fees both ways included, interest
 * not.
 */
export function outcomeAt(
  order: Pick<PlaceOrder, 'side' | 'quantity' | 'leverageTenths'>,
  openYen: Yen,
  closeTenths: PriceTenths,
  rule: FeeRule,
): Yen {
  const closeYen = consideration(closeTenths, order.quantity)
  const fees = feeOf(openYen, rule).totalYen + feeOf(closeYen, rule).totalYen
  return (order.side === 'up' ? closeYen - openYen : openYen - closeYen) - fees
}

/**
 * The most that can be ordered: buying power, level and the order limit allow it; 0 where not even one unit
 * is.
 */
export function maxQuantity(
  order: PlaceOrder,
  market: TicketMarket,
  account: TicketAccount,
  maxOrderValueYen: Yen,
): number {
  const { unit } = market
  const reserved = reserveTenths(order, market.quote)
  const fits = (units: number) => {
    const quantity = units * unit
    return (
      expectedOf({ ...order, quantity }, market.quote).notionalYen <= maxOrderValueYen &&
      costOf(consideration(reserved, quantity), order.leverageTenths, account.fee).holdYen <=
        account.buyingPowerYen
    )
  }
  let low = 0
  let high = Math.floor(largestOrder(market) / unit)
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  return low * unit
}

/** First suggestions for take-profit and stop-loss: 5 % in favour, 3 % against, on the tick grid. */
export function suggestedExits(
  side: Side,
  priceTenths: PriceTenths,
  tickTable: TickTable,
): { takeProfitTenths: PriceTenths; stopLossTenths: PriceTenths } {
  const at = (percent: number) =>
    roundToTick(Math.round((priceTenths * (100 + percent)) / 100), tickTable, 'nearest')
  return side === 'up'
    ? { takeProfitTenths: at(5), stopLossTenths: at(-3) }
    : { takeProfitTenths: at(-5), stopLossTenths: at(3) }
}
