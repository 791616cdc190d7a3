import type { OrderId } from '#kernel/id.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import { defineCommand, done } from '#platform/engine/command.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { draftFrom } from '#modules/ledger/model/drafting.ts'
import { balances, post } from '#modules/ledger/server/public.ts'
import { lots } from '#modules/portfolio/server/public.ts'
import { lotChanged } from '#modules/portfolio/server/events.ts'
import { isWorking } from '../model/order-life.ts'
import type { Order } from '../model/order.ts'
import type { Products } from './apply-execution.ts'
import { endHere, type ManagedAccount } from './end-order.ts'
import type { CommandDeps } from './load-facts.ts'
import { orders } from './tables.ts'
import { waitingLots } from './trigger-lot.ts'

/** The points that an order can be ahead of: the trade date that is on, and market time. */
type Now = { tradeDate: DateJst; at: Ms }

/**
 * The clock had been ahead (decision 120): the order was placed for a day that has not begun, or the venue
 * spoke of it at a time that has not come, and what it says next would not be news.
 */
const isAhead = ({ ordStatus, tradeDate, updatedAt }: Order, now: Now): boolean =>
  isWorking(ordStatus) && (tradeDate > now.tradeDate || updatedAt > now.at)

export const ordersAhead = (tables: TableReader, now: Now): Order[] =>
  tables
    .of(orders)
    .all()
    .filter((order) => isAhead(order, now))

/**
 * Ends such an order before the venue opens again, which does not have it any more: what it holds is free,
 * what has traded stays. A lot that waited for it is armed again.
 */
export const expireAheadCommand = (
  { market, now }: Pick<CommandDeps, 'market' | 'now'>,
  products: Products,
  managed: ManagedAccount,
) =>
  defineCommand({
    type: 'order.expire-ahead',
    captureInputs: (_world, _input: { orderId: OrderId }): Now => ({
      tradeDate: market.phase().tradeDate,
      at: now(),
    }),
    run(tables, { orderId }, inputs, { seq }) {
      const order = tables.of(orders).get(orderId)
      if (!order || !isAhead(order, inputs)) return done({ expired: false })
      const moment = { seq, ...inputs }
      const draft = draftFrom(order.memberId, balances(tables, order.memberId))
      const end = { execType: 'EXPIRED', reason: 'CLOCK_BACK' } as const
      const events = endHere(tables, draft, order, end, moment, managed)
      post(tables, moment, draft.transfers)
      if (order.purpose === 'open')
        events.push(...(products.get(order.source)?.(tables, tables.of(orders).get(orderId)!, moment) ?? []))
      for (const lot of waitingLots(tables, order.memberId, order.code))
        events.push(lotChanged(tables.of(lots).update(lot, { triggeredBy: null })))
      return done({ expired: true }, events)
    },
  })
