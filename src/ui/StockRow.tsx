import type { BasisPoints } from '#kernel/money.ts'
import type { PriceYen } from '#kernel/price.ts'
import type { ReactNode } from 'react'
import { ChangeChip } from './ChangeChip.tsx'
import { useFlash } from './flash.ts'
import { ListPrice } from './ListPrice.tsx'
import { Row } from './Row.tsx'
import { Sparkline } from './Sparkline.tsx'

type Props = {
  code: string
  name: string
  /** Yen; null is unknown. */
  price: PriceYen | null
  changeBp: BasisPoints | null
  spark?: readonly number[]
  previousClose?: PriceYen
  /** The time of an old quote ("14:32:08"): the price turns grey. */
  stale?: string | undefined
  rank?: number
  /** A figure instead of the sparkline. */
  extra?: ReactNode
  /** A line of the member's own under the code. */
  note?: ReactNode
  href: string
}

/**
 * One issue of a list. Names are never shortened: they have the whole width up to the price, and what goes
 * with them stands at the end of the code's line, in every row alike.
 */
export function StockRow({
  code,
  name,
  price,
  changeBp,
  spark,
  previousClose,
  stale,
  rank,
  extra,
  note,
  href,
}: Props) {
  const flash = useFlash(stale === undefined ? price : null)
  return (
    <Row href={href} flash={flash} className="gap-2">
      {rank !== undefined && (
        <span className="w-5 shrink-0 text-center text-2 font-strong text-grey-1">{rank}</span>
      )}
      <span className="min-w-0 grow py-2">
        <span className="block text-2 font-strong text-balance">{name}</span>
        <span className="flex flex-wrap items-center justify-between gap-x-2 text-1 text-grey-1">
          <span className="whitespace-nowrap">{code}</span>
          {extra ??
            (spark && (
              <span className="w-16 shrink-0">
                <Sparkline values={spark} base={previousClose} height={16} />
              </span>
            ))}
        </span>
        {note !== undefined && <span className="block text-1 wrap-anywhere text-grey-1">{note}</span>}
      </span>
      <ListPrice price={price} stale={stale !== undefined} />
      <ChangeChip changeBp={changeBp} stale={stale} />
    </Row>
  )
}
