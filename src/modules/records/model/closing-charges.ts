import type { OrderId } from '#kernel/id.ts'
import { mulDiv, type Yen } from '#kernel/money.ts'
import type { Quantity } from '#kernel/price.ts'
import type { DateJst } from '#kernel/time.ts'

type Closing = { readonly orderId: OrderId; readonly tradeDate: DateJst; readonly quantity: Quantity }
/** Interest or stock-lending fee that the ledger has of an order's fills of one trade date. */
export type OrderCharge = { readonly orderId: OrderId; readonly tradeDate: DateJst; readonly yen: Yen }

/**
 * The part of each fill in what its order's closings were charged that day: by its shares of one lot, so that
 * the fills of a day add up to the ledger.
 */
export function withCharges<T extends Closing>(
  fills: readonly T[],
  charges: readonly OrderCharge[],
): (T & { chargesYen: Yen })[] {
  const keyOf = ({ orderId, tradeDate }: Pick<Closing, 'orderId' | 'tradeDate'>) => `${orderId} ${tradeDate}`
  const yenOf = new Map(charges.map((charge) => [keyOf(charge), charge.yen]))
  const sharesOf = new Map<string, Quantity>()
  for (const fill of fills) sharesOf.set(keyOf(fill), (sharesOf.get(keyOf(fill)) ?? 0) + fill.quantity)
  const before = new Map<string, Quantity>()
  return fills.map((fill) => {
    const key = keyOf(fill)
    const from = before.get(key) ?? 0
    const until = from + fill.quantity
    before.set(key, until)
    const part = (shares: Quantity) => mulDiv([yenOf.get(key) ?? 0, shares], sharesOf.get(key)!, 'floor')
    return { ...fill, chargesYen: part(until) - part(from) }
  })
}
