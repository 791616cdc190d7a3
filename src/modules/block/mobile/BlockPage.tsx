import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '#client/texts.ts'
import type { ScreenProps } from '#client/screens.ts'
import { ICON_S } from '#ui/icon.ts'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Page } from '#ui/Page.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { Applications } from './Applications.tsx'
import { Sales } from './Sales.tsx'
import { readAgain, useApplications } from './use-block.ts'

const VIEWS = ['sales', 'applications'] as const
type View = (typeof VIEWS)[number]

/** Block sales (立会外分売): what is sold before the next openings, and the member's applications. */
export default function BlockPage({ params }: ScreenProps<'blockTrade'>) {
  const t = useT()
  const [view, setView] = useState<View>(params.view === 'applications' ? 'applications' : 'sales')
  const { data = [] } = useApplications()
  const counts = {
    sales: undefined,
    applications: data.filter(({ status }) => status !== 'cancelled').length || undefined,
  }
  return (
    <Page nav={<NavigationBar title={t('block.title')} />} onRefresh={async () => readAgain()}>
      <Tabs
        label={t('block.title')}
        tabs={VIEWS.map((id) => ({ id, label: t(`block.tab.${id}`), count: counts[id] }))}
        value={view}
        onChange={setView}
      >
        {view === 'sales' ? (
          <Sales onApplied={() => setView('applications')} />
        ) : (
          <Applications onSales={() => setView('sales')} />
        )}
      </Tabs>
      <Notice
        tone="warn"
        icon={<IconAlertTriangle {...ICON_S} />}
        title={t('block.risk')}
        note={t('block.riskNote')}
      />
    </Page>
  )
}
