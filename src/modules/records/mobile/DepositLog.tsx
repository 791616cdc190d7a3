import { useState } from 'react'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { listDeposits, type DepositView } from '#modules/funding/contract.ts'
import type { LogStatus } from '#modules/funding/model/states.ts'
import { Empty } from '#ui/Empty.tsx'
import { InfiniteScroll } from '#ui/InfiniteScroll.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Section } from '#ui/Section.tsx'
import { MoneyRow } from './MoneyRow.tsx'
import { StatusPick } from './StatusPick.tsx'

const PAGE = 50

function DepositRow({ deposit }: { deposit: DepositView }) {
  const t = useT()
  const f = useFormat()
  return (
    <MoneyRow
      href={paths.recharge({ id: deposit.id })}
      title={t('records.log.deposits')}
      status={deposit.status}
      amount={deposit.credited ?? deposit.amount}
      note={t('records.log.reference', { reference: deposit.reference })}
      at={f.dateTime(deposit.requestedAt)}
    />
  )
}

export function DepositLog() {
  const t = useT()
  const [status, setStatus] = useState<LogStatus>()
  const [limit, setLimit] = useState(PAGE)
  const read = useRead(listDeposits, { query: { limit: String(limit), status } }, { keepPrevious: true })
  return (
    <>
      <StatusPick value={status} onChange={setStatus} nameOf={(each) => t(`records.status.${each}`)} />
      <Section flush>
        <Loaded read={read} skeleton="lines">
          {(deposits) =>
            deposits.length === 0 ? (
              status === undefined ? (
                <Empty
                  title={t('records.log.noDeposits')}
                  note={t('records.log.noDepositsNote')}
                  action={{ label: t('records.log.deposit'), href: paths.recharge() }}
                />
              ) : (
                <Empty title={t('records.log.none')} />
              )
            ) : (
              <>
                {deposits.map((deposit) => (
                  <DepositRow key={deposit.id} deposit={deposit} />
                ))}
                <InfiniteScroll
                  hasMore={deposits.length === limit && limit < 200}
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
