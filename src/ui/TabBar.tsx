import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ICON } from './icon.ts'
import { Logo } from './Logo.tsx'

export type TabItem = { id: string; label: string; href: string; icon: Icon; selectedIcon: Icon }

/**
 * Specification, chapter 2: 50 px, icons 24, labels 10; black, and light blue where one is. A rail at the
 * left on wide screens, with the logo at its head and what it is given at its foot.
 */
export function TabBar({
  label,
  items,
  selected,
  foot,
  onAgain,
}: {
  label: string
  items: readonly TabItem[]
  selected: string
  foot: ReactNode
  onAgain: () => void
}) {
  return (
    <nav aria-label={label} className="tab-bar flex shrink-0 border-t border-grey-3 bg-surface pb-safe-b">
      <span className="rail-only h-row shrink-0 place-items-center">
        <Logo />
      </span>
      {items.map((item) => {
        const here = item.id === selected
        const Picture = here ? item.selectedIcon : item.icon
        return (
          <a
            key={item.id}
            href={item.href}
            aria-current={here ? 'page' : undefined}
            className={`flex h-tab min-w-0 flex-1 flex-col items-center justify-center gap-0.5 ${here ? 'font-strong text-brand' : 'text-tab-idle'}`}
            onClick={(event) => {
              if (!here) return
              event.preventDefault()
              onAgain()
            }}
          >
            <span className={here ? 'text-brand-bright' : ''}>
              <Picture {...ICON} />
            </span>
            <span className="text-tab whitespace-nowrap">{item.label}</span>
          </a>
        )
      })}
      {foot}
    </nav>
  )
}
