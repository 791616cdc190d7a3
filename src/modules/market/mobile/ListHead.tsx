import type { ReactNode } from 'react'
import { useT } from '#client/texts.ts'
import { isAscending, sortWord, type ListedBy } from './listed-by.ts'

/**
 * Over the columns of rows with a figure. What they are sorted by is marked in blue, with the way. `ranked`:
 * the rows have a rank.
 */
export function ListHead({
  sort,
  ranked,
  children,
}: {
  sort: ListedBy
  ranked?: boolean
  children: ReactNode
}) {
  const t = useT()
  const isOfChange = sort === 'gainers' || sort === 'losers'
  return (
    <div role="table" aria-label={t('market.market.sortBy')}>
      <div role="row" className="flex items-end gap-2 px-gutter py-1 text-1 text-grey-1">
        {ranked && <span className="w-5 shrink-0" />}
        <span className="flex min-w-0 grow flex-wrap items-end justify-between gap-x-2">
          <span role="columnheader">{children}</span>
          <Head sort={isOfChange ? null : sort}>{sortWord(t, sort)}</Head>
        </span>
        <Head sort={null} className="w-19">
          {t('market.market.columnPrice')}
        </Head>
        <Head sort={isOfChange ? sort : null} className="w-19">
          {t('market.market.columnChange')}
        </Head>
      </div>
    </div>
  )
}

/** `sort` null: the list is not sorted by this column. */
function Head({
  sort,
  className = '',
  children,
}: {
  sort: ListedBy | null
  className?: string
  children: string
}) {
  const way = sort === null ? null : isAscending(sort) ? 'ascending' : 'descending'
  return (
    <span
      role="columnheader"
      {...(way !== null && { 'aria-sort': way })}
      className={`${className} shrink-0 text-right whitespace-nowrap ${way === null ? '' : 'font-strong text-brand'}`}
    >
      {children}
      {way !== null && <span aria-hidden>{way === 'ascending' ? '▲' : '▼'}</span>}
    </span>
  )
}
