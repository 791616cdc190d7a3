import type { Yen } from '#kernel/money.ts'
import { consideration } from '#kernel/price.ts'
import type { PriceTenths } from '#kernel/price.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { Draft } from '#rooms/ledger/model/drafting.ts'
import { feeOf, feeRuleFor, isDayTrade } from '#rooms/margin/model/charges.ts'
import type { FeeRule } from '#rooms/margin/model/rates.ts'
import type { Phase } from '#rooms/instruments/model/schedule.ts'
import type { Lot } from '#rooms/portfolio/model/lot.ts'
import { closingSide } from './close-lot.ts'
import { hold } from './holds.ts'
import { numberOf, type Order, type OrderSource, type PlaceOrder } from './order.ts'
import type { Placement } from './place-order.ts'
import { isStop, lastDayOf, takesOrders, type Terms, type ValidityDates } from './terms.ts'

/** What only the moment of placing knows. */
export type Placing = {
  readonly orderId: string
  readonly memberId: string
  readonly seq: number
  /** Counts the orders of one command from 0. */
  readonly n?: number
  readonly at: Ms
  readonly tradeDate: DateJst
  readonly phase: Phase
  /** The commission of the order: the one in force on that trade date, none in day trading. */
  readonly fee: FeeRule
}

/** A stop waits for its price; an order that the venue does not take now is held; everything else goes out. */
const fresh = (placing: Placing, terms: Pick<Terms, 'type'>) => ({
  id: placing.orderId, memberId: placing.memberId, number: numberOf('O', placing.tradeDate, placing.seq, placing.n),
  filledQuantity: 0, filledYen: 0, marginYen: 0, feeYen: 0,
  ordStatus: isStop(terms) ? 'ARMED' : takesOrders(placing.phase) ? 'PENDING_NEW' : 'HELD', status: 'pending', cancelAsked: false,
  amendPriceTenths: null, amendQuantity: null,
  feePpm: placing.fee.ratePpm, feeMinYen: placing.fee.minYen, feeMaxYen: placing.fee.maxYen,
  reason: null, profitYen: null, lotsOpen: 0, lotsClosing: 0, venueSeq: null, lastExecNo: 0,
  tradeDate: placing.tradeDate, placedAt: placing.at, updatedAt: placing.at,
}) as const

/** An accepted opening order. Its money is held in the draft, available money first. */
export function openingOrder(draft: Draft, placing: Placing, input: PlaceOrder, placement: Placement, dates: ValidityDates | null, source: OrderSource): Order {
  const { reserve, estimate } = placement
  const held = hold(draft, { id: placing.orderId, code: input.code, holdAvailableYen: 0, holdUnsettledYen: 0 }, reserve.holdYen)
  const { validity: _, ...terms } = input
  return {
    ...fresh(placing, input), ...terms, validUntil: lastDayOf(input, placing.tradeDate, dates),
    purpose: 'open', source, reserveTenths: placement.reserveTenths, ...held, lotId: null, origin: 'member',
    quotedPriceTenths: placement.estimateTenths, quotedNotionalYen: estimate.notionalYen,
    quotedMarginYen: estimate.marginYen, quotedFeeYen: estimate.fee.totalYen,
  }
}

export type ClosingTerms = Pick<Order, 'type' | 'priceTenths' | 'condition' | 'timeInForce' | 'validUntil' | 'quantity' | 'origin'>

/** A closing order holds no money: fee and charges come out of what it frees. `expected` is the price seen when it was sent. */
export function closingOrder(given: Placing, lot: Lot, terms: ClosingTerms, expected: PriceTenths | null): Order {
  const placing = { ...given, fee: feeRuleFor(lot, given.fee) }
  const notionalYen: Yen = expected === null ? 0 : consideration(expected, terms.quantity)
  return {
    ...fresh(placing, terms), ...terms, triggerTenths: null,
    code: lot.code, purpose: 'close', source: isDayTrade(lot) ? 'day-trade' : 'order', side: closingSide(lot.side), leverageTenths: lot.leverageTenths,
    takeProfitTenths: null, stopLossTenths: null, reserveTenths: null, holdAvailableYen: 0, holdUnsettledYen: 0, lotId: lot.id,
    quotedPriceTenths: expected, quotedNotionalYen: notionalYen, quotedMarginYen: 0, quotedFeeYen: feeOf(notionalYen, placing.fee).totalYen,
  }
}
