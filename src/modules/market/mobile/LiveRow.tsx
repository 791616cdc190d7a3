import type { ReactNode } from 'react'
import { paths } from '#client/paths.ts'
import { useFormat } from '#client/texts.ts'
import { StockRow as Row } from '#ui/StockRow.tsx'
import type { StockRow } from '../contract.ts'
import { useLiveQuote } from './live.ts'

type Props = {
  row: StockRow
  rank?: number
  /** A figure in the sparkline's place: `ListHead` names it. */
  extra?: (quote: StockRow['quote'], row: StockRow) => ReactNode
  /** A line of the member's own. */
  note?: ReactNode
}

/** One issue of a list, moving with its quote. */
export function LiveRow({ row, rank, extra, note }: Props) {
  'use memo'
  const f = useFormat()
  const quote = useLiveQuote(row.code, row.quote)
  const spark = quote.last === null ? row.spark : [...row.spark, quote.last]
  return (
    <Row
      code={row.code}
      name={row.name}
      price={quote.last ?? quote.previousClose}
      changeBp={quote.changeBp}
      {...(extra === undefined ? { spark } : { extra: extra(quote, row) })}
      previousClose={quote.previousClose}
      {...(rank === undefined ? {} : { rank })}
      {...(note === undefined ? {} : { note })}
      {...(quote.stale ? { stale: f.time(quote.at) } : {})}
      href={paths.stock({ code: row.code })}
    />
  )
}
