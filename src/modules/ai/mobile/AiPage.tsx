import { useState } from 'react'
import type { ScreenProps } from '#client/screens.ts'
import { refresh } from '#client/reads.ts'
import { useT } from '#client/texts.ts'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { getAi, listAiApplications, listAiDays } from '../contract.ts'
import { Applications } from './Applications.tsx'
import { PickPage } from './PickPage.tsx'
import { Picks } from './Picks.tsx'
import { RecordTab } from './RecordTab.tsx'
import { Risk } from './Risk.tsx'
import { useApplications } from './use-ai.ts'

const VIEWS = ['picks', 'applications', 'record'] as const
type View = (typeof VIEWS)[number]

/**
 * AI trading: what the model picks now, one's applications, and its record; with the id of a pick, that pick.
 */
export default function AiPage({ params: { id, view } }: ScreenProps<'ai'>) {
  if (id !== undefined) return <PickPage id={id} />
  return <Lists first={VIEWS.find((one) => one === view) ?? 'picks'} />
}

function Lists({ first }: { first: View }) {
  const t = useT()
  const [view, setView] = useState<View>(first)
  const waiting = useApplications().read.data?.filter(({ status }) => status === 'applying').length
  const again = async () => {
    for (const route of [getAi, listAiDays, listAiApplications]) refresh(route)
  }
  return (
    <Page nav={<NavigationBar title={t('ai.title')} />} onRefresh={again}>
      <Tabs
        label={t('ai.title')}
        tabs={VIEWS.map((one) => ({
          id: one,
          label: t(`ai.tab.${one}`),
          count: one === 'applications' ? waiting || undefined : undefined,
        }))}
        value={view}
        onChange={setView}
      >
        {view === 'picks' ? (
          <Picks />
        ) : view === 'applications' ? (
          <Applications onPicks={() => setView('picks')} />
        ) : (
          <RecordTab />
        )}
      </Tabs>
      {view !== 'applications' && <Risk />}
    </Page>
  )
}
