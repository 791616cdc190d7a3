import { useFormat, useT } from '#client/texts.ts'
import { setQuery, useAddress } from '#console/kit/address.ts'
import { DeskButton } from '#console/kit/Control.tsx'

export type View = { id: string; label: string; count?: number | undefined }

/**
 * The part of a queue that is shown: each is read by itself, so that none of them is ever too long. The first
 * one where the address says none.
 */
export function Views({ views }: { views: readonly [View, ...View[]] }) {
  const t = useT()
  const f = useFormat()
  const shown = useView(views)
  return (
    <div
      role="group"
      aria-label={t('funding.console.views')}
      className="flex flex-wrap gap-1 border-b border-grey-3 px-4 py-2"
    >
      {views.map(({ id, label, count }) => (
        <DeskButton
          key={id}
          pressed={shown === id}
          onPress={() => setQuery({ view: id === views[0].id ? null : id, at: null, place: null })}
        >
          {label}
          {count !== undefined && <span className="font-regular">{f.quantity(count)}</span>}
        </DeskButton>
      ))}
    </div>
  )
}

export function useView<const Id extends string>(views: readonly [{ id: Id }, ...{ id: Id }[]]): Id {
  const { query } = useAddress()
  return views.find(({ id }) => id === query.view)?.id ?? views[0].id
}
