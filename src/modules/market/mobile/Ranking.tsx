import { useState } from 'react'
import { useCompanion } from '#client/companions.ts'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT, useText } from '#client/texts.ts'
import { Chip, Chips } from '#ui/Chip.tsx'
import { Empty } from '#ui/Empty.tsx'
import { InfiniteScroll } from '#ui/InfiniteScroll.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { listStocks, type StockRow } from '../contract.ts'
import { extraOf, LISTED_BY, type ListedBy } from './listed-by.ts'
import { ListHead } from './ListHead.tsx'
import { LiveRow } from './LiveRow.tsx'
import { OrderedRows } from './OrderedRows.tsx'

const PAGE = 30
const MOST = 300

/**
 * All stocks by the chosen figure, more of them as one goes down; read and put in order again every ten
 * seconds, the figures live in between.
 */
export function Ranking({ sector, onEverySector }: { sector: string | null; onEverySector: () => void }) {
  const t = useT()
  const text = useText()
  const f = useFormat()
  const [sort, setSort] = useState<ListedBy>('gainers')
  const [count, setCount] = useState(PAGE)
  const read = useRead(
    listStocks,
    { query: { sort, limit: String(count), ...(sector === null ? {} : { sector }) } },
    { keepPrevious: true, poll: 'ranking', quiet: true },
  )
  useCompanion(read.data?.[0] && paths.stock({ code: read.data[0].code }))
  const extra = (quote: StockRow['quote'], row: StockRow) => (
    <span className="text-2 whitespace-nowrap text-ink">{extraOf(t, f, sort, row, quote)}</span>
  )
  const choose = (next: ListedBy) => {
    setSort(next)
    setCount(PAGE)
  }
  const head = (
    <ListHead ranked sort={sort}>
      {t('market.market.columnStock')}
    </ListHead>
  )
  return (
    <Section flush label={t('market.market.ranking')}>
      <div className="px-gutter">
        <Chips label={t('market.market.sortBy')}>
          {sector !== null && (
            <Chip selected label={t('market.market.everySector')} onPress={onEverySector}>
              {text(`market.sector.${sector}`)} ✕
            </Chip>
          )}
          {LISTED_BY.map((one) => (
            <Chip key={one} selected={one === sort} onPress={() => choose(one)}>
              {t(`market.sort.${one}`)}
            </Chip>
          ))}
        </Chips>
      </div>
      <Loaded
        read={read}
        skeleton={
          <>
            {head}
            <Skeleton kind="stock" rows={8} />
          </>
        }
        title={t('market.market.cannotLoad')}
        empty={<Empty title={t('market.market.noStocks')} />}
      >
        {(rows) => (
          <>
            {head}
            <OrderedRows rows={rows} by={sort}>
              {(row, index) => <LiveRow key={row.code} row={row} rank={index + 1} extra={extra} />}
            </OrderedRows>
            <InfiniteScroll
              hasMore={rows.length >= count && count < MOST}
              loading={read.isFetching && rows.length < count && count > PAGE}
              onMore={() => setCount(count + PAGE)}
            />
          </>
        )}
      </Loaded>
    </Section>
  )
}
