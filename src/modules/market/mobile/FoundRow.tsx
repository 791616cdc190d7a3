import { navigate } from '#client/navigation.ts'
import { paths } from '#client/paths.ts'
import { useFormat, useText } from '#client/texts.ts'
import { Star } from '#modules/watchlists/mobile/public.ts'
import { ChangeChip } from '#ui/ChangeChip.tsx'
import { useFlash } from '#ui/flash.ts'
import { ListPrice } from '#ui/ListPrice.tsx'
import type { StockRow } from '../contract.ts'
import { useLiveQuote } from './live.ts'
import { matchedRange } from './matched.ts'
import { searchHistory } from './search-history.ts'

/** Opens an issue that was found, which goes into the history. */
export function openFound({ name, code }: Pick<StockRow, 'name' | 'code'>): void {
  searchHistory.add({ text: name, code })
  navigate.to(paths.stock({ code }))
}

/**
 * An issue that was found, what was searched for marked in it. It opens, which goes into the history, and has
 * its star; where somebody chooses among issues, it is chosen.
 */
export function FoundRow({
  row,
  query,
  onChoose,
}: {
  row: StockRow
  query: string
  onChoose?: ((row: StockRow) => void) | undefined
}) {
  const f = useFormat()
  const text = useText()
  const quote = useLiveQuote(row.code, row.quote)
  const flash = useFlash(quote.last)
  const open = () => openFound(row)
  return (
    <div className="row">
      <div className="hairline flex min-h-row items-center" {...flash}>
        <button
          type="button"
          data-found
          className="pressable flex min-h-row min-w-0 grow items-center gap-2 text-left"
          onClick={onChoose === undefined ? open : () => onChoose(row)}
        >
          <span className="min-w-0 grow py-2">
            <span className="block text-2 font-strong">
              <Marked text={row.name} query={query} />
            </span>
            {row.reading !== undefined && (
              <span className="block text-1 text-grey-1">
                <Marked text={row.reading} query={query} />
              </span>
            )}
            <span className="block text-1 text-grey-1">
              <Marked text={row.code} query={query} />
              {f.dot}
              {text(`market.sector.${row.sector}`)}
            </span>
          </span>
          <ListPrice price={quote.last ?? quote.previousClose} stale={quote.stale} />
          <ChangeChip changeBp={quote.changeBp} stale={quote.stale ? f.time(quote.at) : undefined} />
        </button>
        {onChoose === undefined && (
          <span className="-mr-3 pl-1">
            <Star code={row.code} name={row.name} />
          </span>
        )}
      </div>
    </div>
  )
}

function Marked({ text, query }: { text: string; query: string }) {
  const range = matchedRange(text, query)
  if (range === null) return text
  return (
    <>
      {text.slice(0, range[0])}
      <mark className="bg-transparent text-brand">{text.slice(...range)}</mark>
      {text.slice(range[1])}
    </>
  )
}
