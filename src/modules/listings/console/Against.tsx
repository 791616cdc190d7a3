import type { ReactNode } from 'react'
import { useT } from '#client/texts.ts'
import { setQuery } from '#console/kit/address.ts'
import { PaneSection } from '#console/kit/Pane.tsx'

/**
 * Chooses the earlier listing that terms are held against, and shows how they differ; nothing where there is
 * none.
 */
export function Against<Earlier extends { id: string }>({
  earlier,
  other,
  children,
}: {
  earlier: readonly Earlier[]
  other: Earlier | undefined
  children: (other: Earlier) => ReactNode
}) {
  const t = useT()
  if (earlier.length === 0) return null
  return (
    <PaneSection title={t('listings.console.diff')}>
      <select
        aria-label={t('listings.console.diff')}
        className="desk-input w-full"
        value={other?.id ?? ''}
        onChange={(event) => setQuery({ against: event.target.value })}
      >
        <option value="">—</option>
        {earlier.map((one) => (
          <option key={one.id} value={one.id}>
            {one.id}
          </option>
        ))}
      </select>
      {other !== undefined && children(other)}
    </PaneSection>
  )
}
