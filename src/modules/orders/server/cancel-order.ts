import type { OrderId } from '#kernel/id.ts'
import { no } from '#kernel/result.ts'
import { defineCommand, done } from '#platform/engine/command.ts'
import { isWorking } from '../model/order-life.ts'
import { draftFrom } from '#modules/ledger/model/drafting.ts'
import { balances, post } from '#modules/ledger/server/public.ts'
import { isForcedCause } from '#modules/portfolio/model/lot.ts'
import type { FirmReason } from '../model/order.ts'
import { cancelOrder, type ManagedAccount } from './end-order.ts'
import type { CommandDeps } from './load-facts.ts'
import { orders } from './tables.ts'
import { orderView } from './views.ts'

/**
 * Asks the venue to cancel: the order stays pending until its report, and may be filled before. One that
 * waits here is over at once.
 */
export const cancelOrderCommand = (deps: Pick<CommandDeps, 'now' | 'market'>, managed: ManagedAccount) =>
  defineCommand({
    type: 'order.cancel',
    captureInputs: () => ({ at: deps.now(), tradeDate: deps.market.phase().tradeDate, says: true }),
    run(tables, input: { orderId: OrderId; reason?: FirmReason }, inputs, call) {
      const order = tables.of(orders).get(input.orderId)
      if (!order || order.memberId !== call.memberId) return no('ORDER_NOT_FOUND')
      if (!isWorking(order.ordStatus)) return no('ORDER_FINISHED', { status: order.status })
      if (order.cancelAsked) return no('CANCEL_UNDER_WAY')
      if (isForcedCause(order.origin)) return no('FORCED_CLOSING')
      const draft = draftFrom(order.memberId, balances(tables, order.memberId))
      const { at, tradeDate } = inputs
      const moment = { seq: call.seq, at, tradeDate, says: inputs.says }
      const events = cancelOrder(tables, draft, order, moment, managed, input.reason)
      post(tables, moment, draft.transfers)
      return done(orderView(tables.of(orders).get(order.id)!, []), events)
    },
  })
