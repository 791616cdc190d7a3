import { useId, type ReactNode } from 'react'
import { useChosenInView } from './chosen-in-view.ts'
import { movedIndex } from './press.ts'

type Props<Id extends string> = {
  label: string
  tabs: readonly { id: Id; label: ReactNode; count?: number | undefined }[]
  value: Id
  onChange: (id: Id) => void
  /** Buttons at the right of the tabs, which stay there while these scroll. */
  end?: ReactNode
  /** The panel of the chosen tab. */
  children?: ReactNode
}

/**
 * Underlined tabs that scroll sideways where they do not fit; left and right arrow move. The children are the
 * chosen tab's panel.
 */
export function Tabs<Id extends string>({ label, tabs, value, onChange, end, children }: Props<Id>) {
  const group = useId()
  const list = useChosenInView<HTMLDivElement>('[aria-selected=true]')
  const choose = (index: number) => {
    const tab = tabs[index]
    if (tab === undefined) return
    onChange(tab.id)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus()
  }
  return (
    <>
      <div className="relative flex bg-surface after:absolute after:inset-x-0 after:bottom-0 after:border-b after:border-grey-3">
        <div
          ref={list}
          role="tablist"
          aria-label={label}
          className="scroller relative z-1 flex min-w-0 grow gap-5 overflow-x-auto px-gutter"
        >
          {tabs.map((tab, index) => {
            const chosen = tab.id === value
            return (
              <button
                key={tab.id}
                type="button"
                role="tab"
                id={`${group}-${tab.id}`}
                aria-selected={chosen}
                aria-controls={chosen && children ? `${group}-panel` : undefined}
                tabIndex={chosen ? 0 : -1}
                onClick={() => onChange(tab.id)}
                onKeyDown={(event) => {
                  const moved = movedIndex(event, index, tabs.length)
                  if (moved === null) return
                  event.preventDefault()
                  choose(moved)
                }}
                // Half of the gap on each side is its own: a short word is as wide as a finger.
                className="-mx-2.5 shrink-0 px-2.5"
              >
                <span
                  className={`flex min-h-touch items-center border-b-2 text-2 whitespace-nowrap ${chosen ? 'border-brand-bright font-strong text-ink' : 'border-transparent text-grey-1'}`}
                >
                  {tab.label}
                  {tab.count !== undefined && ` ${tab.count}`}
                </span>
              </button>
            )
          })}
        </div>
        {end}
      </div>
      {children && (
        <div role="tabpanel" id={`${group}-panel`} aria-labelledby={`${group}-${value}`}>
          {children}
        </div>
      )}
    </>
  )
}
