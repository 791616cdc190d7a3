import type { ReactNode } from 'react'
import { useT } from '#client/texts.ts'
import { sortWord, type ListedBy } from './listed-by.ts'

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
    <div className="flex items-end gap-2 px-gutter py-1 text-1 text-grey-1">
      {ranked && <span className="w-5 shrink-0" />}
      <span className="flex min-w-0 grow flex-wrap items-end justify-between gap-x-2">
        {children}
        <Head chosen={!isOfChange} ascending={sort === 'per'}>
          {sortWord(t, sort)}
        </Head>
      </span>
      <Head chosen={false} className="w-19">
        {t('market.market.columnPrice')}
      </Head>
      <Head chosen={isOfChange} ascending={sort === 'losers'} className="w-19">
        {t('market.market.columnChange')}
      </Head>
    </div>
  )
}

function Head({
  chosen,
  ascending,
  className = '',
  children,
}: {
  chosen: boolean
  ascending?: boolean
  className?: string
  children: string
}) {
  return (
    <span
      aria-hidden
      className={`${className} shrink-0 text-right whitespace-nowrap ${chosen ? 'font-strong text-brand' : ''}`}
    >
      {children}
      {chosen && (ascending ? '▲' : '▼')}
    </span>
  )
}
