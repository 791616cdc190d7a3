import type { BasisPoints } from '#kernel/money.ts'

/**
 * How far a price stands under the close, in basis points, to the nearest; prices in yen with at most one
 * decimal.
 */
export const discountBp = (closeYen: number, priceYen: number): BasisPoints => {
  const [close, price] = [Math.round(closeYen * 10), Math.round(priceYen * 10)]
  return Math.floor(((close - price) * 20_000 + close) / (close * 2))
}
