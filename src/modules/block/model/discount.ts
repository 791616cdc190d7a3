import { rateBp, type BasisPoints } from '#kernel/money.ts'
import { tenthsOf, type PriceYen } from '#kernel/price.ts'

/**
 * The discount of a price from the close, in basis points, to the nearest, halves away from zero; prices in
 * yen with at most one decimal.
 */
export const discountBp = (closeYen: number, priceYen: PriceYen): BasisPoints => {
  const [close, price] = [tenthsOf(closeYen), tenthsOf(priceYen)]
  return rateBp(close - price, close)
}
