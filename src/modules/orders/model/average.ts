import type { PriceTenths, Quantity } from '#kernel/price.ts'

/**
 * Average price of these fills, to the nearest tenth; null where there are none. By their prices, not by what
 * they came to: the yen of an odd lot is rounded up.
 */
export function averageOf(
  fills: readonly { readonly priceTenths: PriceTenths; readonly quantity: Quantity }[],
): PriceTenths | null {
  const [tenths, quantity] = fills.reduce(
    ([sum, shares], fill) => [
      sum + BigInt(fill.priceTenths) * BigInt(fill.quantity),
      shares + BigInt(fill.quantity),
    ],
    [0n, 0n],
  )
  return quantity === 0n ? null : Number((tenths * 2n + quantity) / (quantity * 2n))
}
