import { paths } from '#client/paths.ts'
import type { OrderView } from '#modules/orders/contract.ts'

/** Address of a ticket filled in as this order was; null: it opened nothing, or a product placed it. */
export function againPath(
  order: Pick<
    OrderView,
    | 'code'
    | 'side'
    | 'purpose'
    | 'source'
    | 'type'
    | 'quantity'
    | 'price'
    | 'triggerPrice'
    | 'trailYen'
    | 'trailBp'
    | 'leverage'
    | 'takeProfit'
    | 'stopLoss'
    | 'exitTrailYen'
    | 'exitTrailBp'
    | 'condition'
    | 'timeInForce'
  >,
): string | null {
  if (order.purpose !== 'open' || order.source !== 'order') return null
  const { code, side, type, quantity, leverage, condition, timeInForce } = order
  return paths.orderTicket({
    code,
    side,
    type,
    quantity,
    leverage,
    price: order.price ?? undefined,
    triggerPrice: order.triggerPrice ?? undefined,
    trailYen: order.trailYen ?? undefined,
    trailBp: order.trailBp ?? undefined,
    takeProfit: order.takeProfit ?? undefined,
    stopLoss: order.stopLoss ?? undefined,
    exitTrailYen: order.exitTrailYen ?? undefined,
    exitTrailBp: order.exitTrailBp ?? undefined,
    condition: condition === 'none' ? undefined : condition,
    timeInForce: timeInForce === 'day' ? undefined : timeInForce,
  })
}
