import {
  IconAlertTriangle, IconStack2, type TablerIcon,
} from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { paths } from '#client/paths.ts'
import { useT } from '#client/texts.ts'
import { Empty } from '#ui/Empty.tsx'
import { ICON_S } from '#ui/icon.ts'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Page } from '#ui/Page.tsx'
import { Tabs } from '#ui/Tabs.tsx'

/** The pages of what the house will offer, in their true state: nothing is on offer, so nothing was applied for. */
export type OfferingName = 'blockTrade'
type List = 'offerings' | 'applications'

type Offering = { icon: TablerIcon; lists: readonly [List, ...List[]] }

const OFFERINGS: Readonly<Record<OfferingName, Offering>> = {
  blockTrade: { icon: IconStack2, lists: ['offerings', 'applications'] },
}

/** The screen of one of them. */
export const offeringPage = (name: OfferingName): (() => ReactNode) => function Offering() {
  return <OfferingPage name={name} />
}

function OfferingPage({ name }: { name: OfferingName }) {
  const t = useT()
  const { lists } = OFFERINGS[name]
  const [chosen, setChosen] = useState<List>(lists[0])
  return (
    <Page nav={<NavigationBar title={t(`mobile.page.${name}`)} />}>
      <Tabs label={t(`mobile.page.${name}`)} tabs={lists.map((id) => ({ id, label: t(`mobile.offering.tab.${id}`) }))} value={chosen} onChange={setChosen}><Nothing name={name} list={chosen} /></Tabs>
      <Notice tone="warn" icon={<IconAlertTriangle {...ICON_S} />} title={t('mobile.offering.risk')} note={t(`mobile.offering.${name}.risk`)} />
    </Page>
  )
}

function Nothing({ name, list }: { name: OfferingName; list: List }) {
  const t = useT()
  const { icon: Icon } = OFFERINGS[name]
  return (
    <Empty
      icon={<Icon stroke={1.75} className="size-8" aria-hidden />} title={t(`mobile.offering.none.${list}`)} note={t(`mobile.offering.${name}.about`)}
      action={{ label: t('mobile.offering.toMarket'), href: paths.market() }}
    />
  )
}
