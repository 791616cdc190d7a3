import { useDeferredValue, useEffect, useState } from 'react'
import { call } from '#client/call.ts'
import { paths } from '#client/paths.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useT } from '#client/texts.ts'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Page } from '#ui/Page.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { SimulatedBadge } from '#ui/SimulatedBadge.tsx'
import { listStocks } from '../contract.ts'
import { notOfferedFor } from '../model/not-offered.ts'
import { Found, MOST_FOUND } from './Found.tsx'
import { openFound } from './FoundRow.tsx'
import { searchHistory } from './search-history.ts'
import { SearchStart } from './SearchStart.tsx'

/** Enter: a code that is typed whole opens its issue; other words stand in the history. */
async function submit(typed: string): Promise<void> {
  if (typed === '') return
  const code = typed.normalize('NFKC').toUpperCase()
  const rows = /^[0-9A-Z]{4,5}$/.test(code)
    ? await call(listStocks, { query: { query: typed, limit: String(MOST_FOUND) } }).catch(() => [])
    : []
  const row = rows.find((one) => one.code === code)
  if (row === undefined) searchHistory.add({ text: typed, code: null })
  else openFound(row)
}

/** Arrow keys: from the field to what was found, up and down in it, and back. */
function useArrows(): void {
  useEffect(() => {
    const move = (event: KeyboardEvent) => {
      if (event.isComposing || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
      const field = document.activeElement?.closest('input[type=search]') ?? null
      const rows = [...document.querySelectorAll<HTMLElement>('[data-found]')].filter(
        (row) => row.offsetParent !== null,
      )
      const at = rows.findIndex((row) => row === document.activeElement)
      if (at < 0 && field === null) return
      const next = at + (event.key === 'ArrowDown' ? 1 : -1)
      const to =
        next === -1 && at === 0 ? document.querySelector<HTMLElement>('input[type=search]') : rows[next]
      if (to === undefined || to === null) return
      event.preventDefault()
      to.focus()
    }
    addEventListener('keydown', move)
    return () => removeEventListener('keydown', move)
  }, [])
}

/** Finds an issue by code, name, reading or sector, while it is typed. */
export default function SearchPage({ params }: ScreenProps<'search'>) {
  const t = useT()
  const [query, setQuery] = useState(params.query ?? '')
  useArrows()
  const asked = useDeferredValue(query.trim())
  const notOffered = notOfferedFor(asked)
  const nav = (
    <NavigationBar title={t('market.search.title')}>
      <SearchField
        label={t('market.search.field')}
        value={query}
        onChange={setQuery}
        autoFocus
        onSubmit={() => void submit(query.trim())}
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
