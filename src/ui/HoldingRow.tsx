import type { BasisPoints } from '#kernel/money.ts'
import type { PriceYen } from '#kernel/price.ts'
import type { ReactNode } from 'react'
import { useFormat } from '#client/texts.ts'
import { toneClass } from './Figure.tsx'
import { useFlash } from './flash.ts'
import { Row } from './Row.tsx'

type Props = {
  name: string
  /** A `Tag`: 買 or 売. */
  tag?: ReactNode
  /** Code, quantity, leverage. */
  meta: ReactNode
  price: PriceYen | null
  openPrice: PriceYen | null
  /** Yen; null is unknown. */
  profit: number | null
  profitBp: BasisPoints | null
  href: string
  onLongPress?: () => void
}

/** One lot of a list: price over open price, profit or loss over its percentage. */
export function HoldingRow({
  name,
  tag,
  meta,
  price,
  openPrice,
  profit,
  profitBp,
  href,
  onLongPress,
}: Props) {
  'use memo'
  const f = useFormat()
  const flash = useFlash(profit)
  const tone = toneClass('auto', profit)
  return (
    <Row href={href} onLongPress={onLongPress} flash={flash} className="gap-2 py-2">
      <span className="min-w-0 grow">
        <span className="flex flex-wrap items-center gap-1 text-2 font-strong">
          {name}
          {tag}
        </span>
        <span className="block text-1 text-grey-1">{meta}</span>
      </span>
      <span className="w-20 shrink-0 text-right whitespace-nowrap">
        <span className="block text-2">{f.price(price)}</span>
        <span className="block text-1 text-grey-1">{f.price(openPrice)}</span>
      </span>
      <span className={`min-w-26 shrink-0 text-right whitespace-nowrap ${tone}`}>
        <span className="block text-3 font-strong">{f.signedYen(profit)}</span>
        <span className="block text-1">{f.signedPercent(profitBp)}</span>
      </span>
    </Row>
  )
}
