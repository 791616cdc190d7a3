import { serverNow } from '#client/clock.ts'
import { refresh, useRead } from '#client/reads.ts'
import { useTopic } from '#client/topics.ts'
import { MINUTE, type Ms } from '#kernel/time.ts'
import { listOrders, type OrderView, type PlaceOrderInput } from '#modules/orders/contract.ts'
import { memberTopic } from '#modules/portfolio/contract.ts'
import { health } from '#wire/system.ts'

/** Market time within which the same order once more is asked about, as brokers do (二重注文). */
const TWIN_MS = 5 * MINUTE

/** An order equal to `input` that was placed in the last minutes; null: none. `now`: market time. */
export const twinOf = (
  { code, side, type, quantity, price, leverage, triggerPrice, trailYen, trailBp }: PlaceOrderInput,
  orders: readonly OrderView[],
  now: Ms,
): OrderView | null =>
  orders.find(
    (order) =>
      order.purpose === 'open' &&
      order.code === code &&
      order.side === side &&
      order.type === type &&
      order.quantity === quantity &&
      order.leverage === leverage &&
      order.status !== 'rejected' &&
      order.status !== 'cancelled' &&
      (price === undefined || order.price === price) &&
      (triggerPrice === undefined || order.triggerPrice === triggerPrice) &&
      order.trailYen === (trailYen ?? null) &&
      order.trailBp === (trailBp ?? null) &&
      now - Date.parse(order.placedAt) < TWIN_MS,
  ) ?? null

/** The same, known before the order is sent: another window or a program may have sent it. */
export function useTwin(
  input: PlaceOrderInput | null,
  orders: readonly OrderView[] | null,
): OrderView | null {
  const { data } = useRead(health, {}, { quiet: true, staleTime: MINUTE })
  const readAnew = () => refresh(listOrders)
  useTopic(memberTopic, input && {}, ({ type }) => type === 'order' && readAnew(), { onReset: readAnew })
  return input && twinOf(input, orders ?? [], data ? Date.parse(data.marketTime) : serverNow())
}
