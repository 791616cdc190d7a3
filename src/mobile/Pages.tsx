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
import { Activity, Suspense, useLayoutEffect, useState } from 'react'
import { useColumns, type Columns } from '#client/columns.ts'
import { besideTab, useCompanions } from '#client/companions.ts'
import { idOfEntry, useNavigation } from '#client/navigation.ts'
import type { Entry } from '#client/navigation-state.ts'
import { lazily } from '#client/lazily.ts'
import { paths, placeOf } from '#client/paths.ts'
import type { TabName } from '#registry/pages.ts'
import { useT } from '#client/texts.ts'
import { scrollerOf } from '#ui/scroller.ts'
import { TabBar } from '#ui/TabBar.tsx'
import { PageFrame } from './PageFrame.tsx'
import { panesOf } from './panes.ts'

const RailFoot = lazily(() => import('./RailFoot.tsx'))

const TABS = [
  { id: 'home', icon: IconHome, selectedIcon: IconHomeFilled },
  { id: 'market', icon: IconAdjustments, selectedIcon: IconAdjustmentsFilled },
  { id: 'trade', icon: IconArrowsExchange, selectedIcon: IconArrowsExchange },
  { id: 'news', icon: IconNews, selectedIcon: IconNews },
  { id: 'user', icon: IconUser, selectedIcon: IconUserFilled },
] as const

const still = matchMedia('(prefers-reduced-motion: reduce)')
/** The member wants no movement. */
const isStill = (): boolean => still.matches

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
  const stays = columns > 1 || to.round !== from.round || gone?.url === paths.startup() || isStill()
  if (stays) return at(to)
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
  const panes = panesOf(stack, columns, tab, useCompanions())
  const sideUrl = panes.find(({ slot }) => slot === 'side')?.url
  const atSide = (sideUrl !== undefined && placeOf(sideUrl)?.name) || null
  const marked = columns === 1 ? [] : panes.filter(({ slot, depth }) => slot !== null || depth > 0)
  useLayoutEffect(() => besideTab.set(marked.map(({ url }) => url)))
  // Under a page on its way in or out, the one below is seen too.
  const below = motion.entering ? stack.at(-2) : undefined
  const isTabSeen = columns > 1 || stack.length === 0 || (motion.entering && stack.length === 1)
  const leaving = motion.leaving && panesOf([...stack, motion.leaving], 1).at(-1)!
  const top = stack.at(-1)
  const front = top && idOfEntry(top)
  return (
    <div className="panes bg-page" data-columns={columns}>
      <div className="pane-tabs" inert={covered}>
        <div className="relative min-h-0 min-w-0 grow">
          {shownTabs.map((name) => (
            <Activity key={`${round} ${name}`} mode={name === tab && isTabSeen ? 'visible' : 'hidden'}>
              <div className="absolute inset-0">
                <PageFrame
                  url={paths[name]()}
                  id={name}
                  depth={0}
                  beside={columns > 1 && stack.length > 0}
                  side={null}
                />
              </div>
            </Activity>
          ))}
        </div>
        <Bar selected={tab} />
      </div>
      {(leaving ? [...panes, leaving] : panes).map((pane) => {
        const { key, url, id, depth, slot } = pane
        const isBelow = below !== undefined && id === idOfEntry(below)
        const isLeaving = pane === leaving
        return (
          <Activity
            key={`${round} ${key}`}
            mode={slot !== null || isBelow || isLeaving ? 'visible' : 'hidden'}
          >
            <div
              className={`pane-page ${slot === 'side' ? 'at-side' : slot === 'main' && atSide !== null && placeOf(url)?.name === 'stock' ? 'of-issue' : ''} ${isLeaving ? 'page-out' : motion.entering && id === front ? 'page-in' : ''}`}
              inert={isLeaving || isBelow}
              onAnimationEnd={(event) => event.target === event.currentTarget && settle()}
            >
              <PageFrame
                url={url}
                id={id}
                depth={depth}
                beside={slot !== null && id !== front}
                side={slot === 'main' ? atSide : null}
              />
            </div>
          </Activity>
        )
      })}
      {columns > 1 && panes.every(({ slot }) => slot === null) && <div className="pane-page" />}
    </div>
  )
}

function Bar({ selected }: { selected: TabName }) {
  const t = useT()
  const items = TABS.map((tab) => ({ ...tab, label: t(`mobile.tab.${tab.id}`), href: paths[tab.id]() }))
  const isWide = useColumns() > 1
  return (
    <TabBar
      label={t('mobile.tab.label')}
      items={items}
      selected={selected}
      foot={
        isWide && (
          <Suspense>
            <RailFoot />
          </Suspense>
        )
      }
      onAgain={scrollUp}
    />
  )
}

/** A tap on the tab that is shown: to the top of its page. */
function scrollUp(): void {
  for (const body of document.querySelectorAll('.page-body')) {
    if (body.checkVisibility())
      scrollerOf(body)?.scrollTo({ top: 0, behavior: isStill() ? 'auto' : 'smooth' })
  }
}
