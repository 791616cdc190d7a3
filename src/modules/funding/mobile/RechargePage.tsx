import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useSession } from '#client/session.ts'
import { useT } from '#client/texts.ts'
import { getUserInfo } from '#modules/identity/contract.ts'
import { useUserInfo } from '#modules/identity/mobile/public.ts'
import { Empty } from '#ui/Empty.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DepositForm } from './DepositForm.tsx'
import { DepositPage } from './DepositPage.tsx'
import { LogLink } from './LogLink.tsx'

/** Money in: the announcement, then (with its id) the page that says where to pay and what became of it. */
export default function RechargePage({ params }: ScreenProps<'recharge'>) {
  const t = useT()
  const info = useUserInfo()
  const { userId } = useSession()
  const read = useRead(getUserInfo, { query: { user_id: userId } })
  const nav = <NavigationBar title={t('funding.deposit.title')} actions={<LogLink view="deposits" />} />
  if (params.id !== undefined) return <DepositPage id={params.id} nav={nav} />
  if (info === null)
    return (
      <Page nav={nav}>
        <Loaded read={read} skeleton={<Skeleton kind="lines" rows={6} />}>
          {() => null}
        </Loaded>
      </Page>
    )
  if (!info.verified) {
    return (
      <Page nav={nav}>
        <Empty
          title={t('funding.deposit.closed')}
          note={t('funding.deposit.closedNote')}
          action={{ label: t('funding.accounts.verify'), href: paths.realName() }}
        />
      </Page>
    )
  }
  return <DepositForm nav={nav} />
}
