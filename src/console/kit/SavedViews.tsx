import { IconBookmark } from '@tabler/icons-react'
import { useState } from 'react'
import { keptList, type KeptList } from '#client/kept.ts'
import { useT } from '#client/texts.ts'
import { ICON_XS } from '#ui/icon.ts'
import { go, hrefOf, useAddress } from './address.ts'
import { DeskButton } from './Control.tsx'

type View = { name: string; query: string }
const MOST = 12
const lists = new Map<string, KeptList<View>>()

const isView = (value: unknown): value is View => typeof value === 'object' && value !== null && 'name' in value && 'query' in value && typeof value.name === 'string' && typeof value.query === 'string'

/** Filters and order of a table under a name, kept on this machine. */
function viewsOf(table: string): KeptList<View> {
  const known = lists.get(table) ?? keptList<View>({ key: `console.views.${table}`, most: MOST, parse: (value) => (isView(value) ? value : null), same: (a, b) => a.name === b.name })
  lists.set(table, known)
  return known
}

export function SavedViews({ name }: { name: string }) {
  const t = useT()
  const [entries, setEntries] = useState(() => viewsOf(name).entries())
  const change = (act: 'add' | 'remove', view: View) => {
    viewsOf(name)[act](view)
    setEntries(viewsOf(name).entries())
  }
  const { page, rest, query } = useAddress()
  const [label, setLabel] = useState('')
  const here = new URLSearchParams(Object.entries(query).filter(([key]) => key !== 'at')).toString()
  const isOpen = entries.find((each) => each.query === here)
  return (
    <details className="relative">
      <summary className="desk-button list-none bg-sunk"><IconBookmark {...ICON_XS} />{isOpen?.name ?? t('console.views.title')}</summary>
      <div className="absolute right-0 z-10 flex w-56 flex-col gap-2 rounded-2 bg-surface p-3 shadow-float">
        {entries.length === 0 && <p className="text-1 text-grey-1">{t('console.views.empty')}</p>}
        {entries.map((view) => (
          <div key={view.name} className="flex items-center justify-between gap-2">
            <button type="button" className="desk-link min-w-0 flex-1 text-start" onClick={() => go(hrefOf(page, rest, Object.fromEntries(new URLSearchParams(view.query))))}>{view.name}</button>
            <DeskButton look="plain" label={t('console.views.remove', { name: view.name })} onPress={() => change('remove', view)}>×</DeskButton>
          </div>
        ))}
        <form
          className="flex gap-2" onSubmit={(event) => {
            event.preventDefault()
            if (label.trim() === '') return
            change('add', { name: label.trim(), query: here })
            setLabel('')
          }}
        >
          <input className="desk-input min-w-0 flex-1" aria-label={t('console.views.name')} placeholder={t('console.views.name')} maxLength={40} value={label} onChange={(event) => setLabel(event.target.value)} />
          <DeskButton type="submit" look="primary">{t('console.views.save')}</DeskButton>
        </form>
      </div>
    </details>
  )
}
