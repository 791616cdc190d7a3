import { IconFilterSearch, IconSearch } from '@tabler/icons-react'
import { Suspense, useState, type ReactNode } from 'react'
import { useColumns } from '#client/columns.ts'
import { lazily } from '#client/lazily.ts'
import { paths } from '#client/paths.ts'
import { refresh, useRead } from '#client/reads.ts'
import { useT } from '#client/texts.ts'
import { getWatchlists } from '#modules/watchlists/contract.ts'
import { ICON } from '#ui/icon.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { NavAction, NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { SearchLink } from '#ui/SearchField.tsx'
import { Section } from '#ui/Section.tsx'
import { SimulatedBadge } from '#ui/SimulatedBadge.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { getMarket, listStocks, screenStocks } from '../contract.ts'
import { DeskList } from './DeskList.tsx'
import { Favourites } from './Favourites.tsx'
import { IndexStrip } from './IndexStrip.tsx'
import { Ranking } from './Ranking.tsx'
import type { ScreenText } from './screen-form.ts'
import { SectorMap } from './SectorMap.tsx'

const Screener = lazily<{ first: ScreenText }>(() =>
  import('./Screener.tsx').then(({ Screener: component }) => ({ default: component })),
)
const VIEWS = ['overview', 'favourites', 'ranking', 'screener', 'ipo'] as const
/** On a desk the list that an issue stands beside comes first. */
const DESK_VIEWS = ['ranking', 'favourites', 'overview', 'screener', 'ipo'] as const
type View = (typeof VIEWS)[number]

/**
 * The market: at a glance, the member's lists, rankings, the screener, and new listings, which a module above
 * brings. `held`: codes of what the member holds.
 */
export function MarketPage({ ipo, held }: { ipo: ReactNode; held: readonly string[] }) {
  const t = useT()
  const isDesk = useColumns() === 3
  const [chosen, setView] = useState<View | null>(null)
  const view = chosen ?? (isDesk ? 'ranking' : 'overview')
  const views = isDesk ? DESK_VIEWS : VIEWS
  const nav = (
    <NavigationBar
      title={t('market.market.title')}
      actions={
        !isDesk && (
          <>
            <NavAction
              icon={<IconSearch {...ICON} />}
              label={t('market.market.search')}
              href={paths.search()}
            />
            <NavAction
              icon={<IconFilterSearch {...ICON} />}
              label={t('market.screen.title')}
              href={paths.screener()}
            />
          </>
        )
      }
    >
      {isDesk && (
        <>
          <span className="shrink-0 text-3 font-strong" aria-hidden>
            {t('market.market.title')}
          </span>
          <SimulatedBadge />
          <SearchLink href={paths.search()} label={t('market.market.search')} />
        </>
      )}
    </NavigationBar>
  )
  const again = async () => {
    for (const route of [getMarket, listStocks, screenStocks, getWatchlists]) refresh(route)
  }
  return (
    <Page nav={nav} onRefresh={again}>
      <Tabs
        label={t('market.market.views')}
        tabs={views.map((id) => ({ id, label: t(`market.view.${id}`) }))}
        value={view}
        onChange={setView}
      >
        {view === 'overview' ? (
          <Overview />
        ) : view === 'favourites' ? (
          <Favourites />
        ) : view === 'ranking' && isDesk ? (
          <DeskList held={held} />
        ) : view === 'ranking' ? (
          <Ranking sector={null} onEverySector={() => {}} />
        ) : view === 'ipo' ? (
          ipo
        ) : (
          <Suspense
            fallback={
              <Section flush>
                <Skeleton kind="stock" rows={8} />
              </Section>
            }
          >
            <Screener first={{}} />
          </Suspense>
        )}
      </Tabs>
    </Page>
  )
}

/** Placeholder as high as what comes, so that the ranking below stays where it is. */
const Waiting = () => (
  <>
    <Section flush>
      <div className="h-31.5">
        <Skeleton kind="figure" rows={1} />
      </div>
    </Section>
    <Section>
      <div className="h-76">
        <span className="bone block h-full" />
      </div>
    </Section>
  </>
)

/** Indices, sectors, and the ranking of all stocks or of the sector that is pressed. */
function Overview() {
  const t = useT()
  const [sector, setSector] = useState<string | null>(null)
  const read = useRead(getMarket, {}, { quiet: true })
  const choose = (id: string) => setSector(id === sector ? null : id)
  return (
    <>
      <Loaded read={read} skeleton={<Waiting />} title={t('market.market.cannotLoad')}>
        {(market) => (
          <>
            <IndexStrip market={market} charts />
            <SectorMap market={market} chosen={sector} onChoose={choose} />
          </>
        )}
      </Loaded>
      <Ranking key={sector ?? ''} sector={sector} onEverySector={() => setSector(null)} />
    </>
  )
}
