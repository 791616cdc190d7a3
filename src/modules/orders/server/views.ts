import { yenOf, type PriceTenths } from '#kernel/price.ts'
import { iso } from '#kernel/time.ts'
import { lateness } from '#modules/margin/model/lateness.ts'
import type { LossCut } from '#modules/margin/server/public.ts'
import type { LossCutView, OrderView } from '../contract.ts'
import type { Fill } from '../model/apply-execution.ts'
import { isAtVenue } from '../model/order-life.ts'
import { averageOf, averageTenths, holdYen, type Order } from '../model/order.ts'

/** The exchange is simulated, whatever the prices come from. */
const SIMULATED = true

const yen = (tenths: PriceTenths | null): number | null => (tenths === null ? null : yenOf(tenths))

const placeOf = ({ ordStatus }: Order): OrderView['place'] =>
  ordStatus === 'ARMED' ? 'armed' : ordStatus === 'HELD' ? 'held' : isAtVenue(ordStatus) ? 'venue' : null

function amendingOf({
  amendPriceTenths,
  amendQuantity,
  priceTenths,
  quantity,
}: Order): OrderView['amending'] {
  if (amendPriceTenths === null && amendQuantity === null) return null
  return { price: yen(amendPriceTenths ?? priceTenths), quantity: amendQuantity ?? quantity }
}

/** The order as the engine keeps it: the code stands for its name, and `reason` is a code. */
export function orderView(order: Order, fills: readonly Fill[]): OrderView {
  return {
    amending: amendingOf(order),
    averagePrice: yen(averageOf(fills) ?? averageTenths(order)),
    code: order.code,
    condition: order.condition,
    fee: order.feeYen,
    fills: fills.map((fill) => ({
      at: iso(fill.at),
      fee: fill.feeYen,
      price: yenOf(fill.priceTenths),
      quantity: fill.quantity,
      receipt: fill.receipt,
    })),
    filledQuantity: order.filledQuantity,
    hold: holdYen(order),
    id: order.id,
    leverage: order.leverageTenths / 10,
    lotId: order.lotId,
    lotIds: order.purpose === 'open' ? [...new Set(fills.map((fill) => fill.lotId))] : [],
    name: order.code,
    number: order.number,
    origin: order.origin,
    place: placeOf(order),
    placedAt: iso(order.placedAt),
    price: yen(order.priceTenths),
    profit: order.profitYen,
    purpose: order.purpose,
    quantity: order.quantity,
    quoted: {
      fee: order.quotedFeeYen,
      margin: order.quotedMarginYen,
      notional: order.quotedNotionalYen,
      price: yen(order.quotedPriceTenths),
    },
    reason: order.reason,
    side: order.side,
    simulated: SIMULATED,
    source: order.source,
    status: order.status,
    stopLoss: yen(order.stopLossTenths),
    takeProfit: yen(order.takeProfitTenths),
    timeInForce: order.timeInForce,
    triggerPrice: yen(order.triggerTenths),
    type: order.type,
    validUntil: order.validUntil,
    updatedAt: iso(order.updatedAt),
  }
}

export const lossCutView = (
  { lotId, seq, quantity, ratioBp, decidedAt, ...cut }: LossCut,
  nameOf: (code: string) => string,
): LossCutView => ({
  id: `${lotId}-${seq}`,
  quantity,
  ratioBp,
  decidedAt: iso(decidedAt),
  print:
    cut.printCode === null
      ? null
      : {
          code: cut.printCode,
          name: nameOf(cut.printCode),
          no: cut.printNo!,
          price: yenOf(cut.printTenths!),
          at: iso(cut.printAt!),
          lateMs: lateness(cut.printAt!, decidedAt),
        },
})
