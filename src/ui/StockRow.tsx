import type { ReactNode } from 'react'
import { useFormat } from '#client/texts.ts'
import { ChangeChip } from './ChangeChip.tsx'
import { useFlash } from './flash.ts'
import { Row } from './Row.tsx'
import { Sparkline } from './Sparkline.tsx'
import { breaksWord, standsBeside } from './text-width.ts'
import { Tag } from './Tag.tsx'

type Props = {
  code: string
  name: ReactNode
  /** Yen; null is unknown. */
  price: number | null
  changeBp: number | null
  spark?: readonly number[]
  previousClose?: number
  /** Age of an old quote in words ("31秒前"): the price turns grey. */
  stale?: string | undefined
  rank?: number
  /** A figure between name and price, instead of the sparkline. */
  extra?: ReactNode
  href: string
}

/** What a ranking's name has beside its figure, in em. */
const EXTRA_ROOM_EM = 4.6

/** One issue of a list. Names are never shortened: the sparkline leaves first, then the name takes two lines. */
export function StockRow({ code, name, price, changeBp, spark, previousClose, stale, rank, extra, href }: Props) {
  const f = useFormat()
  const flash = useFlash(stale === undefined ? price : null)
  const line = spark && typeof name === 'string' && standsBeside(name, rank === undefined ? 6.4 : 5.2) && <Sparkline values={spark} base={previousClose} />
  const figure = stale === undefined ? extra : <Tag tone="warn">{stale}</Tag>
  // Beside a figure there is room for short words alone: where one would break, the figure goes under the name.
  const isUnder = figure !== undefined && typeof name === 'string' && breaksWord(name, EXTRA_ROOM_EM)
  const middle = isUnder ? undefined : figure ?? line
  return (
    <Row href={href} flash={flash} className={rank === undefined ? 'gap-3' : 'gap-2'}>
      {rank !== undefined && <span className="w-5 shrink-0 text-center text-2 font-strong text-grey-1">{rank}</span>}
      <span className="min-w-0 grow py-2">
        <span className="block text-2 font-strong text-balance">{name}</span>
        <span className="block text-1 text-grey-1">{code}{isUnder && <>　{figure}</>}</span>
      </span>
      {middle && <span className={`flex shrink-0 justify-end text-right ${extra === undefined ? 'w-16' : ''}`}>{middle}</span>}
      <span className={`w-19 shrink-0 text-right text-3 font-strong whitespace-nowrap ${stale === undefined ? '' : 'text-grey-1'}`}>{f.price(price)}</span>
      <ChangeChip changeBp={changeBp} stale={stale !== undefined} />
    </Row>
  )
}
