import { useRead } from '#client/reads.ts'
import { useT } from '#client/texts.ts'
import { Empty } from '#ui/Empty.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { listStocks, type StockRow } from '../contract.ts'
import { FoundRow } from './FoundRow.tsx'

export const MOST_FOUND = 50

/** Issues that a search finds; `onChoose`: for whoever looks for one to choose. */
export function Found({ query, onChoose }: { query: string; onChoose?: (row: StockRow) => void }) {
  const t = useT()
  const read = useRead(
    listStocks,
    { query: { query, limit: String(MOST_FOUND) } },
    { keepPrevious: true, quiet: true },
  )
  return (
    <Section flush>
      <Loaded
        read={read}
        skeleton={<Skeleton kind="stock" rows={3} />}
        empty={<Empty title={t('market.search.nothing', { query })} note={t('market.search.nothingNote')} />}
      >
        {(rows) => (
          <>
            <p className="px-gutter pt-2 text-1 text-grey-1" role="status">
              {t(rows.length < MOST_FOUND ? 'market.search.found' : 'market.search.foundMany', {
                count: rows.length,
              })}
            </p>
            <div>
              {rows.map((row) => (
                <FoundRow key={row.code} row={row} query={query} onChoose={onChoose} />
              ))}
            </div>
          </>
        )}
      </Loaded>
    </Section>
  )
}
