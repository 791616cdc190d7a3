import { useState, type ReactNode } from 'react'
import { useCompanion } from '#client/companions.ts'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT, useText } from '#client/texts.ts'
import { topicName, useLatestOf } from '#client/topics.ts'
import { Chip, Chips } from '#ui/Chip.tsx'
import { Empty } from '#ui/Empty.tsx'
import { InfiniteScroll } from '#ui/InfiniteScroll.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { listStocks, quoteTopic, type StockRow } from '../contract.ts'
import { extraOf, LISTED_BY, type ListedBy } from './listed-by.ts'
import { ListHead } from './ListHead.tsx'
import { newestOf } from './live.ts'
import { inLiveOrder, isLiveOrder } from './live-order.ts'
import { LiveRow } from './LiveRow.tsx'

const PAGE = 30
const MOST = 300

/**
 * All stocks by the chosen figure, more of them as one goes down; read again every ten seconds, the rows live
 * in between.
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
      <span aria-hidden>{t('market.market.columnStock')}</span>
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
            <LiveRows rows={rows} sort={sort} extra={extra} />
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

/** Rows by what they show at this moment: a quote that moves takes its row with it. */
function LiveRows({
  rows,
  sort,
  extra,
}: {
  rows: readonly StockRow[]
  sort: ListedBy
  extra: (quote: StockRow['quote'], row: StockRow) => ReactNode
}) {
  const heard = useLatestOf(quoteTopic, isLiveOrder(sort) ? rows.map(({ code }) => ({ code })) : [])
  const shown = ({ code, quote }: StockRow) => newestOf(quote, heard.get(topicName(quoteTopic, { code })))
  return inLiveOrder(rows, sort, shown).map((row, index) => (
    <LiveRow key={row.code} row={row} rank={index + 1} extra={extra} />
  ))
}
