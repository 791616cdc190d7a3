import { IconClipboardList, IconReceipt } from '@tabler/icons-react'
import { useState } from 'react'
import type { ScreenProps } from '#client/screens.ts'
import { paths } from '#client/paths.ts'
import { refresh, useRead } from '#client/reads.ts'
import { useSession } from '#client/session.ts'
import { useT } from '#client/texts.ts'
import { useTopic } from '#client/topics.ts'
import { listOrders } from '#modules/orders/contract.ts'
import { useIssueBeside } from '#modules/market/mobile/public.ts'
import { listLots, memberTopic } from '#modules/portfolio/contract.ts'
import { isOwing, OwingNotice, useAccount } from '#modules/portfolio/mobile/public.ts'
import { largest } from '#modules/portfolio/model/largest.ts'
import { HelpAction } from '#ui/HelpAction.tsx'
import { LoginInvitation } from '#ui/LoginInvitation.tsx'
import { ICON } from '#ui/icon.ts'
import { NavAction, NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { AccountRest, AccountSummary } from './AccountSummary.tsx'
import { ClosedList } from './ClosedList.tsx'
import { ConditionalList } from './ConditionalList.tsx'
import { HoldingList } from './HoldingList.tsx'
import { PendingList } from './PendingList.tsx'

function Guest() {
  const t = useT()
  useIssueBeside(null)
  return (
    <Section flush>
      <LoginInvitation why={t('orders.trade.guestTitle')} note={t('orders.trade.guestNote')} />
    </Section>
  )
}

/**
 * All of it at once: how high the account stands is known when it is here, and what lies below must not be
 * pushed away.
 */
const Waiting = () => (
  <>
    <AccountSummary account={null} />
    <Section flush>
      <Skeleton kind="stock" rows={3} />
    </Section>
  </>
)

type View = 'holdings' | 'pending' | 'conditional' | 'closed'

function Member() {
  const t = useT()
  const [view, setView] = useState<View>('holdings')
  const held = useAccount()
  const { account, lots, isKnown, error } = held
  const pending = useRead(listOrders, { query: { status: 'pending' } })
  useTopic(
    memberTopic,
    {},
    (event) => {
      if (event.type === 'order') refresh(listOrders)
    },
    { onReset: () => refresh(listOrders) },
  )

  useIssueBeside(isKnown && pending.data ? (largest(lots) ?? pending.data[0]?.code ?? null) : undefined)

  if (account === null && error === null) return <Waiting />
  return (
    <>
      {account !== null && isOwing(account) && <OwingNotice account={account} />}
      {account !== null && <AccountSummary account={account} />}
      <Section flush>
        <Tabs
          label={t('orders.trade.title')}
          value={view}
          onChange={setView}
          tabs={[
            {
              id: 'holdings',
              label: t('orders.trade.holdings'),
              ...(isKnown ? { count: new Set(lots.map(({ code }) => code)).size } : {}),
            },
            {
              id: 'pending',
              label: t('orders.trade.pending'),
              ...(pending.data ? { count: pending.data.length } : {}),
            },
            { id: 'conditional', label: t('orders.trade.conditional') },
            { id: 'closed', label: t('orders.trade.closed') },
          ]}
        >
          {view === 'holdings' && <HoldingList held={held} />}
          {view === 'pending' && <PendingList read={pending} />}
          {view === 'conditional' && <ConditionalList pending={pending} lots={lots} />}
          {view === 'closed' && <ClosedList />}
        </Tabs>
      </Section>
      {/* Below a list of any length: it comes with the list, so that nothing moves. */}
      {account !== null && (isKnown || error !== null) && <AccountRest account={account} />}
    </>
  )
}

export default function TradePage(_: ScreenProps<'trade'>) {
  const t = useT()
  const { isLogin } = useSession()
  const { refetch } = useAccount()
  return (
    <Page
      nav={
        <NavigationBar
          title={t('orders.trade.title')}
          actions={
            isLogin && (
              <>
                <HelpAction article="trade" />
                <NavAction
                  icon={<IconClipboardList {...ICON} />}
                  label={t('orders.trade.history')}
                  href={paths.orders()}
                />
                <NavAction
                  icon={<IconReceipt {...ICON} />}
                  label={t('orders.trade.log')}
                  href={paths.accountLog()}
                />
              </>
            )
          }
        />
      }
      onRefresh={
        isLogin
          ? async () => {
              refresh(listOrders)
              refresh(listLots)
              await refetch()
            }
          : undefined
      }
    >
      {isLogin ? <Member /> : <Guest />}
    </Page>
  )
}
