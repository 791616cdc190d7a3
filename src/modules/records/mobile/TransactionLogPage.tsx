import { useState } from 'react'
import type { ScreenProps } from '#client/screens.ts'
import { refresh } from '#client/reads.ts'
import { useT } from '#client/texts.ts'
import { listDeposits, listWithdrawals } from '#modules/funding/contract.ts'
import { listOrders } from '#modules/orders/contract.ts'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { DepositLog } from './DepositLog.tsx'
import { OrderLog } from './OrderLog.tsx'
import { TableAction } from './TableAction.tsx'
import { WithdrawalLog } from './WithdrawalLog.tsx'

const VIEWS = ['orders', 'deposits', 'withdrawals'] as const

/** The specification's transaction log: three tabs, each by pending, approved, denied. */
export default function TransactionLogPage({ params }: ScreenProps<'transactionLog'>) {
  const t = useT()
  const [view, setView] = useState<(typeof VIEWS)[number]>(
    VIEWS.find((each) => each === params.view) ?? 'orders',
  )
  return (
    <Page
      nav={
        <NavigationBar
          title={t('records.log.title')}
          actions={<TableAction key={view} table={view} days={{}} />}
        />
      }
      onRefresh={async () => {
        for (const route of [listOrders, listDeposits, listWithdrawals]) refresh(route)
      }}
    >
      <Tabs
        label={t('records.log.title')}
        tabs={VIEWS.map((id) => ({ id, label: t(`records.log.${id}`) }))}
        value={view}
        onChange={setView}
      >
        {view === 'orders' && <OrderLog />}
        {view === 'deposits' && <DepositLog />}
        {view === 'withdrawals' && <WithdrawalLog />}
      </Tabs>
    </Page>
  )
}
