import type { BasisPoints } from '#kernel/money.ts'
import type { PriceYen } from '#kernel/price.ts'
import { IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useFormat } from '#client/texts.ts'
import { toneClass } from './Figure.tsx'
import { useFlash } from './flash.ts'
import { ICON_XS } from './icon.ts'
import { Row, type Target } from './Row.tsx'

type Props = {
  name: string
  /** A `Tag`: 買 or 売. */
  tag?: ReactNode
  /** Code, quantity, leverage. */
  meta: ReactNode
  /** Without it the row has no figures of its own: those of what it is a part of are its. */
  price?: PriceYen | null
  openPrice?: PriceYen | null
  /** Yen; null is unknown. */
  profit?: number | null
  profitBp?: BasisPoints | null
  /** Today's part of the profit, in words; under the percentage. */
  today?: ReactNode
  /** Of a row that opens what it adds up. */
  expanded?: boolean
  onLongPress?: () => void
} & Target

/** One lot of a list, or those of one issue: price over open price, profit or loss over its percentage. */
export function HoldingRow({
  name,
  tag,
  meta,
  price,
  openPrice,
  profit,
  profitBp,
  today,
  expanded,
  onLongPress,
  ...target
}: Props) {
  'use memo'
  const f = useFormat()
  const flash = useFlash(profit)
  const tone = toneClass('auto', profit)
  return (
    <Row {...target} expanded={expanded} onLongPress={onLongPress} flash={flash} className="gap-2 py-2">
      <span className="min-w-0 grow">
        <span className="flex flex-wrap items-center gap-1 text-2 font-strong *:h-auto *:max-w-full *:shrink *:whitespace-normal">
          {name}
          {tag}
          {expanded !== undefined && (
            <IconChevronDown
              {...ICON_XS}
              className={`size-4 shrink-0 text-grey-1 transition-transform ${expanded ? 'rotate-180' : ''}`}
            />
          )}
        </span>
        <span className="block text-1 text-grey-1">{meta}</span>
      </span>
      {price !== undefined && (
        <>
          <span className="min-w-16 shrink-0 text-right whitespace-nowrap">
            <span className="block text-2">{f.price(price)}</span>
            <span className="block text-1 text-grey-1">{f.price(openPrice)}</span>
          </span>
          <span className={`min-w-26 shrink-0 text-right whitespace-nowrap ${tone}`}>
            <span className="block text-3 font-strong">{f.signedYen(profit)}</span>
            <span className="block text-1">{f.signedPercent(profitBp)}</span>
            {today && <span className="block text-1 text-grey-1">{today}</span>}
          </span>
        </>
      )}
    </Row>
  )
}
