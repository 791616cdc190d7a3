import { useState } from 'react'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import type { WatchlistsView } from '#modules/watchlists/contract.ts'
import { useListName, useWatchlists } from '#modules/watchlists/mobile/public.ts'
import { Chip, Chips } from '#ui/Chip.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { LoginInvitation } from '#ui/LoginInvitation.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { listStocks, type StockRow } from '../contract.ts'
import { extraOf, sortWord } from './listed-by.ts'
import { LiveRow } from './LiveRow.tsx'
import { MarkDot } from './MarkSheet.tsx'

/** The member's lists, one at a time, their rows live. A guest reads what they are for. */
export function Favourites() {
  const t = useT()
  const { read, isLogin } = useWatchlists()
  if (!isLogin)
    return (
      <Section flush>
        <LoginInvitation why={t('watchlists.guest')} note={t('watchlists.guestNote')} />
      </Section>
    )
  return (
    <Section flush>
      <Loaded read={read} skeleton={<Skeleton kind="stock" rows={6} />} title={t('watchlists.cannotLoad')}>
        {(view) => <Lists view={view} />}
      </Loaded>
    </Section>
  )
}

function Lists({ view: { lists, marks, columns, most } }: { view: WatchlistsView }) {
  const t = useT()
  const f = useFormat()
  const nameOf = useListName()
  const [chosenId, choose] = useState<string | null>(null)
  const list = lists.find(({ id }) => id === chosenId) ?? lists[0]!
  const { codes } = list
  const read = useRead(
    listStocks,
    { query: { codes: codes.join(), sort: 'relevance', limit: '100' } },
    { enabled: codes.length > 0, keepPrevious: true, poll: 'marketLists', quiet: true },
  )
  const figures = (quote: StockRow['quote'], row: StockRow) => (
    <span className="flex min-w-0 flex-wrap justify-end gap-x-2">
      {columns.map((column) => (
        <span key={column} className="whitespace-nowrap">
          {sortWord(t, column)} <span className="text-ink">{extraOf(t, f, column, row, quote)}</span>
        </span>
      ))}
    </span>
  )
  const noteOf = (code: string) => {
    const mark = marks.find((one) => one.code === code)
    return (
      mark && (
        <span className="flex items-baseline gap-1.5">
          {mark.colour !== null && <MarkDot colour={mark.colour} />}
          {mark.note}
        </span>
      )
    )
  }
  return (
    <>
      {lists.length > 1 && (
        <div className="px-gutter">
          <Chips label={t('watchlists.chooseList')}>
            {lists.map((one) => (
              <Chip key={one.id} selected={one === list} onPress={() => choose(one.id)}>
                {nameOf(one)}
              </Chip>
            ))}
          </Chips>
        </div>
      )}
      <SectionHead
        flush
        title={nameOf(list)}
        note={t('watchlists.count', { count: codes.length, most: most.rows })}
        more={{ label: t('watchlists.edit'), href: paths.watchlists({ list: list.id }) }}
      />
      {codes.length === 0 ? (
        <Empty
          title={t('watchlists.empty')}
          note={t('watchlists.emptyNote')}
          action={{ label: t('watchlists.find'), href: paths.search() }}
        />
      ) : (
        <Loaded
          read={read}
          skeleton={<Skeleton kind="stock" rows={codes.length} />}
          title={t('market.market.cannotLoad')}
        >
          {(rows) => (
            <div>
              {codes
                .flatMap((code) => rows.find((row) => row.code === code) ?? [])
                .map((row) => (
                  <LiveRow
                    key={row.code}
                    row={row}
                    note={noteOf(row.code)}
                    {...(columns.length === 0 ? {} : { extra: figures })}
                  />
                ))}
            </div>
          )}
        </Loaded>
      )}
    </>
  )
}
