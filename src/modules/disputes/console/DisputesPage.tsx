import { call } from '#client/call.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useAddress } from '#console/kit/address.ts'
import { AuditTrail } from '#console/kit/AuditTrail.tsx'
import { Mark } from '#console/kit/Control.tsx'
import { Decision } from '#console/kit/Decision.tsx'
import { Facts, MemberLink, Pane, PaneSection } from '#console/kit/Pane.tsx'
import { from, pagingOf, usePlace } from '#console/kit/paging.ts'
import { Table } from '#console/kit/Table.tsx'
import { EXCEPTION_STATES } from '#modules/orders/model/venue-exception.ts'
import { listDisputes, type DisputeView } from '../operator-contract.ts'

const TONES = { open: 'warn', booked: 'ok', 'set-aside': 'grey' } as const

/** Reports of venues that do not go with an order, the last one first. */
export default function DisputesPage() {
  const t = useT()
  const f = useFormat()
  const asked = useAddress().query.state
  const state = EXCEPTION_STATES.find((each) => each === asked)
  const query = { ...usePlace(), ...(state === undefined ? {} : { state }) }
  const read = useRead(listDisputes, { query }, { poll: 'deskCase', keepPrevious: true })
  return (
    <Table<DisputeView>
      name="disputes"
      title={t('disputes.console.title')}
      read={read}
      rows={read.data?.rows}
      paging={pagingOf(read.data, (place) => call(listDisputes, { query: from(query, place) }))}
      keyOf={({ id }) => id}
      sortedBy="-at"
      empty={t('disputes.console.none')}
      note={t('disputes.console.note')}
      detail={(row) => <DisputePane key={row.id} row={row} onDone={() => void read.refetch()} />}
      filters={[
        {
          id: 'state',
          label: t('disputes.console.state'),
          of: (row) => row.state,
          options: EXCEPTION_STATES.map((id) => ({ id, label: t(`disputes.console.state.${id}`) })),
        },
      ]}
      columns={[
        { id: 'at', head: t('disputes.console.at'), cell: ({ at }) => f.moment(at), value: ({ at }) => at },
        {
          id: 'member',
          head: t('disputes.console.member'),
          align: 'end',
          cell: ({ member }) => (member === null ? '—' : `#${member.number}`),
          value: ({ member }) => member?.number ?? null,
        },
        {
          id: 'code',
          head: t('disputes.console.code'),
          cell: ({ code }) => code ?? '—',
          value: ({ code }) => code,
        },
        {
          id: 'fault',
          head: t('disputes.console.fault'),
          cell: ({ fault }) => t(`disputes.console.fault.${fault}`),
          value: ({ fault }) => t(`disputes.console.fault.${fault}`),
          wraps: true,
        },
        {
          id: 'execution',
          head: t('disputes.console.execution'),
          cell: ({ execId }) => execId,
          value: ({ execId }) => execId,
          spare: true,
        },
        {
          id: 'state',
          head: t('disputes.console.state'),
          cell: (row) => <Mark tone={TONES[row.state]}>{t(`disputes.console.state.${row.state}`)}</Mark>,
          value: (row) => row.state,
        },
      ]}
    />
  )
}

/** One report with what may be decided about it. */
function DisputePane({ row, onDone }: { row: DisputeView; onDone: () => void }) {
  const t = useT()
  const f = useFormat()
  const { id, member, state, fault } = row
  const waits = fault === 'REPORT_WAITS'
  return (
    <Pane
      label={t('disputes.console.title')}
      head={
        <>
          <h2 className="text-3 font-strong">{id}</h2>
          <Mark tone={TONES[state]}>{t(`disputes.console.state.${state}`)}</Mark>
        </>
      }
    >
      <PaneSection {...(waits ? { note: t('disputes.console.waits') } : {})}>
        <Facts
          rows={[
            [t('disputes.console.fault'), t(`disputes.console.fault.${fault}`), true],
            [t('disputes.console.at'), f.moment(row.at)],
            [
              t('disputes.console.member'),
              member === null ? '—' : <MemberLink memberId={member.id}>{`#${member.number}`}</MemberLink>,
            ],
            [t('disputes.console.order'), row.orderId],
            [t('disputes.console.execution'), row.execId],
            [
              t('disputes.console.said'),
              <span key="said" className="break-all">
                {row.said}
              </span>,
            ],
            ...(row.more === 0 ? [] : [[t('disputes.console.more'), f.number(row.more)] as const]),
            ...(row.decidedAt === null
              ? []
              : [[t('disputes.console.decidedAt'), f.moment(row.decidedAt)] as const]),
          ]}
        />
      </PaneSection>
      <Decision
        subject={id}
        onDone={onDone}
        choices={
          state !== 'open' || waits
            ? []
            : [
                ...(row.bookable
                  ? [
                      {
                        power: 'report.book' as const,
                        label: t('disputes.console.book'),
                        tone: 'primary' as const,
                      },
                    ]
                  : []),
                { power: 'report.set-aside', label: t('disputes.console.setAside'), tone: 'danger' },
              ]
        }
      />
      <AuditTrail subject={id} />
    </Pane>
  )
}
