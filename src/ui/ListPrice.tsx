import type { PriceYen } from '#kernel/price.ts'
import { useFormat } from '#client/texts.ts'

/**
 * The price in its column of a list, before the chip of its change; grey where the quote is old. In yen; null
 * is unknown.
 */
export function ListPrice({ price, stale }: { price: PriceYen | null; stale: boolean }) {
  const f = useFormat()
  return (
    <span
      className={`w-19 shrink-0 text-right text-3 font-strong whitespace-nowrap ${stale ? 'text-grey-1' : ''}`}
    >
      {f.price(price)}
    </span>
  )
}
