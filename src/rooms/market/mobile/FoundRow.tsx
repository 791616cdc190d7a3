import { paths } from '#client/paths.ts'
import { navigate } from '#client/navigation.ts'
import { useFormat, useText } from '#client/texts.ts'
import { ChangeChip } from '#ui/ChangeChip.tsx'
import { useFlash } from '#ui/flash.ts'
import { Row } from '#ui/Row.tsx'
import type { StockRow } from '../contract.ts'
import { useLiveQuote } from './live.ts'
import { matchedRange } from './matched.ts'
import { searchHistory } from './search-history.ts'

/** An issue that was found, what was searched for marked in it. Opening it goes into the history. */
export function FoundRow({ row, query }: { row: StockRow; query: string }) {
  const f = useFormat()
  const text = useText()
  const quote = useLiveQuote(row.code, row.quote)
  const flash = useFlash(quote.last)
  const open = () => {
    searchHistory.add({ text: row.name, code: row.code })
    navigate.to(paths.stock({ code: row.code }))
  }
  return (
    <Row onPress={open} flash={flash} className="gap-3">
      <span className="min-w-0 grow py-2">
        <span className="block text-2 font-strong"><Marked text={row.name} query={query} /></span>
        <span className="block text-1 text-grey-1"><Marked text={row.code} query={query} />・{text(`market.sector.${row.sector}`)}</span>
      </span>
      <span className={`w-19 shrink-0 text-right text-3 font-strong whitespace-nowrap ${quote.stale ? 'text-grey-1' : ''}`}>{f.price(quote.last ?? quote.previousClose)}</span>
      <ChangeChip changeBp={quote.changeBp} stale={quote.stale} />
    </Row>
  )
}

function Marked({ text, query }: { text: string; query: string }) {
  const range = matchedRange(text, query)
  if (range === null) return text
  return <>{text.slice(0, range[0])}<mark className="bg-transparent text-brand">{text.slice(...range)}</mark>{text.slice(range[1])}</>
}
