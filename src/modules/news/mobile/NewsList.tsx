import { useState, type ReactNode } from 'react'
import { useCompanion } from '#client/companions.ts'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useT } from '#client/texts.ts'
import { InfiniteScroll } from '#ui/InfiniteScroll.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { listFavouriteNews, listHeldNews, listNews, type NewsRow } from '../contract.ts'
import type { NewsKind } from '../model/kinds.ts'
import { NewsLine } from './NewsLine.tsx'

const ROWS = 30

/** `own`: of the issues that the member follows, or holds. */
export type Wanted = { own?: 'favourites' | 'holdings'; kind?: NewsKind | undefined; code?: string }
type Part = { wanted: Wanted; before: string | undefined }

function usePart({ wanted: { own, kind, code }, before }: Part) {
  const paging = { limit: String(ROWS), ...(before === undefined ? {} : { before }) }
  const options = { quiet: true, ...(before === undefined ? { poll: 'news' as const } : {}) }
  const favourites = useRead(
    listFavouriteNews,
    { query: paging },
    { ...options, enabled: own === 'favourites' },
  )
  const holdings = useRead(listHeldNews, { query: paging }, { ...options, enabled: own === 'holdings' })
  const all = useRead(
    listNews,
    {
      query: { ...paging, ...(kind === undefined ? {} : { kind }), ...(code === undefined ? {} : { code }) },
    },
    { ...options, enabled: own === undefined },
  )
  return own === 'favourites' ? favourites : own === 'holdings' ? holdings : all
}

/** News, newest first, thirty at a time; more comes when the end of the list is near. */
export function NewsList({ wanted, empty }: { wanted: Wanted; empty: ReactNode }) {
  // The last id of each part: where the next one begins.
  const [ends, setEnds] = useState<readonly string[]>([])
  return (
    <>
      {[undefined, ...ends].map((before, index) => (
        <NewsPart
          key={before ?? 'newest'}
          wanted={wanted}
          before={before}
          empty={empty}
          isLast={index === ends.length}
          onMore={(rows) => setEnds([...ends, rows.at(-1)!.id])}
        />
      ))}
    </>
  )
}

function NewsPart({
  wanted,
  before,
  empty,
  isLast,
  onMore,
}: Part & { empty: ReactNode; isLast: boolean; onMore: (rows: readonly NewsRow[]) => void }) {
  const t = useT()
  const read = usePart({ wanted, before })
  const first = wanted.code === undefined ? read.data?.[0] : undefined
  useCompanion(first && paths.newsItem({ id: first.id }))
  return (
    <Loaded
      read={read}
      skeleton={<Skeleton kind="figure" rows={before === undefined ? 6 : 1} />}
      title={t('news.cannotLoad')}
    >
      {(rows) =>
        rows.length === 0 && before === undefined ? (
          empty
        ) : (
          <>
            {rows.map((news) => (
              <NewsLine key={news.id} news={news} />
            ))}
            {isLast && (
              <InfiniteScroll hasMore={rows.length === ROWS} loading={false} onMore={() => onMore(rows)} />
            )}
          </>
        )
      }
    </Loaded>
  )
}
