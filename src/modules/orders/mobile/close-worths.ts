import type { Yen } from '#kernel/money.ts'
import { consideration, tenthsOf, type PriceYen, type Quantity } from '#kernel/price.ts'
import type { Sweep } from '#modules/orders/model/sweep.ts'
import type { ClosePart } from './close-parts.ts'

/** A quantity through the board, after so many shares of the same request; null: it is not swept. */
export type Through = (quantity: Quantity, before: Quantity) => Pick<Sweep, 'notionalYen'> | null

/** Yen of each part: through the board one behind the other, as the server quotes them, else at `price`. */
export function worthsOf(parts: readonly ClosePart[], price: PriceYen, through?: Through): Yen[] {
  let before = 0
  return parts.map(({ quantity }) => {
    const swept = through?.(quantity, before)
    before += quantity
    return swept?.notionalYen ?? consideration(tenthsOf(price), quantity)
  })
}
