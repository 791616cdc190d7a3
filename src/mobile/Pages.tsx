import {
  IconAdjustments,
  IconAdjustmentsFilled,
  IconHome,
  IconHomeFilled,
  IconNews,
  IconArrowsExchange,
  IconUser,
  IconUserFilled,
} from '@tabler/icons-react'
import { Activity, useState } from 'react'
import { idOfEntry, useNavigation } from '#client/navigation.ts'
import type { Entry } from '#client/navigation-state.ts'
import { paths } from '#client/paths.ts'
import type { TabName } from '#registry/pages.ts'
import { useT } from '#client/texts.ts'
import { Logo } from '#ui/Logo.tsx'
import { scrollerOf } from '#ui/scroller.ts'
import { TabBar } from '#ui/TabBar.tsx'
import { isStill, useColumns, type Columns } from './columns.ts'
import { PageFrame } from './PageFrame.tsx'

const TABS = [
  { id: 'home', icon: IconHome, selectedIcon: IconHomeFilled },
  { id: 'market', icon: IconAdjustments, selectedIcon: IconAdjustmentsFilled },
  { id: 'trade', icon: IconArrowsExchange, selectedIcon: IconArrowsExchange },
  { id: 'news', icon: IconNews, selectedIcon: IconNews },
  { id: 'user', icon: IconUser, selectedIcon: IconUserFilled },
] as const

type Motion = { stack: readonly Entry[]; round: number; entering: boolean; leaving: Entry | null }
const at = ({ stack, round }: Pick<Motion, 'stack' | 'round'>): Motion => ({
  stack,
  round,
  entering: false,
  leaving: null,
})

/**
 * The page that moves: one that came slides in over the page below, one that went slides out. Startup,
 * relaunches and wide screens do not move.
 */
function moved(from: Motion, to: Pick<Motion, 'stack' | 'round'>, columns: Columns): Motion {
  const gone = from.stack.at(-1)
  const still = columns > 1 || to.round !== from.round || gone?.url === paths.startup() || isStill()
  if (still) return at(to)
  return {
    ...at(to),
    entering: to.stack.length > from.stack.length,
    leaving: to.stack.length < from.stack.length ? (gone ?? null) : null,
  }
}

/**
 * Tabs are kept alive in one list, pages lie above them, or beside them where there is room; what is covered
 * keeps its state and stops its effects.
 */
export function Pages() {
  const { tab, visited, stack, round } = useNavigation()
  const module = useColumns()
  const columns = stack.at(-1)?.url === paths.startup() ? 1 : module
  const [motion, setMotion] = useState<Motion>(at({ stack, round }))
  if (motion.stack !== stack) setMotion(moved(motion, { stack, round }, columns))
  const settle = () => setMotion(at({ stack, round }))

  const covered = columns === 1 && stack.length > 0
  const shownTabs = columns > 1 && !visited.includes(tab) ? [...visited, tab] : visited
  // Three columns show two pages, the upper at the side. Under a page on its way in, the one below stays to
  // be seen.
  const lowest = stack.length - (columns === 3 || motion.entering ? 2 : 1)
  const layers = motion.leaving ? [...stack, motion.leaving] : stack
  return (
    <div className="panes bg-page" data-columns={columns}>
      <div className="pane-tabs" inert={covered}>
        <div className="relative min-h-0 min-w-0 grow">
          {shownTabs.map((name) => (
            <Activity
              key={`${round} ${name}`}
              mode={name === tab && (columns > 1 || lowest < 0) ? 'visible' : 'hidden'}
            >
              <div className="absolute inset-0">
                <PageFrame url={paths[name]()} id={name} depth={0} beside={columns > 1 && stack.length > 0} />
              </div>
            </Activity>
          ))}
        </div>
        <Bar selected={tab} />
      </div>
      {layers.map((entry, index) => (
        <Activity key={`${round} ${entry.at} ${entry.url}`} mode={index >= lowest ? 'visible' : 'hidden'}>
          <div
            className={`pane-page ${index < stack.length - 1 || columns === 1 || stack.length === 1 ? '' : 'at-side'} ${entry === motion.leaving ? 'page-out' : motion.entering && index === stack.length - 1 ? 'page-in' : ''}`}
            inert={entry === motion.leaving || (columns < 3 && index < stack.length - 1)}
            onAnimationEnd={(event) => event.target === event.currentTarget && settle()}
          >
            <PageFrame
              url={entry.url}
              id={idOfEntry(entry)}
              depth={index + 1}
              beside={columns === 3 && index < stack.length - 1}
            />
          </div>
        </Activity>
      ))}
      {columns > 1 && stack.length === 0 && <Beside />}
    </div>
  )
}

/** The empty place beside a tab on a wide screen. */
function Beside() {
  const t = useT()
  return (
    <aside className="pane-page grid place-content-center justify-items-center gap-3 text-2 text-grey-1">
      <Logo size="m" />
      <p>{t('mobile.beside')}</p>
    </aside>
  )
}

function Bar({ selected }: { selected: TabName }) {
  const t = useT()
  const items = TABS.map((tab) => ({ ...tab, label: t(`mobile.tab.${tab.id}`), href: paths[tab.id]() }))
  return <TabBar label={t('mobile.tab.label')} items={items} selected={selected} onAgain={scrollUp} />
}

/** A tap on the tab that is shown: to the top of its page. */
function scrollUp(): void {
  for (const body of document.querySelectorAll('.page-body')) {
    if (body.checkVisibility())
      scrollerOf(body)?.scrollTo({ top: 0, behavior: isStill() ? 'auto' : 'smooth' })
  }
}
