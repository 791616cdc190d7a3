import { IconSearch, IconX } from '@tabler/icons-react'
import type { Ref } from 'react'
import { useColumns } from '#client/columns.ts'
import { isSearchKeyOff, SEARCH_KEY } from '#client/search-key.ts'
import { useT } from '#client/texts.ts'
import { ICON_S } from './icon.ts'

const LOOK = 'flex h-9 min-w-0 grow items-center gap-2 rounded-1 bg-sunk px-3 text-2 text-grey-1'

/** Looks like a search field and opens the search page; at a desk it names the key that does the same. */
export function SearchLink({ href, label }: { href: string; label: string }) {
  const isOff = isSearchKeyOff.useValue()
  const hasKey = useColumns() === 3 && !isOff
  return (
    <a
      href={href}
      className={`${LOOK} relative before:absolute before:inset-x-0 before:-inset-y-1`}
      aria-keyshortcuts={hasKey ? SEARCH_KEY : undefined}
    >
      <IconSearch {...ICON_S} />
      {/* Words first: a key that does not fit beside them goes to the next line, which is not seen. */}
      <span className="flex h-5 min-w-0 grow flex-wrap justify-between gap-x-2 [clip-path:inset(0)]">
        <span className="max-w-full truncate">{label}</span>
        {hasKey && (
          <kbd aria-hidden className="rounded-0 border border-grey-3 bg-surface px-1.5 text-1">
            {SEARCH_KEY}
          </kbd>
        )}
      </span>
    </a>
  )
}

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  onSubmit?: () => void
  /** The text whenever no input method is in the middle of a word: half-typed kana is not looked for. */
  onSettled?: (value: string) => void
  ref?: Ref<HTMLInputElement>
  autoFocus?: boolean
}

/** The search field of a navigation bar. */
export function SearchField({ label, value, onChange, onSubmit, onSettled, ref, autoFocus }: Props) {
  const t = useT()
  return (
    <form
      role="search"
      className={`${LOOK} focus-within:outline-2 focus-within:outline-brand`}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit?.()
      }}
    >
      <IconSearch {...ICON_S} />
      <input
        ref={ref}
        className="h-full min-w-0 grow bg-transparent text-2 text-ink outline-none"
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        aria-label={label}
        placeholder={label}
        maxLength={40}
        value={value}
        autoFocus={autoFocus}
        onChange={(event) => {
          onChange(event.target.value)
          if (!(event.nativeEvent as InputEvent).isComposing) onSettled?.(event.target.value)
        }}
        onCompositionEnd={(event) => onSettled?.(event.currentTarget.value)}
      />
      {value !== '' && (
        <button
          type="button"
          className="-mr-3 grid size-touch shrink-0 place-items-center"
          aria-label={t('ui.clearText')}
          onClick={() => {
            onChange('')
            onSettled?.('')
          }}
        >
          <IconX {...ICON_S} />
        </button>
      )}
    </form>
  )
}
