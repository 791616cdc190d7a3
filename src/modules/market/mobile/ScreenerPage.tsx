import { IconSearch } from '@tabler/icons-react'
import { paths } from '#client/paths.ts'
import { refresh } from '#client/reads.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useT } from '#client/texts.ts'
import { ICON } from '#ui/icon.ts'
import { NavAction, NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { screenStocks } from '../contract.ts'
import { Screener } from './Screener.tsx'

/** A screen by its address. */
export default function ScreenerPage({ params }: ScreenProps<'screener'>) {
  const t = useT()
  const nav = (
    <NavigationBar
      title={t('market.screen.title')}
      actions={
        <NavAction icon={<IconSearch {...ICON} />} label={t('market.market.search')} href={paths.search()} />
      }
    />
  )
  return (
    <Page nav={nav} onRefresh={async () => refresh(screenStocks)}>
      <Screener first={params} />
    </Page>
  )
}
