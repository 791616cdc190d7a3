import { useState } from 'react'
import { useMember } from '#client/member.ts'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useT } from '#client/texts.ts'
import { listStocks } from '#modules/market/contract.ts'
import { LiveRow, useIssueBeside } from '#modules/market/mobile/public.ts'
import { listNews } from '#modules/news/contract.ts'
import { NewsLine } from '#modules/news/mobile/public.ts'
import { useAccount } from '#modules/portfolio/mobile/public.ts'
import { largest } from '#modules/portfolio/model/largest.ts'
import { getWatchlists, type WatchlistsView } from '#modules/watchlists/contract.ts'
import { Chip, Chips } from '#ui/Chip.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

/**
 * Home below the fold: the member's lists and what has been published; and the issue beside it on a wide
 * screen. Its code comes after the first screen.
 */
export default function HomeBelow() {
  const { isLogin } = useMember()
  useIssueBeside(useOwnIssue())
  return (
    <>
      {isLogin && <Favourites />}
      <News />
    </>
  )
}

/**
 * The issue that the member most likely wants: what is held most of, else the most traded of the favourites.
 * null: neither; undefined: not known yet.
 */
function useOwnIssue(): string | null | undefined {
  const { isLogin } = useMember()
  const { lots, isKnown } = useAccount()
  const favourites = useFavourites(isLogin)
  const rows = useRows(favourites.data?.lists[0]?.codes ?? [])
  const held = largest(lots)
  if (!isLogin || held !== undefined) return held ?? null
  if (!isKnown || favourites.data === undefined) return undefined
  if (favourites.data.lists[0]?.codes.length === 0) return null
  return rows.data?.toSorted((a, b) => b.quote.turnover - a.quote.turnover)[0]?.code
}

const useFavourites = (isLogin: boolean) => useRead(getWatchlists, {}, { enabled: isLogin, quiet: true })

const MOST_ROWS = 8
const useRows = (codes: readonly string[]) =>
  useRead(
    listStocks,
    { query: { codes: codes.slice(0, MOST_ROWS).join(',') } },
    { enabled: codes.length > 0, quiet: true, keepPrevious: true },
  )

function Favourites() {
  const t = useT()
  const read = useFavourites(true)
  const [chosen, setChosen] = useState<string | null>(null)
  const lists = read.data?.lists ?? []
  const list = lists.find(({ id }) => id === chosen) ?? lists[0]
  return (
    <Section flush>
      <SectionHead
        flush
        title={t('home.favourites.title')}
        more={{ label: t('home.favourites.edit'), href: paths.watchlists() }}
      />
      {lists.length > 1 && (
        <div className="px-gutter pb-2">
          <Chips label={t('home.favourites.title')}>
            {lists.map(({ id, name }) => (
              <Chip key={id} selected={id === list?.id} onPress={() => setChosen(id)}>
                {name === '' ? t('home.favourites.first') : name}
              </Chip>
            ))}
          </Chips>
        </div>
      )}
      <Loaded read={read} skeleton={<Skeleton kind="stock" rows={3} />}>
        {() => list && <Rows list={list} />}
      </Loaded>
    </Section>
  )
}

function Rows({ list }: { list: WatchlistsView['lists'][number] }) {
  const t = useT()
  const codes = list.codes.slice(0, MOST_ROWS)
  const read = useRows(list.codes)
  if (codes.length === 0)
    return (
      <Empty
        title={t('home.favourites.empty')}
        note={t('home.favourites.emptyNote')}
        action={{ label: t('home.favourites.find'), href: paths.search() }}
      />
    )
  return (
    <Loaded read={read} skeleton={<Skeleton kind="stock" rows={codes.length} />}>
      {(rows) =>
        codes
          .map((code) => rows.find((row) => row.code === code))
          .filter((row) => row !== undefined)
          .map((row) => <LiveRow key={row.code} row={row} />)
      }
    </Loaded>
  )
}

function News() {
  const t = useT()
  const read = useRead(listNews, { query: { limit: '3' } }, { quiet: true })
  // Nothing has been published, or it is on its way: no bones of what there may not be.
  if ((read.data?.length ?? (read.error ? 1 : 0)) === 0) return null
  return (
    <Section flush>
      <SectionHead flush title={t('home.news.title')} more={{ label: t('ui.more'), href: paths.news() }} />
      <Loaded read={read} skeleton={<></>}>
        {(list) => list.map((news) => <NewsLine key={news.id} news={news} />)}
      </Loaded>
    </Section>
  )
}
