import type { Format } from '#i18n/format.ts'
import type { Translate } from '#i18n/translate.ts'
import { isLeveraged } from '#modules/margin/model/charges.ts'
import type { OrderStatus, OrderView } from '#modules/orders/contract.ts'
import type { PlaceOrder } from '#modules/orders/model/order.ts'
import { wayOf, wayOfClosing } from '#modules/orders/model/way.ts'
import type { LotView } from '#modules/portfolio/contract.ts'

const tenthsOfLeverage = ({ leverage }: Pick<LotView, 'leverage'>) => Math.round(leverage * 10)

/** The act of an order, in one or two words: buy, sell, sell to close, buy to close. */
export const sideWord = (t: Translate, order: Pick<OrderView, 'side' | 'purpose' | 'leverage'>): string =>
  t(`orders.way.${wayOf({ ...order, leverageTenths: tenthsOfLeverage(order) })}`)

/** An order in a line: what it does, what is left of it, and its price. */
export const orderWords = (t: Translate, f: Format, order: OrderView): string =>
  [
    sideWord(t, order),
    f.shares(order.quantity - order.filledQuantity),
    order.price === null ? t('orders.type.market') : f.price(order.price),
  ].join(f.dot)

/** The act of an order that opens, in the same words. */
export const openingWord = (t: Translate, order: Pick<PlaceOrder, 'side' | 'leverageTenths'>): string =>
  t(`orders.way.${wayOf({ purpose: 'open', side: order.side, leverageTenths: order.leverageTenths })}`)

/** The act that ends a lot, in the same words. */
export const closingWord = (t: Translate, lot: Pick<LotView, 'side' | 'leverage'>): string =>
  t(`orders.way.${wayOfClosing({ side: lot.side, leverageTenths: tenthsOfLeverage(lot) })}`)

/** Shares paid in full, or a position on credit: the words for them differ (保有株, 建玉). */
export type Held = 'cash' | 'margin'
export const heldAs = (lot: Pick<LotView, 'side' | 'leverage'>): Held =>
  isLeveraged({ side: lot.side, leverageTenths: tenthsOfLeverage(lot) }) ? 'margin' : 'cash'
/** The same of what an order opens or closes. */
export const heldBy = (order: Pick<OrderView, 'side' | 'purpose' | 'leverage'>): Held =>
  order.purpose === 'open'
    ? heldAs(order)
    : heldAs({ side: order.side === 'down' ? 'up' : 'down', leverage: order.leverage })

/** The need of an order now: money for a purchase without credit, margin for anything else. */
export const neededWord = (order: Pick<PlaceOrder, 'side' | 'leverageTenths'>) =>
  isLeveraged(order) ? 'orders.confirm.needed' : 'orders.ticket.cost'

/** The state of an order: that what it bought is held says the holding, not the order. */
export const statusWord = (t: Translate, status: OrderStatus): string =>
  t(`orders.status.${status === 'holding' ? 'filled' : status}`)

export const statusTone = (status: OrderStatus): 'brand' | 'warn' | 'grey' =>
  status === 'holding' ? 'brand' : status === 'pending' || status === 'closing' ? 'warn' : 'grey'

/** Words for the place at which a pending order waits outside the exchange; null: it is at the exchange. */
export function waitingWord(t: Translate, order: Pick<OrderView, 'place' | 'reason'>): string | null {
  if (order.place !== 'armed' && order.place !== 'held') return null
  return order.reason ?? t(`orders.place.${order.place}`)
}

/** The condition and the last day of an order where they are more than "at any time, today". */
export const executionOf = ({ condition, timeInForce }: Pick<OrderView, 'condition' | 'timeInForce'>) =>
  timeInForce === 'ioc' ? 'ioc' : condition
