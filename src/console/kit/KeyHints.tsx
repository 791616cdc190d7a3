import { useT } from '#client/texts.ts'
import type { PowerName } from '#registry/powers.ts'
import { useMe } from './act.ts'

/** `power`: the key is shown to those who have it. */
export type Hint = { key: string; label: string; power?: PowerName }

/** The keys of a page, at its foot; `all`: those of the whole console too. */
export function KeyHints({ hints, all = false }: { hints: readonly Hint[]; all?: boolean }) {
  const t = useT()
  const me = useMe()
  const usual: Hint[] = [
    { key: 'J / K', label: t('console.key.move') },
    { key: 'Enter', label: t('console.key.open') },
    ...hints.filter(({ power }) => power === undefined || me?.powers.includes(power)),
    { key: '/', label: t('console.key.search') },
  ]
  const rest: Hint[] = all
    ? [
        { key: 'Esc', label: t('console.key.close') },
        { key: 'G', label: t('console.key.pages') },
      ]
    : []
  return (
    <footer className="flex flex-wrap items-center gap-4 border-t border-grey-3 px-4 py-1 text-1 text-grey-1">
      {[...usual, ...rest, { key: '?', label: t('console.key.all') }].map(({ key, label }) => (
        <span key={key} className="flex items-center gap-1">
          <kbd className="desk-key font-sans">{key}</kbd>
          {label}
        </span>
      ))}
    </footer>
  )
}
