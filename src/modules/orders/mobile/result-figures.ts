import { rateOf, type BasisPoints, type Yen } from '#kernel/money.ts'
import { consideration, tenthsOf, yenOf } from '#kernel/price.ts'
import type { OrderView } from '#modules/orders/contract.ts'
import { averageOf } from '#modules/orders/model/average.ts'
import type { LotView } from '#modules/portfolio/contract.ts'
import type { TaxView } from '#modules/tax/contract.ts'

/** The orders of one request as one: a closing of several lots has an order for each. The oldest first. */
export function asOne(orders: readonly [OrderView, ...OrderView[]]): OrderView {
  const [first] = orders
  const sum = (of: (order: OrderView) => number) => orders.reduce((total, order) => total + of(order), 0)
  const fills = orders.flatMap((order) => order.fills)
  const average = averageOf(fills.map(({ price, quantity }) => ({ priceTenths: tenthsOf(price), quantity })))
  const [quotedPrice, another] = new Set(orders.map(({ quoted }) => quoted.price))
  const waiting = orders.find(({ status }) => status === 'pending')
  return {
    ...(waiting ?? orders.find(({ filledQuantity }) => filledQuantity > 0) ?? first),
    quantity: sum(({ quantity }) => quantity),
    filledQuantity: sum(({ filledQuantity }) => filledQuantity),
    averagePrice: average === null ? first.averagePrice : yenOf(average),
    fee: sum(({ fee }) => fee),
    fills,
    profit: fills.length === 0 ? null : sum(({ profit }) => profit ?? 0),
    quoted: {
      price: another === undefined ? quotedPrice! : null,
      // One that was sent without a price leaves nothing to hold the whole against.
      notional: orders.every(({ quoted }) => quoted.notional > 0) ? sum(({ quoted }) => quoted.notional) : 0,
      margin: sum(({ quoted }) => quoted.margin),
      fee: sum(({ quoted }) => quoted.fee),
    },
  }
}

/**
 * True where news of an order may be of what is read. Until the first answer has come it may be of any: what
 * was asked before the news may be answered without it.
 */
export const isAbout = (read: readonly Pick<OrderView, 'id'>[] | undefined, orderId: string): boolean =>
  read === undefined || read.some(({ id }) => id === orderId)

/** Realized profit against what the closed shares were opened for, unrounded; null: a lot is not known. */
export function realizedBp(
  orders: readonly OrderView[],
  lots: readonly Pick<LotView, 'id' | 'openPrice' | 'soldCost'>[],
): BasisPoints | null {
  let [costYen, profitYen]: [Yen, Yen] = [0, 0]
  for (const { lotId, filledQuantity, profit } of orders) {
    if (filledQuantity === 0) continue
    const lot = lots.find(({ id }) => id === lotId)
    if (lot === undefined) return null
    costYen += consideration(tenthsOf(lot.soldCost ?? lot.openPrice), filledQuantity)
    profitYen += profit ?? 0
  }
  return costYen === 0 ? null : rateOf(profitYen, costYen)
}

/** The settlement day to come that taxes what these orders closed; null: none. */
export function taxOf(
  orders: readonly Pick<OrderView, 'id'>[],
  coming: TaxView['coming'],
): { date: string; dayTaxYen: Yen } | null {
  const isOwn = ({ orderId }: { orderId: string }) => orders.some(({ id }) => id === orderId)
  const day = coming.find(({ results }) => results.some(isOwn))
  if (day === undefined) return null
  return { date: day.date, dayTaxYen: day.incomeTax + day.localTax }
}
