import { useT } from '#client/texts.ts'
import { setQuery, useAddress } from '#console/kit/address.ts'
import { DeskButton } from '#console/kit/Control.tsx'

/** Pages by key, in the address: the first one, and the one after `next`. `by`: the name of the key. */
export function Pager({ by, next }: { by: 'after' | 'before' | 'place'; next: string | null | undefined }) {
  const t = useT()
  const { query } = useAddress()
  if (query[by] === undefined && !next) return null
  return (
    <div className="flex gap-2">
      {query[by] !== undefined && (
        <DeskButton look="plain" onPress={() => setQuery({ [by]: null, at: null })}>
          {t('audit.console.page.first')}
        </DeskButton>
      )}
      {next && (
        <DeskButton look="plain" onPress={() => setQuery({ [by]: next, at: null })}>
          {t('audit.console.page.next')}
        </DeskButton>
      )}
    </div>
  )
}
