import { requestOf } from '#modules/orders/model/order.ts'
import type { OrderView } from '#modules/orders/contract.ts'
import type { LotView } from '#modules/portfolio/contract.ts'

type ClosedLot = Pick<LotView, 'id'>
type ClosingOrder = Pick<OrderView, 'number' | 'lotId' | 'filledQuantity'>

/**
 * Closed lots by the request that closed them, in the order in which each is met first: a sale out of several
 * lots is one sale. A lot that was closed by several requests, or by none that is known, stands by itself.
 */
export function bySale<Lot extends ClosedLot>(
  lots: readonly Lot[],
  orders: readonly ClosingOrder[],
): Lot[][] {
  const requests = new Map<string, Set<string>>()
  for (const { number, lotId, filledQuantity } of orders) {
    if (lotId === null || filledQuantity === 0) continue
    requests.set(lotId, (requests.get(lotId) ?? new Set()).add(requestOf(number)))
  }
  const saleOf = ({ id }: Lot): string => {
    const own = requests.get(id)
    return own?.size === 1 ? [...own][0]! : id
  }
  return [...Map.groupBy(lots, saleOf).values()]
}
