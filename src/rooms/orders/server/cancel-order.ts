import { no } from '#kernel/result.ts'
import { defineCommand, done } from '#platform/engine/command.ts'
import { isWorking } from '../model/order-life.ts'
import { cancelAsked, orderChanged } from './events.ts'
import type { Sources } from './given.ts'
import { orders } from './tables.ts'
import { orderView } from './views.ts'

/** Asks the venue to cancel. The order stays pending until the venue's report: it may be filled before. */
export const cancelOrderCommand = (sources: Pick<Sources, 'now'>) => defineCommand({
  type: 'order.cancel',
  given: () => ({ at: sources.now() }),
  run(tables, input: { orderId: string }, given, call) {
    const order = tables.of(orders).get(input.orderId)
    if (!order || order.memberId !== call.memberId) return no('ORDER_NOT_FOUND')
    if (!isWorking(order.ordStatus)) return no('ORDER_FINISHED', { status: order.status })
    if (order.cancelAsked) return no('CANCEL_UNDER_WAY')
    const asked = tables.of(orders).update(order, { cancelAsked: true, updatedAt: given.at })
    return done(orderView(asked, []), [cancelAsked(asked), orderChanged(asked)])
  },
})
