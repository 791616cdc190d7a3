import type { ScreenProps } from '#client/screens.ts'
import { useRead } from '#client/reads.ts'
import { useSession } from '#client/session.ts'
import { useT } from '#client/texts.ts'
import { getWithdrawal, listWithdrawals } from '#modules/funding/contract.ts'
import { HelpAction } from '#ui/HelpAction.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { LogLink } from './LogLink.tsx'
import { useFresh } from './use-funding.ts'
import { WithdrawalDetail } from './WithdrawalDetail.tsx'
import { WithdrawalForm } from './WithdrawalForm.tsx'

/** Money out: the request, or (with its id) what became of one. */
export default function WithdrawalPage({ params }: ScreenProps<'withdrawal'>) {
  const t = useT()
  const { userId } = useSession()
  const read = useRead(
    getWithdrawal,
    { query: { user_id: userId } },
    { enabled: userId !== '', poll: 'withdrawalTerms' },
  )
  const underWay = useRead(listWithdrawals, { query: { limit: '20' } }, { quiet: true })
  useFresh(getWithdrawal, listWithdrawals)
  const nav = (
    <NavigationBar
      title={t('funding.withdrawal.title')}
      actions={
        <>
          <HelpAction article={params.id === undefined ? 'withdrawals' : 'withdrawal-decision'} />
          <LogLink view="withdrawals" />
        </>
      }
    />
  )
  if (params.id !== undefined) return <WithdrawalDetail id={params.id} nav={nav} />
  if (read.data !== undefined)
    return (
      <WithdrawalForm
        nav={nav}
        page={read.data}
        withdrawals={underWay.data ?? []}
        onRefresh={async () => void (await read.refetch())}
      />
    )
  return (
    <Page nav={nav}>
      <Loaded read={read} skeleton={<Skeleton kind="lines" rows={10} />}>
        {() => null}
      </Loaded>
    </Page>
  )
}
