import { useEffect } from 'react'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useNow, useSpan } from '#console/kit/age.ts'
import { setQuery, useAddress } from '#console/kit/address.ts'
import type { PageProps } from '#console/kit/pages.ts'
import { AssignedTo } from '#console/kit/Assigned.tsx'
import { usePeople } from '#console/kit/people.ts'
import { Table, type Column } from '#console/kit/Table.tsx'
import { listQueues } from '#modules/staff/operator-contract.ts'
import { caseOf, partsOfCase } from '../model/verification.ts'
import { listIdentityCases, type IdentityCase } from '../operator-contract.ts'
import { IdentityCasePane } from './IdentityCasePane.tsx'
import { SideMark } from './SideMark.tsx'

/**
 * Documents that wait, oldest first; one opened beside them. A case that has left the queue is still opened
 * by its address.
 */
export default function IdentityDeskPage({ rest: [memberId] }: PageProps) {
  const t = useT()
  const { wordsIfAny } = usePeople()
  const span = useSpan()
  const now = useNow()
  const f = useFormat()
  const { query } = useAddress()
  const read = useRead(listIdentityCases, {}, { poll: 'deskCase' })
  const queue = useRead(listQueues, {}, { quiet: true, poll: 'deskCase' }).data?.find(
    ({ name }) => name === 'identity',
  )
  // The queue names each side; a row here is both.
  const ofSide = query.at === undefined ? undefined : partsOfCase(query.at)?.memberId
  useEffect(() => {
    if (ofSide !== undefined) setQuery({ at: ofSide })
  }, [ofSide])
  if (memberId !== undefined)
    return <IdentityCasePane key={memberId} memberId={memberId} alone assigned={null} onDecided={() => {}} />

  const { cases, today } = read.data ?? {}
  const assignedOf = (row: IdentityCase) => queue?.items.find(({ memberId: of }) => of === row.memberId)
  const waits = ({ submittedAt }: IdentityCase): number => now - Date.parse(submittedAt)
  const columns: Column<IdentityCase>[] = [
    {
      id: 'number',
      head: t('members.console.case'),
      cell: ({ number, submittedAt }) => (
        <>
          {t('members.console.member', { number: String(number) })}{' '}
          <span className="text-1 text-grey-1">{f.time(submittedAt)}</span>
        </>
      ),
      value: ({ number }) => number,
    },
    {
      id: 'type',
      head: t('members.console.type'),
      cell: ({ documentType }) => documentType !== null && t(`members.identity.type.${documentType}`),
      value: ({ documentType }) => documentType,
    },
    {
      id: 'front',
      head: t('members.console.front'),
      cell: ({ front }) => <SideMark state={front} />,
      value: ({ front }) => front,
    },
    {
      id: 'back',
      head: t('members.console.back'),
      cell: ({ back }) => <SideMark state={back} />,
      value: ({ back }) => back,
    },
    {
      id: 'assigned',
      head: t('console.assigned.label'),
      cell: (row) => <AssignedTo person={assignedOf(row)?.assigned} />,
      value: (row) => wordsIfAny(assignedOf(row)?.assigned),
    },
    {
      id: 'age',
      head: t('members.console.age'),
      align: 'end',
      value: waits,
      cell: (row) =>
        row.attempts > 1 ? (
          <span className="text-warn">
            {t('members.console.again')} {span(waits(row))}
          </span>
        ) : (
          span(waits(row))
        ),
    },
  ]
  const next = (from: string) => {
    const at = cases?.findIndex((each) => each.memberId === from) ?? -1
    return cases?.[at + 1]?.memberId ?? cases?.find((each) => each.memberId !== from)?.memberId ?? null
  }
  return (
    <Table
      name="identity"
      title={t('members.console.title')}
      read={read}
      rows={cases}
      columns={columns}
      keyOf={({ memberId: key }) => key}
      sortedBy="-age"
      wide={query.at !== undefined}
      empty={t('members.console.empty')}
      note={
        today &&
        (today.medianMs === null
          ? t('members.console.noneToday')
          : t('members.console.today', {
              decided: today.decided,
              rejected: today.rejected,
              median: span(today.medianMs),
            }))
      }
      detail={(row) => {
        const item = assignedOf(row)
        return (
          <IdentityCasePane
            key={row.memberId}
            memberId={row.memberId}
            onDecided={() => setQuery({ at: next(row.memberId) })}
            assigned={
              item === undefined
                ? null
                : { subject: item.subject ?? caseOf(row.memberId, 'front'), who: item.assigned }
            }
          />
        )
      }}
    />
  )
}
