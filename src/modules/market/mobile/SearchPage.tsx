import { useDeferredValue, useState } from 'react'
import { paths } from '#client/paths.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useT } from '#client/texts.ts'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Page } from '#ui/Page.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { SimulatedBadge } from '#ui/SimulatedBadge.tsx'
import { notOfferedFor } from '../model/not-offered.ts'
import { Found } from './Found.tsx'
import { searchHistory } from './search-history.ts'
import { SearchStart } from './SearchStart.tsx'

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
