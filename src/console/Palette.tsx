import { useId, useRef, useState } from 'react'
import { useT, useText } from '#client/texts.ts'
import { go, hrefOf } from '#console/kit/address.ts'
import { isFor } from '#console/kit/pages.ts'
import { Modal } from '#ui/Modal.tsx'
import { PAGES } from './page-registry.ts'

type Entry = { id: string; kind: 'page' | 'act' | 'find'; label: string; key?: string; run: () => void }
/** Entries that are shown: more are found by another letter. */
const MOST = 12
/** Buttons that can be pressed now on the page that is open: its acts, by their own words and keys. */
const ACTS = 'main button.desk-button:not(:disabled):not([aria-pressed]):not([aria-busy])'
/** A list that is folded up: what is in it is not on the page, and says nothing by itself. */
const FOLDED = 'details:not([open])'

const wordsOf = (button: Element): string => {
  const copy = button.cloneNode(true) as Element
  for (const hidden of copy.querySelectorAll('[aria-hidden]')) hidden.remove()
  return (button.getAttribute('aria-label') ?? copy.textContent ?? '').trim()
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase()

/**
 * Ctrl-K: one field over the pages, the acts of what is open, and everything that the search finds: members
 * and cases. What is typed is looked for on the server once it is chosen, because each find is a look.
 */
export default function Palette({ roles, onClose }: { roles: readonly string[]; onClose: () => void }) {
  const t = useT()
  const text = useText()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  // The page behind it does not change while it is open.
  const [acts] = useState(() =>
    [...document.querySelectorAll<HTMLButtonElement>(ACTS)].filter((each) => each.closest(FOLDED) === null),
  )
  const list = useRef<HTMLDivElement>(null)
  const wanted = folded(typed.trim())

  const pages: Entry[] = Object.entries(PAGES)
    .filter(([, page]) => !page.hidden && isFor(page, roles))
    .map(([name, page]) => ({
      id: `page-${name}`,
      kind: 'page',
      label: text(page.title),
      run: () => go(hrefOf(name)),
    }))
  const doable: Entry[] = acts
    .map((button, index) => ({
      id: `act-${index}`,
      kind: 'act' as const,
      label: wordsOf(button),
      ...(button.ariaKeyShortcuts === null ? {} : { key: button.ariaKeyShortcuts }),
      run: () => button.click(),
    }))
    .filter(({ label }) => label !== '')
  const find: Entry[] =
    wanted === ''
      ? []
      : [
          {
            id: 'find',
            kind: 'find',
            label: t('console.palette.find', { text: typed.trim() }),
            run: () => go(hrefOf('search', [], { find: typed.trim() })),
          },
        ]
  const fits = ({ label }: Entry): boolean => folded(label).includes(wanted)
  const entries = [...[...doable, ...pages].filter(fits).slice(0, MOST), ...find]
  const chosen = Math.min(at, entries.length - 1)

  const run = (entry: Entry | undefined) => {
    if (entry === undefined) return
    onClose()
    // Behind the dialog's end, which gives the focus back.
    setTimeout(entry.run)
  }
  const move = (by: number) => {
    const next = (chosen + by + entries.length) % Math.max(entries.length, 1)
    setAt(next)
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <Modal kind="box" open onClose={onClose} label={t('console.palette.title')}>
      <div className="flex flex-col gap-2 p-3">
        <input
          type="text"
          role="combobox"
          className="desk-input w-full"
          aria-label={t('console.palette.title')}
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={entries.length === 0 ? undefined : `${id}-${entries[chosen]!.id}`}
          autoComplete="off"
          maxLength={60}
          placeholder={t('console.palette.hint')}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setAt(0)
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
            if (step !== 0) move(step)
            else if (event.key === 'Enter') run(entries[chosen])
            else return
            event.preventDefault()
          }}
        />
        <div
          ref={list}
          id={`${id}-list`}
          role="listbox"
          aria-label={t('console.palette.title')}
          className="desk-scroll max-h-96"
        >
          {entries.map((entry, index) => (
            <div
              key={entry.id}
              id={`${id}-${entry.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              className={`flex min-h-8 items-center justify-between gap-3 rounded-1 px-2 ${index === chosen ? 'bg-brand-wash text-brand' : ''}`}
              onClick={() => run(entry)}
            >
              <span>{entry.label}</span>
              <span className="text-1 text-grey-1">
                {t('console.palette.kind', { kind: entry.kind })}
                {entry.key !== undefined && <span className="desk-key ml-2">{entry.key.toUpperCase()}</span>}
              </span>
            </div>
          ))}
        </div>
      </div>
    </Modal>
  )
}
