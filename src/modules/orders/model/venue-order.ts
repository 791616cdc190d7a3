import type { Quote, VenueOrder } from '#modules/venue/model/terms.ts'
import { restQuantity, type Order } from './order.ts'

const CONDITION_AT_VENUE = {
  none: 'NONE',
  'at-open': 'AT_OPEN',
  'at-close': 'AT_CLOSE',
  'limit-then-market': 'FUNARI',
} as const

/**
 * An order in the venue's words, as it was placed. `person`: whose it is in the end; orders of one person
 * never meet there, whichever accounts they are of.
 */
export const venueOrder = (order: Order, person: string): VenueOrder => ({
  orderId: order.id,
  memberId: person,
  code: order.code,
  side: order.side === 'up' ? 'BUY' : 'SELL',
  ordType: order.priceTenths === null ? 'MARKET' : 'LIMIT',
  timeInForce: order.timeInForce === 'ioc' ? 'IOC' : 'DAY',
  condition: CONDITION_AT_VENUE[order.condition],
  priceTenths: order.priceTenths,
  quantity: order.quantity,
  leavesQty: restQuantity(order),
  venueSeq: order.venueSeq,
  goodUntil: order.validUntil,
  ...(order.priceTenths === null && order.condition === 'none' ? { selfMatch: 'if-reached' as const } : {}),
})

/**
 * The order as it goes to the venue. On the first day of a new listing the exchange takes nothing at market
 * (market rules 10): what the firm sends for a member at market (a stop-loss, a forced closing, a loss-cut)
 * goes out as a limit order at the far end of the day's limits, and so trades as near to it as that day
 * allows.
 */
export function newAtVenue(
  order: Order,
  person: string,
  quote: Pick<Quote, 'firstDay' | 'upperLimitTenths' | 'lowerLimitTenths'> | null,
): VenueOrder {
  const plain = venueOrder(order, person)
  if (quote === null || !quote.firstDay || order.origin === 'member' || plain.ordType === 'LIMIT')
    return plain
  return {
    ...plain,
    ordType: 'LIMIT',
    priceTenths: order.side === 'up' ? quote.upperLimitTenths : quote.lowerLimitTenths,
  }
}
