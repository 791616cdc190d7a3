import type { Refusal } from '#kernel/result.ts'
import { refusedByExits } from '#modules/orders/model/exits.ts'
import type { PlaceOrder } from '#modules/orders/model/order.ts'
import {
  refusedByExitTrail,
  helpWithPrice,
  refusedByTrigger,
  type PriceFacts,
} from '#modules/orders/model/place-order.ts'
import { trailOf } from '#modules/orders/model/terms.ts'
import { refusedByTrail } from '#modules/portfolio/model/trail.ts'
import { estimateTenths, type QuoteFacts } from '#modules/orders/model/reserve.ts'

export type PriceField = 'price' | 'trigger' | 'trail' | 'takeProfit' | 'stopLoss' | 'exitTrail'

/**
 * The refusals that the engine would give for each price of a ticket, so that they are said at the field
 * while it is typed. Tenths; the rules are the engine's own functions. A field without a rule broken is left
 * out.
 */
export function refusedFields(
  order: PlaceOrder,
  facts: PriceFacts & { instrument: NonNullable<PriceFacts['instrument']>; quote: QuoteFacts },
): Partial<Record<PriceField, Refusal>> {
  const from = estimateTenths(order, facts.quote)
  const { tickTable } = facts.instrument
  const exits = { takeProfitTenths: null, stopLossTenths: null }
  const refused = {
    price: helpWithPrice(facts, order.priceTenths),
    trigger: refusedByTrigger(facts, order),
    trail:
      order.triggerTenths === null ? null : refusedByTrail(trailOf(order), order.triggerTenths, tickTable),
    takeProfit: refusedByExits(
      order.side,
      { ...exits, takeProfitTenths: order.takeProfitTenths },
      from,
      tickTable,
    ),
    exitTrail: refusedByExitTrail(order, tickTable),
    stopLoss: refusedByExits(order.side, { ...exits, stopLossTenths: order.stopLossTenths }, from, tickTable),
  }
  return Object.fromEntries(Object.entries(refused).filter(([, refusal]) => refusal !== null))
}
