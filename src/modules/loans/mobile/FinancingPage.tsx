import type { ScreenProps } from '#client/screens.ts'
import { useSession } from '#client/session.ts'
import { useFormat, useT } from '#client/texts.ts'
import { LoginInvitation } from '#ui/LoginInvitation.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { ApplyPage } from './ApplyPage.tsx'
import { CreditScorePage } from './CreditScorePage.tsx'
import { LoanPage } from './LoanPage.tsx'
import { LoansPage } from './LoansPage.tsx'
import { RateTable } from './RateTable.tsx'
import { LEAST_YEN, MOST_YEN, RATES } from '../model/terms.ts'
import { Risks } from './Risks.tsx'

/**
 * Financing: the member's loans and what can be afforded; with its id one loan; the application; the credit
 * score.
 */
export default function FinancingPage({ params: { id, view } }: ScreenProps<'financing'>) {
  const { isLogin } = useSession()
  if (!isLogin) return <Guest />
  if (id !== undefined) return <LoanPage id={id} />
  if (view === 'apply') return <ApplyPage />
  return view === 'score' ? <CreditScorePage /> : <LoansPage />
}

/** The costs and risks, before anybody logs in. */
function Guest() {
  const t = useT()
  const f = useFormat()
  return (
    <Page nav={<NavigationBar title={t('loans.title')} />}>
      <LoginInvitation
        why={t('loans.guest')}
        note={t('loans.guestNote', { least: f.money(LEAST_YEN), most: f.money(MOST_YEN) })}
      />
      <RateTable rates={RATES.map(({ belowYen, ratePpm }) => ({ below: belowYen, rateBp: ratePpm / 100 }))} />
      <Risks />
    </Page>
  )
}
