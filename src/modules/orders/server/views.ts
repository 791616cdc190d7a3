import { yenOf, type PriceTenths } from '#kernel/price.ts'
import { iso } from '#kernel/time.ts'
import { closingAt } from '#modules/instruments/model/schedule.ts'
import { lateness } from '#modules/margin/model/lateness.ts'
import type { AppContext } from '#modules/module.ts'
import type { LossCut } from '#modules/margin/server/public.ts'
import { tradeDateOfTime } from '#modules/market/model/interval.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import type { LossCutView, OrderView } from '../contract.ts'
import type { Fill } from '../model/apply-execution.ts'
import { isAtVenue } from '../model/order-life.ts'
import { averageOf } from '../model/average.ts'
import { averageTenths, holdYen, type Order } from '../model/order.ts'
import { isDisputed } from './venue-exceptions.ts'

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

/** An order of the engine, which knows no hours: the code stands for its name, `reason` is a code. */
export type KeptOrderView = Omit<OrderView, 'lapsesAt' | 'settlementDate' | 'disputed'>

/**
 * As its reader sees it: named and reasoned in their language, with the end of its last day. That the firm
 * looks into a report of the venue goes before any other reason.
 */
export function wordedOrder(
  { schedule, calendar, text, engine }: Pick<AppContext, 'schedule' | 'calendar' | 'text' | 'engine'>,
  { nameOf }: Pick<MarketPublic, 'nameOf'>,
  kept: KeptOrderView,
  lang: string,
): OrderView {
  const disputed = isDisputed(engine.read, kept.id)
  const filledAt = kept.fills.map(({ at }) => Date.parse(at))
  const reason = disputed ? 'DISPUTED' : kept.reason
  return {
    ...kept,
    disputed,
    lapsesAt: iso(closingAt(schedule, kept.validUntil)),
    settlementDate:
      filledAt.length === 0
        ? null
        : calendar.settlementDate(tradeDateOfTime(schedule, Math.max(...filledAt))),
    name: nameOf(kept.code, lang),
    reason: reason && text(lang, `orders.reason.${reason}`),
  }
}

export function orderView(order: Order, fills: readonly Fill[]): KeptOrderView {
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
    exitTrailBp: order.exitTrailBp,
    exitTrailYen: yen(order.exitTrailTenths),
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
    trailBp: order.trailBp,
    trailYen: yen(order.trailTenths),
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
