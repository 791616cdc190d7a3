import type { ReactNode } from 'react'
import { useRead } from '#client/reads.ts'
import { useFormat, useT, useText } from '#client/texts.ts'
import { useMe } from '#console/kit/act.ts'
import { AuditTrail } from '#console/kit/AuditTrail.tsx'
import { ApprovalState } from '#console/kit/ApprovalState.tsx'
import { Mark, type Tone } from '#console/kit/Control.tsx'
import { Decision } from '#console/kit/Decision.tsx'
import { Facts, Pane, PaneSection, PersonName } from '#console/kit/Pane.tsx'
import { Table } from '#console/kit/Table.tsx'
import type { PowerName } from '#registry/powers.ts'
import { listApprovals, type ApprovalView } from '#modules/staff/operator-contract.ts'
import { getSchedules, type FeeScheduleView, type SchedulesView } from '../contract.ts'

type Published = Omit<FeeScheduleView, 'fees'>
type Row<Own> = Omit<Published, 'status'> & {
  status: Published['status'] | 'waiting'
  approval: ApprovalView | null
  own: Own
}
const TONES: Record<Row<unknown>['status'], Tone> = {
  waiting: 'warn',
  coming: 'brand',
  'in-force': 'ok',
  over: 'grey',
}

/** A figure of a table of this kind: as a column and in the pane. */
export type Figure<Own> = {
  id: string
  head: string
  cell: (own: Own) => string
  value: (own: Own) => number | string
}

type Props<Own> = {
  name: string
  title: string
  power: PowerName
  published: (schedules: SchedulesView) => readonly (Published & { own: Own })[]
  figures: readonly Figure<Own>[]
  /** Prepares the next one; of administrators. */
  form: (schedules: SchedulesView) => ReactNode
  note: string | ((schedules: SchedulesView) => string)
  /** Under the facts of one that is published. */
  more?: (id: string) => ReactNode
  empty?: string
}

/** The tables of one kind: what was, what is in force, what comes, and what waits for an auditor. */
export function ScheduleTable<Own extends object>({
  name,
  title,
  power,
  published,
  figures,
  form,
  note,
  more,
  empty,
}: Props<Own>) {
  const t = useT()
  const text = useText()
  const f = useFormat()
  const me = useMe()
  const read = useRead(getSchedules, {}, { poll: 'deskQueue' })
  const asked = useRead(listApprovals, { query: {} }, { poll: 'deskQueue' })
  const known = read.data && published(read.data)
  const waiting = (asked.data ?? []).filter(
    (each) => each.power === power && each.status === 'open' && !known?.some(({ id }) => id === each.subject),
  )
  const rows = known && [
    ...waiting.map((approval) => waitingRow<Own>(approval)),
    ...known.map((row): Row<Own> => ({ ...row, approval: null })),
  ]
  const from = (row: Row<Own>) => (row.from === null ? t('schedules.console.began') : f.date(row.from))
  return (
    <Table<Row<Own>>
      name={name}
      title={title}
      read={read}
      rows={rows}
      keyOf={({ id, status }) => `${id} ${status}`}
      sortedBy="-from"
      empty={empty ?? t('schedules.console.empty')}
      note={<p>{typeof note === 'string' ? note : read.data && note(read.data)}</p>}
      columns={[
        { id: 'from', head: t('schedules.console.from'), cell: from, value: ({ from: date }) => date ?? '' },
        ...figures.map(({ id, head, cell, value }) => ({
          id,
          head,
          align: 'end' as const,
          cell: ({ own }: Row<Own>) => cell(own),
          value: ({ own }: Row<Own>) => value(own),
        })),
        {
          id: 'status',
          head: t('schedules.console.status'),
          cell: (row) => (
            <Mark tone={TONES[row.status]}>{text(`schedules.console.status.${row.status}`)}</Mark>
          ),
          value: (row) => row.status,
        },
      ]}
      figures={
        me?.roles.includes('administrator') === true && read.data !== undefined ? form(read.data) : undefined
      }
      detail={(row) => (
        <Pane
          key={`${row.id} ${row.status}`}
          label={from(row)}
          head={<h2 className="text-3 font-strong">{from(row)}</h2>}
        >
          {row.approval !== null && (
            <PaneSection title={t('console.approval.title')}>
              <ApprovalState approval={row.approval} />
            </PaneSection>
          )}
          <PaneSection>
            <Facts
              rows={[
                ...figures.map(({ head, cell }) => [head, cell(row.own)] as const),
                ...row.signers.map(
                  (signer) =>
                    [
                      f.moment(signer.at),
                      <PersonName key={signer.role} person={signer} at={signer.at} />,
                    ] as const,
                ),
              ]}
            />
          </PaneSection>
          {row.approval === null && row.from !== null && more?.(row.id)}
          {row.from !== null && (
            <>
              <Decision subject={row.id} onDone={() => void read.refetch()} choices={[]} />
              <AuditTrail subject={row.id} />
            </>
          )}
        </Pane>
      )}
    />
  )
}

/** A table that waits for its second signature: the body is what will be published, as both sign it. */
function waitingRow<Own>(approval: ApprovalView): Row<Own> {
  const { from, ...own } = approval.body as { from: string }
  return {
    id: approval.subject,
    from,
    own: { ...own, reason: approval.reason } as Own,
    status: 'waiting',
    publishedAt: null,
    signers: [],
    approval,
  }
}
