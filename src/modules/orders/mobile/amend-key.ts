import type { OrderView } from '#modules/orders/contract.ts'

/** The version of an order that a form begins with: the trigger of a stop that trails moves under it. */
export const amendKey = (order: OrderView): string => {
  const { price, triggerPrice, trailYen, trailBp, quantity } = order
  const exits = `${order.takeProfit} ${order.stopLoss} ${order.exitTrailYen} ${order.exitTrailBp}`
  return trailYen === null && trailBp === null
    ? `${price} ${triggerPrice} ${quantity} ${exits}`
    : `${trailYen} ${trailBp} ${quantity} ${exits}`
}
