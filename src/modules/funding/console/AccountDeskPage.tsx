import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { setQuery, useAddress } from '#console/kit/address.ts'
import { useNow, useSpan } from '#console/kit/age.ts'
import { Mark } from '#console/kit/Control.tsx'
import type { PageProps } from '#console/kit/pages.ts'
import { AssignedTo } from '#console/kit/Assigned.tsx'
import { usePeople } from '#console/kit/people.ts'
import { Table, type Column } from '#console/kit/Table.tsx'
import { listQueues } from '#modules/staff/operator-contract.ts'
import { listDeskAccounts, type DeskAccount } from '../operator-contract.ts'
import { AccountPane } from './AccountPane.tsx'

/**
 * Bank accounts that wait for a review, oldest first; one opened beside them. One that is decided is still
 * opened by its address.
 */
export default function AccountDeskPage({ rest: [id] }: PageProps) {
  const t = useT()
  const { wordsIfAny } = usePeople()
  const f = useFormat()
  const span = useSpan()
  const now = useNow()
  const { query } = useAddress()
  const read = useRead(listDeskAccounts, {}, { poll: 'deskCase' })
  const queue = useRead(listQueues, {}, { quiet: true, poll: 'deskCase' }).data?.find(
    ({ name }) => name === 'bank-accounts',
  )
  if (id !== undefined) return <AccountPane key={id} id={id} alone assigned={null} onDecided={() => {}} />

  const { rows, today } = read.data ?? {}
  const assignedOf = (row: DeskAccount) => queue?.items.find(({ subject }) => subject === row.id)?.assigned
  const waits = ({ addedAt }: DeskAccount): number => now - Date.parse(addedAt)
  const columns: Column<DeskAccount>[] = [
    {
      id: 'number',
      head: t('funding.console.accounts.case'),
      cell: ({ member, addedAt }) => (
        <>
          {t('funding.console.accounts.member', { number: String(member.number) })}{' '}
          <span className="text-1 text-grey-1">{f.time(addedAt)}</span>
        </>
      ),
      value: ({ member }) => member.number,
    },
    {
      id: 'bank',
      head: t('funding.console.accounts.bank'),
      cell: ({ bankName, branchName }) => `${bankName} ${branchName}`,
      value: ({ bankName, branchName }) => `${bankName} ${branchName}`,
    },
    {
      id: 'name',
      head: t('funding.console.accounts.holder'),
      cell: ({ sameName }) => <SameName same={sameName} />,
      value: ({ sameName }) => Number(sameName),
    },
    {
      id: 'usable',
      head: t('funding.console.accounts.usableFrom'),
      cell: ({ usableFrom }) => f.moment(usableFrom),
      value: ({ usableFrom }) => usableFrom,
    },
    {
      id: 'assigned',
      head: t('console.assigned.label'),
      cell: (row) => <AssignedTo person={assignedOf(row)} />,
      value: (row) => wordsIfAny(assignedOf(row)),
    },
    {
      id: 'age',
      head: t('funding.console.accounts.age'),
      align: 'end',
      cell: (row) => span(waits(row)),
      value: waits,
    },
  ]
  const next = (from: string) => {
    const at = rows?.findIndex((row) => row.id === from) ?? -1
    return rows?.[at + 1]?.id ?? rows?.find((row) => row.id !== from)?.id ?? null
  }
  return (
    <Table
      name="bank-accounts"
      title={t('funding.console.accounts.title')}
      read={read}
      rows={rows}
      columns={columns}
      keyOf={(row) => row.id}
      sortedBy="-age"
      wide={query.at !== undefined}
      empty={t('funding.console.accounts.empty')}
      note={
        today &&
        (today.medianMs === null
          ? t('funding.console.accounts.noneToday')
          : t('funding.console.accounts.today', {
              decided: today.decided,
              rejected: today.rejected,
              median: span(today.medianMs),
            }))
      }
      detail={(row) => (
        <AccountPane
          key={row.id}
          id={row.id}
          assigned={{ who: assignedOf(row) ?? null }}
          onDecided={() => setQuery({ at: next(row.id) })}
        />
      )}
    />
  )
}

export function SameName({ same }: { same: boolean }) {
  const t = useT()
  return (
    <Mark tone={same ? 'ok' : 'danger'}>
      {t(same ? 'funding.console.accounts.same' : 'funding.console.accounts.differs')}
    </Mark>
  )
}
