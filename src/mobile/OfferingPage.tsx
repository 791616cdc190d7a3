import {
  IconAlertTriangle, IconBulb, IconCopy, IconStack2, type TablerIcon,
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
export type OfferingName = 'blockTrade' | 'ai' | 'copy' | 'copyRecord'
type List = 'offerings' | 'applications' | 'picks' | 'products' | 'records'

/** `about`: whose sentences these are. Several lists stand as tabs. */
type Offering = { icon: TablerIcon; about: Exclude<OfferingName, 'copyRecord'> } & ({ lists: readonly List[] } | { list: List })

const OFFERINGS: Readonly<Record<OfferingName, Offering>> = {
  blockTrade: { icon: IconStack2, about: 'blockTrade', lists: ['offerings', 'applications'] },
  ai: { icon: IconBulb, about: 'ai', lists: ['picks', 'applications'] },
  copy: { icon: IconCopy, about: 'copy', lists: ['products', 'records'] },
  copyRecord: { icon: IconCopy, about: 'copy', list: 'records' },
}

/** The screen of one of them. */
export const offeringPage = (name: OfferingName): (() => ReactNode) => function Offering() {
  return <OfferingPage name={name} />
}

function OfferingPage({ name }: { name: OfferingName }) {
  const t = useT()
  const offering = OFFERINGS[name]
  const lists = 'lists' in offering ? offering.lists : null
  const [chosen, setChosen] = useState<List>(lists?.[0] ?? 'offerings')
  const body = <Nothing name={name} list={lists === null ? (offering as { list: List }).list : chosen} />
  return (
    <Page nav={<NavigationBar title={t(`mobile.page.${name}`)} />}>
      {lists === null ? body : (
        <Tabs label={t(`mobile.page.${name}`)} tabs={lists.map((id) => ({ id, label: t(`mobile.offering.tab.${id}`) }))} value={chosen} onChange={setChosen}>{body}</Tabs>
      )}
      <Notice tone="warn" icon={<IconAlertTriangle {...ICON_S} />} title={t('mobile.offering.risk')} note={t(`mobile.offering.${offering.about}.risk`)} />
    </Page>
  )
}

function Nothing({ name, list }: { name: OfferingName; list: List }) {
  const t = useT()
  const { icon: Icon, about } = OFFERINGS[name]
  const onward = name === 'copyRecord' ? { label: t('mobile.offering.toCopy'), href: paths.copy() } : { label: t('mobile.offering.toMarket'), href: paths.market() }
  return (
    <Empty
      icon={<Icon stroke={1.75} className="size-8" aria-hidden />} title={t(`mobile.offering.none.${list}`)} note={t(`mobile.offering.${about}.about`)}
      action={onward}
    />
  )
}
