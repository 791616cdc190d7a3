import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useT } from '#client/texts.ts'
import { Button } from '#ui/Button.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Page } from '#ui/Page.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { getIdentity, type IdentityView } from '../contract.ts'
import { FactsForm } from './FactsForm.tsx'
import { IdentityActs } from './IdentityActs.tsx'
import { IdentityWizard } from './IdentityWizard.tsx'
import { Promises } from './Promises.tsx'
import { SimulatedNotice } from './SimulatedNotice.tsx'
import { useStandingAnew } from './standing.ts'
import { StatusSection } from './StatusSection.tsx'

/** Real-name verification: what was sent, where it stands, and what is still to do. */
export default function RealNamePage(_: ScreenProps<'realName'>) {
  const t = useT()
  const read = useRead(getIdentity, {})
  useStandingAnew()

  if (
    read.data?.methods.length !== 0 &&
    read.data !== undefined &&
    (read.data.status === 'none' || read.data.status === 'rejected')
  ) {
    // Anew with every decision: the wizard begins at what was rejected.
    return <IdentityWizard key={`${read.data.status} ${read.data.decidedAt ?? ''}`} identity={read.data} />
  }
  return (
    <Page
      nav={<NavigationBar title={t('members.identity.title')} />}
      onRefresh={async () => void (await read.refetch())}
    >
      <Loaded read={read} skeleton={<Skeleton kind="lines" rows={8} />}>
        {(identity) => <Decided identity={identity} />}
      </Loaded>
    </Page>
  )
}

function Decided({ identity }: { identity: IdentityView }) {
  const t = useT()
  const isOpen = identity.status === 'none' || identity.status === 'rejected'
  if (isOpen) return <Notice tone="warn" title={t('members.identity.closed')} />
  return (
    <>
      <SimulatedNotice samples={identity.samples} />
      {identity.status === 'passed' && identity.facts === null && <FactsForm identity={identity} />}
      <StatusSection identity={identity} />
      {identity.status === 'passed' && identity.facts !== null && <FactsForm identity={identity} />}
      {identity.status === 'passed' && (
        <Section>
          <div className="flex">
            <Button href={paths.level()}>{t('members.identity.passed.level')}</Button>
          </div>
        </Section>
      )}
      <IdentityActs identity={identity} />
      <Promises />
    </>
  )
}
