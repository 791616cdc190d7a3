import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { paths } from '#client/paths.ts'
import { refresh, useRead } from '#client/reads.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useT } from '#client/texts.ts'
import { ICON } from '#ui/icon.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { NavAction, NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { getMarket, listStocks } from '../contract.ts'
import { IndexStrip } from './IndexStrip.tsx'
import { Ranking } from './Ranking.tsx'
import { SectorMap } from './SectorMap.tsx'

/** As high as what comes, so that the rankings below stay where they are. */
const Waiting = () => (
  <>
    <Section flush><div className="h-31.5"><Skeleton kind="figure" rows={1} /></div></Section>
    <Section><div className="h-76"><span className="bone block h-full" /></div></Section>
  </>
)

/** The market at a glance: indices, sectors, rankings. */
export default function MarketPage(_: ScreenProps<'market'>) {
  const t = useT()
  const [sector, setSector] = useState<string | null>(null)
  const read = useRead(getMarket, {}, { quiet: true })
  const choose = (id: string) => setSector(id === sector ? null : id)
  const nav = (
    <NavigationBar title={t('market.market.title')} actions={<NavAction icon={<IconSearch {...ICON} />} label={t('market.market.search')} href={paths.search()} />} />
  )
  const again = async () => {
    refresh(listStocks)
    await read.refetch()
  }
  return (
    <Page nav={nav} onRefresh={again}>
      <Loaded read={read} skeleton={<Waiting />} title={t('market.market.cannotLoad')}>
        {(market) => (
          <>
            <IndexStrip market={market} charts />
            <SectorMap market={market} chosen={sector} onChoose={choose} />
          </>
        )}
      </Loaded>
      <Ranking key={sector ?? ''} sector={sector} onEverySector={() => setSector(null)} />
    </Page>
  )
}
