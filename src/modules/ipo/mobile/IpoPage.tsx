import { useState } from 'react'
import type { ScreenProps } from '#client/screens.ts'
import { refresh } from '#client/reads.ts'
import { useT } from '#client/texts.ts'
import { paths } from '#client/paths.ts'
import { Empty } from '#ui/Empty.tsx'
import { HelpAction } from '#ui/HelpAction.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { ApplicationLog } from './ApplicationLog.tsx'
import { OfferingDetail } from './OfferingDetail.tsx'
import { OfferingList } from './OfferingList.tsx'
import { IPO_READS, useApplications } from './use-ipo.ts'

const VIEWS = ['offerings', 'applications', 'wins'] as const
type View = (typeof VIEWS)[number]
const OFFERING_ID = /^IPO-/

/**
 * IPO: offerings, the application log and the winning log; with the id of an offering, or of an application,
 * that offering.
 */
export default function IpoPage({ params: { id, view } }: ScreenProps<'ipo'>) {
  if (id === undefined) return <Lists first={VIEWS.find((one) => one === view) ?? 'offerings'} />
  return OFFERING_ID.test(id) ? (
    <OfferingDetail id={id} applies={view === 'apply'} />
  ) : (
    <OfApplication id={id} />
  )
}

function Lists({ first }: { first: View }) {
  const t = useT()
  const [view, setView] = useState<View>(first)
  const { data = [] } = useApplications()
  const counts = {
    offerings: undefined,
    applications: data.length || undefined,
    wins: data.filter(({ winningQuantity }) => winningQuantity > 0).length || undefined,
  }
  const again = async () => {
    for (const route of IPO_READS) refresh(route)
  }
  return (
    <Page
      nav={<NavigationBar title={t('ipo.title')} actions={<HelpAction article="ipo" />} />}
      onRefresh={again}
    >
      <Tabs
        label={t('ipo.title')}
        tabs={VIEWS.map((one) => ({ id: one, label: t(`ipo.tab.${one}`), count: counts[one] }))}
        value={view}
        onChange={setView}
      >
        {view === 'offerings' ? (
          <OfferingList />
        ) : (
          <ApplicationLog key={view} wins={view === 'wins'} onOfferings={() => setView('offerings')} />
        )}
      </Tabs>
    </Page>
  )
}

/** A message names the application that it tells of. */
function OfApplication({ id }: { id: string }) {
  const t = useT()
  const read = useApplications()
  const found = read.data?.find((application) => application.id === id)
  if (found !== undefined) return <OfferingDetail id={found.offeringId} applies={false} />
  return (
    <Page nav={<NavigationBar title={t('ipo.title')} actions={<HelpAction article="ipo" />} />}>
      <Loaded
        read={read}
        skeleton={
          <Section flush>
            <Skeleton kind="lines" rows={8} />
          </Section>
        }
        title={t('ipo.cannotLoad')}
      >
        {() => (
          <Empty
            title={t('ipo.rejection.APPLICATION_NOT_FOUND')}
            action={{ label: t('ipo.toOfferings'), href: paths.ipo() }}
          />
        )}
      </Loaded>
    </Page>
  )
}
