import { IconBookmark } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '#client/reads.ts'
import { useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { listViews, saveView } from '#modules/staff/operator-contract.ts'
import { ICON_XS } from '#ui/icon.ts'
import { go, hrefOf, useAddress } from './address.ts'
import { DeskButton } from './Control.tsx'

/**
 * Filters and order of a table under a name: the operator's own, kept by the server, so that they are there
 * on whatever machine the operator signs in.
 */
export function SavedViews({ name }: { name: string }) {
  const t = useT()
  const entries = (useRead(listViews, {}).data ?? []).filter(({ table }) => table === name)
  const write = useWrite(saveView, { refreshes: [listViews] })
  const change = (view: string, kept: string | null) =>
    void write.run({ input: { table: name, name: view, query: kept } })
  const { page, rest, query } = useAddress()
  const [label, setLabel] = useState('')
  const here = new URLSearchParams(
    Object.entries(query).filter(([key]) => key !== 'at' && key !== 'place'),
  ).toString()
  const isOpen = entries.find((each) => each.query === here)
  return (
    <details className="relative">
      <summary className="desk-button list-none bg-sunk">
        <IconBookmark {...ICON_XS} />
        {isOpen?.name ?? t('console.views.title')}
      </summary>
      <div className="absolute right-0 z-10 flex w-56 flex-col gap-2 rounded-2 bg-surface p-3 shadow-float">
        {entries.length === 0 && <p className="text-1 text-grey-1">{t('console.views.empty')}</p>}
        {entries.map((view) => (
          <div key={view.name} className="flex items-center justify-between gap-2">
            <button
              type="button"
              className="desk-link min-w-0 flex-1 text-start"
              onClick={() => go(hrefOf(page, rest, Object.fromEntries(new URLSearchParams(view.query))))}
            >
              {view.name}
            </button>
            <DeskButton
              look="plain"
              label={t('console.views.remove', { name: view.name })}
              onPress={() => change(view.name, null)}
            >
              ×
            </DeskButton>
          </div>
        ))}
        <form
          className="flex gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            if (label.trim() === '') return
            change(label.trim(), here)
            setLabel('')
          }}
        >
          <input
            className="desk-input min-w-0 flex-1"
            aria-label={t('console.views.name')}
            placeholder={t('console.views.name')}
            maxLength={40}
            value={label}
            onChange={(event) => setLabel(event.target.value)}
          />
          <DeskButton type="submit" look="primary">
            {t('console.views.save')}
          </DeskButton>
        </form>
      </div>
    </details>
  )
}
