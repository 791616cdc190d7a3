import type { Said, VenueFixOrder } from './venue-messages.ts'

/** The order after a word of the venue about it, with what follows from that. */
export type AfterSaid = {
  readonly order: VenueFixOrder
  /** The word as the orders module is told of it; null: it says nothing to it. */
  readonly tell: Said | null
  /** The venue is asked how the order stands. */
  readonly asks: boolean
}

/**
 * The end of an order whose time or condition is past, where nobody asked for it. One of several days that
 * ends before its last is ended by the venue for its own reason: it is not entered again.
 */
function endReason({ inForce, goodUntil }: VenueFixOrder, { tradeDate }: Pick<Said, 'tradeDate'>): string {
  if (goodUntil !== null && goodUntil > tradeDate) return 'OTHER'
  if (inForce === '3') return 'IOC_LAPSED'
  if (inForce === '2') return 'AT_OPEN_LAPSED'
  return inForce === '7' ? 'AT_CLOSE_LAPSED' : 'DAY_END'
}

const ends = (order: VenueFixOrder): VenueFixOrder => ({ ...order, isTaken: true, asked: null, isOver: true })

/** A status is compared, and never books a trade: what it says beyond that is a difference. */
function afterStatus(order: VenueFixOrder, said: Said): AfterSaid {
  const { cumQty, leavesQty, ended } = said
  const isSame = cumQty === order.cumQty
  const taken = { ...order, isTaken: true }
  if (!isSame || order.isOver) return { order: taken, tell: said, asks: false }
  const word = { ...said, execId: `status-${order.requests}` }
  if (ended !== null) {
    const reason =
      ended === 'EXPIRED' ? endReason(order, said) : order.asked?.does === 'cancel' ? 'REQUESTED' : 'OTHER'
    return { order: ends(order), tell: { ...word, kind: ended, reason }, asks: false }
  }
  if (order.isTaken || leavesQty === 0) return { order: taken, tell: said, asks: false }
  // Its acknowledgment was lost with numbers that began anew.
  return { order: taken, tell: { ...word, kind: 'NEW' }, asks: false }
}

function afterChange(order: VenueFixOrder, said: Said): VenueFixOrder {
  const priceTenths = order.priceTenths === null ? null : (said.priceTenths ?? order.priceTenths)
  const stands = said.kind === 'REPLACED' ? said.request : order.stands
  return { ...order, isTaken: true, stands, quantity: order.cumQty + said.leavesQty, priceTenths }
}

/** `cancelled`: shares of the trade that the word takes back, where it is known. */
export function afterSaid(order: VenueFixOrder, said: Said, cancelled = 0): AfterSaid {
  const { asked } = order
  const answered = asked !== null && asked.n === said.request ? null : asked
  const taken = { ...order, isTaken: true }
  switch (said.kind) {
    case 'NOTED':
    case 'OTHER':
      return { order: taken, tell: null, asks: false }
    case 'NEW':
      return { order: taken, tell: said, asks: false }
    case 'TRADE': {
      const cumQty = order.cumQty + said.lastQty
      const isOver = order.isOver || (cumQty >= order.quantity && said.leavesQty === 0)
      return { order: { ...taken, cumQty, isOver }, tell: said, asks: false }
    }
    case 'TRADE_CANCEL':
      return { order: { ...taken, cumQty: Math.max(0, order.cumQty - cancelled) }, tell: said, asks: false }
    case 'TRADE_CORRECT': {
      const cumQty = Math.max(0, order.cumQty - cancelled + (cancelled > 0 ? said.lastQty : 0))
      return { order: { ...taken, cumQty }, tell: said, asks: false }
    }
    case 'REPLACED':
    case 'RESTATED':
      return { order: { ...afterChange(order, said), asked: answered }, tell: said, asks: false }
    case 'CANCEL_REJECTED':
    case 'AMEND_REJECTED':
      return { order: { ...order, asked: answered }, tell: said, asks: said.reason === 'UNKNOWN_ORDER' }
    case 'DONE_FOR_DAY':
      // The day's end ends an order of the day; one of several days goes on.
      if (order.goodUntil !== null && order.goodUntil > said.tradeDate)
        return { order: taken, tell: null, asks: false }
      return {
        order: ends(order),
        tell: { ...said, kind: 'EXPIRED', reason: endReason(order, said) },
        asks: false,
      }
    case 'EXPIRED':
      return { order: ends(order), tell: { ...said, reason: endReason(order, said) }, asks: false }
    case 'CANCELED': {
      const isLapsed = asked?.does !== 'cancel' && order.inForce === '3'
      return { order: ends(order), tell: isLapsed ? { ...said, reason: 'IOC_LAPSED' } : said, asks: false }
    }
    case 'REJECTED':
      return { order: ends(order), tell: said, asks: false }
    case 'DUPLICATE':
      return { order: taken, tell: null, asks: true }
    case 'UNREAD':
      return { order, tell: null, asks: true }
    case 'NOT_THERE':
      return { order, tell: said, asks: false }
    case 'STATUS':
      return afterStatus(order, said)
  }
}
