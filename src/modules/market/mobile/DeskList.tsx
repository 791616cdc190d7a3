import { useState } from 'react'
import { useCompanion } from '#client/companions.ts'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useListName, useWatchlists } from '#modules/watchlists/mobile/public.ts'
import { Chip, Chips } from '#ui/Chip.tsx'
import { InfiniteScroll } from '#ui/InfiniteScroll.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { getMarket, listStocks, type StockRow } from '../contract.ts'
import { IndexStrip } from './IndexStrip.tsx'
import { extraOf, LISTED_BY, type ListedBy } from './listed-by.ts'
import { LiveRow } from './LiveRow.tsx'
import { OrderedRows } from './OrderedRows.tsx'

const PAGE = 30
const MOST = 300
/** Orders whose figure stands in the row anyway, or says less than the day's line. */
const DRAWN: readonly ListedBy[] = ['gainers', 'losers', 'turnover']

/** The list of what is held, beside the member's lists, which have ids. */
const HELD = 'held'
/** The list of codes that one question names. */
const MOST_CODES = 100

/**
 * The list beside an issue on a desk: the indices, then one list at a time, the member's own and what is held
 * first, with the day's line in each row.
 */
export function DeskList({ held }: { held: readonly string[] }) {
  const t = useT()
  const f = useFormat()
  const nameOf = useListName()
  const { lists, isLogin, read: ownRead } = useWatchlists()
  const market = useRead(getMarket, {}, { quiet: true })
  const own = (lists ?? []).filter(({ codes }) => codes.length > 0)
  const [pressed, setPressed] = useState<string | null>(null)
  const [count, setCount] = useState(PAGE)
  const isKnown = !isLogin || lists !== null || ownRead.error !== null
  const codes =
    pressed === HELD && held.length > 0
      ? held.slice(0, MOST_CODES)
      : (own.find(({ id }) => id === pressed) ?? (pressed === null ? own[0] : undefined))?.codes
  const sort = LISTED_BY.find((one) => one === pressed) ?? 'gainers'
  const read = useRead(
    listStocks,
    {
      query:
        codes === undefined
          ? { sort, limit: String(count) }
          : { codes: codes.join(), sort: 'relevance', limit: String(MOST_CODES) },
    },
    {
      enabled: isKnown,
      keepPrevious: true,
      poll: codes === undefined ? 'ranking' : 'marketLists',
      quiet: true,
    },
  )
  const rowsOf = (rows: readonly StockRow[]) =>
    codes === undefined ? rows : codes.flatMap((code) => rows.find((row) => row.code === code) ?? [])
  const first = rowsOf(read.data ?? [])[0]
  useCompanion(first && paths.stock({ code: first.code }))
  const choose = (next: string) => {
    setPressed(next)
    setCount(PAGE)
  }
  const extra = (quote: StockRow['quote'], row: StockRow) => (
    <span className="text-2 whitespace-nowrap text-ink">{extraOf(t, f, sort, row, quote)}</span>
  )
  const figure = codes === undefined && !DRAWN.includes(sort) ? { extra } : {}
  return (
    <>
      {market.data && <IndexStrip market={market.data} />}
      <Section flush label={t('market.market.ranking')}>
        <div className="px-gutter">
          <Chips label={t('market.market.sortBy')}>
            {own.map((one) => (
              <Chip key={one.id} selected={one.codes === codes} onPress={() => choose(one.id)}>
                {nameOf(one)}
              </Chip>
            ))}
            {held.length > 0 && (
              <Chip selected={codes !== undefined && pressed === HELD} onPress={() => choose(HELD)}>
                {t('market.market.held')}
              </Chip>
            )}
            {LISTED_BY.map((one) => (
              <Chip key={one} selected={codes === undefined && one === sort} onPress={() => choose(one)}>
                {t(`market.sort.${one}`)}
              </Chip>
            ))}
          </Chips>
        </div>
        <Loaded
          read={read}
          skeleton={<Skeleton kind="stock" rows={8} />}
          title={t('market.market.cannotLoad')}
        >
          {(rows) => (
            <>
              {codes === undefined ? (
                <OrderedRows rows={rows} by={sort}>
                  {(row) => <LiveRow key={row.code} row={row} {...figure} />}
                </OrderedRows>
              ) : (
                <div>
                  {rowsOf(rows).map((row) => (
                    <LiveRow key={row.code} row={row} />
                  ))}
                </div>
              )}
              <InfiniteScroll
                hasMore={codes === undefined && rows.length >= count && count < MOST}
                loading={read.isFetching && rows.length < count && count > PAGE}
                onMore={() => setCount(count + PAGE)}
              />
            </>
          )}
        </Loaded>
      </Section>
    </>
  )
}
