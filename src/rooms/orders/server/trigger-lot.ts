import type { PriceTenths } from '#kernel/price.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import { defineCommand, done, type DomainEvent } from '#platform/engine/command.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import { yenOf } from '#kernel/price.ts'
import { notify } from '#rooms/inbox/server/public.ts'
import { triggeredAt, type Lot } from '#rooms/portfolio/model/lot.ts'
import { lots, openLots } from '#rooms/portfolio/server/public.ts'
import { closingSide } from '../model/close-lot.ts'
import type { Order } from '../model/order.ts'
import { sendClosing } from './closing.ts'
import { cancelAsked, orderChanged } from './events.ts'
import { workingOrders, type Sources } from './given.ts'
import { orders } from './tables.ts'

/** The trade that reached the price. */
export type Print = { lotId: string; priceTenths: PriceTenths; tradeDate: DateJst; tradeNo: number }

/** Fires a take-profit or stop-loss, once: a lot that has fired, or has gone, stays as it is. */
export const triggerLotCommand = (sources: Pick<Sources, 'now' | 'market'>) => defineCommand({
  type: 'lot.trigger',
  given: (world) => ({ at: sources.now(), orderId: world.id(), tradeDate: sources.market.phase().tradeDate }),
  run(tables, input: Print, given, call) {
    const lot = tables.of(lots).get(input.lotId)
    const kind = lot && triggeredAt(lot, input.priceTenths)
    if (!lot || !kind) return done({ fired: false })
    const fired = tables.of(lots).update(lot, { triggeredBy: kind })
    const about = { lotId: lot.id, orderId: lot.orderId }
    const message = notify(tables, { seq: call.seq, at: given.at }, lot.memberId, {
      kind: kind === 'take-profit' ? 'takeProfit' : 'stopLoss', args: { code: lot.code, price: yenOf(input.priceTenths) }, ...about,
    })
    const events = sendFired(tables, fired, { orderId: given.orderId, seq: call.seq, at: given.at, tradeDate: given.tradeDate })
    return done({ fired: true }, [...events, message])
  },
})

type Moment = { orderId: string; seq: number; at: Ms; tradeDate: DateJst }

/**
 * Closes what is open of a lot that has fired, at market. Own orders in its way (closing orders of the lot, and orders of the
 * other side, which it must not trade with) are cancelled first; their last reports bring it here again.
 */
export function sendFired(tables: TableAccess, lot: Lot, moment: Moment): DomainEvent[] {
  const inTheWay = ordersInTheWay(tables, lot)
  if (inTheWay.length > 0) return inTheWay.filter((order) => !order.cancelAsked).flatMap((order) => {
    const asked = tables.of(orders).update(order, { cancelAsked: true, updatedAt: moment.at })
    return [cancelAsked(asked), orderChanged(asked)]
  })
  const { memberId, triggeredBy } = lot
  const terms = { type: 'market', priceTenths: null, quantity: lot.openQuantity, origin: triggeredBy! } as const
  return sendClosing(tables, { ...moment, memberId }, lot, terms, null).events
}

const ordersInTheWay = (tables: TableReader, lot: Lot): Order[] => workingOrders(tables, lot.memberId).filter((order) =>
  order.code === lot.code && (order.lotId === lot.id || order.side !== closingSide(lot.side)))

/** Lots of the same issue that have fired and wait for other orders to end. */
export const waitingLots = (tables: TableReader, memberId: string, code: string): Lot[] =>
  openLots(tables, memberId).filter((lot) =>
    lot.code === code && lot.triggeredBy !== null && lot.closingQuantity === 0 && lot.status !== 'closed')
