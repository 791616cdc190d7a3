import { useDeferredValue, useState } from 'react'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useT } from '#client/texts.ts'
import { Empty } from '#ui/Empty.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Page } from '#ui/Page.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { Section } from '#ui/Section.tsx'
import { SimulatedBadge } from '#ui/SimulatedBadge.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { listStocks } from '../contract.ts'
import { notOfferedFor } from '../model/not-offered.ts'
import { FoundRow } from './FoundRow.tsx'
import { searchHistory } from './search-history.ts'
import { SearchStart } from './SearchStart.tsx'

const MOST_FOUND = 50

/** Finds an issue by code, name, reading or sector, while it is typed. */
export default function SearchPage({ params }: ScreenProps<'search'>) {
  const t = useT()
  const [query, setQuery] = useState(params.query ?? '')
  const asked = useDeferredValue(query.trim())
  const notOffered = notOfferedFor(asked)
  const nav = (
    <NavigationBar title={t('market.search.title')}>
      <SearchField
        label={t('market.search.field')}
        value={query}
        onChange={setQuery}
        autoFocus
        onSubmit={() => asked !== '' && searchHistory.add({ text: asked, code: null })}
      />
      <SimulatedBadge />
    </NavigationBar>
  )
  return (
    <Page nav={nav}>
      {notOffered !== null && (
        <Notice
          title={t(`market.notOffered.${notOffered}`)}
          note={t('market.notOffered.where')}
          href={paths.accountOpening()}
        />
      )}
      {asked === '' ? <SearchStart onSearch={setQuery} /> : <Found query={asked} />}
    </Page>
  )
}

function Found({ query }: { query: string }) {
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
                <FoundRow key={row.code} row={row} query={query} />
              ))}
            </div>
          </>
        )}
      </Loaded>
    </Section>
  )
}
