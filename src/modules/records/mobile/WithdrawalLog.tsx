import { useState } from 'react'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { listWithdrawals, type WithdrawalView } from '#modules/funding/contract.ts'
import type { LogStatus } from '#modules/funding/model/states.ts'
import { Empty } from '#ui/Empty.tsx'
import { InfiniteScroll } from '#ui/InfiniteScroll.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Section } from '#ui/Section.tsx'
import { MoneyRow } from './MoneyRow.tsx'
import { StatusPick } from './StatusPick.tsx'

const PAGE = 50

function WithdrawalRow({ withdrawal }: { withdrawal: WithdrawalView }) {
  const t = useT()
  const f = useFormat()
  return (
    <MoneyRow
      href={paths.withdrawal({ id: withdrawal.id })}
      title={t('records.log.withdrawals')}
      status={withdrawal.status}
      amount={0 - withdrawal.amount}
      note={withdrawal.account}
      at={f.dateTime(withdrawal.requestedAt)}
    />
  )
}

export function WithdrawalLog() {
  const t = useT()
  const [status, setStatus] = useState<LogStatus>()
  const [limit, setLimit] = useState(PAGE)
  const read = useRead(listWithdrawals, { query: { limit: String(limit), status } }, { keepPrevious: true })
  return (
    <>
      <StatusPick value={status} onChange={setStatus} nameOf={(each) => t(`records.status.${each}`)} />
      <Section flush>
        <Loaded read={read} skeleton="lines">
          {(withdrawals) =>
            withdrawals.length === 0 ? (
              status === undefined ? (
                <Empty
                  title={t('records.log.noWithdrawals')}
                  note={t('records.log.noWithdrawalsNote')}
                  action={{ label: t('records.log.withdraw'), href: paths.withdrawal() }}
                />
              ) : (
                <Empty title={t('records.log.none')} />
              )
            ) : (
              <>
                {withdrawals.map((withdrawal) => (
                  <WithdrawalRow key={withdrawal.id} withdrawal={withdrawal} />
                ))}
                <InfiniteScroll
                  hasMore={withdrawals.length === limit && limit < 200}
                  loading={read.isFetching}
                  onMore={() => setLimit(limit + PAGE)}
                />
              </>
            )
          }
        </Loaded>
      </Section>
    </>
  )
}
