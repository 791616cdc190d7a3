import { useState } from 'react'
import type { ScreenProps } from '#client/screens.ts'
import { refresh } from '#client/reads.ts'
import { useSession } from '#client/session.ts'
import { useT } from '#client/texts.ts'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section } from '#ui/Section.tsx'
import { Segment } from '#ui/Segment.tsx'
import { listOfferings } from '#modules/ipo/contract.ts'
import { listActions, listDividends, listResults } from '../contract.ts'
import { Calendar } from './Calendar.tsx'
import { MyDividends } from './MyDividends.tsx'

const VIEWS = ['calendar', 'mine'] as const

/** The market's calendar by month, and the member's own dividends. */
export default function DividendsPage({ params }: ScreenProps<'dividends'>) {
  const t = useT()
  const { isLogin } = useSession()
  const [view, setView] = useState<(typeof VIEWS)[number]>(params.view === 'mine' ? 'mine' : 'calendar')
  const shown = isLogin ? view : 'calendar'
  return (
    <Page
      nav={<NavigationBar title={t('corporate-actions.title')} />}
      onRefresh={async () => {
        for (const route of [listActions, listDividends, listResults, listOfferings]) refresh(route)
      }}
    >
      {isLogin && (
        <Section>
          <Segment
            label={t('corporate-actions.title')}
            options={VIEWS.map((value) => ({ value, label: t(`corporate-actions.view.${value}`) }))}
            value={shown}
            onChange={setView}
          />
        </Section>
      )}
      {shown === 'mine' ? <MyDividends /> : <Calendar />}
    </Page>
  )
}
