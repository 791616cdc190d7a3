import { call } from '#client/call.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { Assigned } from '#console/kit/Assigned.tsx'
import { AuditTrail } from '#console/kit/AuditTrail.tsx'
import { Mark, type Tone } from '#console/kit/Control.tsx'
import { Decision } from '#console/kit/Decision.tsx'
import { Facts, Pane, PaneSection } from '#console/kit/Pane.tsx'
import { from, pagingOf, usePlace } from '#console/kit/paging.ts'
import { SignedMark } from '#console/kit/sign.tsx'
import { Table } from '#console/kit/Table.tsx'
import { CaseHead, useView, useWaiting, Views } from '#modules/funding/console/public.ts'
import { DESK_VIEWS, listDeskFollows, type DeskFollow } from '../operator-contract.ts'

const TONES: Readonly<Record<DeskFollow['state'], Tone>> = {
  pending: 'grey',
  following: 'ok',
  leaving: 'brand',
  ended: 'grey',
  refused: 'danger',
  withdrawn: 'grey',
}
const VIEWS = DESK_VIEWS.map((id) => ({ id })) as [{ id: (typeof DESK_VIEWS)[number] }]

/**
 * Subscriptions in review: the rule accepts them at the next NAV, and two reviewers may refuse until then.
 */
export default function CopyDeskPage() {
  const t = useT()
  const f = useFormat()
  const view = useView(VIEWS)
  const query = { view, ...usePlace() }
  const read = useRead(listDeskFollows, { query }, { poll: 'deskCase', keepPrevious: true })
  const waiting = useWaiting('copy-subscriptions')
  const state = (row: DeskFollow) => {
    const approval = waiting.get(row.id)?.approval
    return approval ? (
      <SignedMark approval={approval} />
    ) : (
      <Mark tone={TONES[row.state]}>{t('copy.state', { state: row.state })}</Mark>
    )
  }
  return (
    <Table<DeskFollow>
      name={`copy-${view}`}
      title={t('copy.console.title')}
      read={read}
      rows={read.data?.rows}
      paging={pagingOf(read.data, (place) => call(listDeskFollows, { query: from(query, place) }))}
      keyOf={({ id }) => id}
      sortedBy={view === 'review' ? 'applied' : '-applied'}
      empty={t('copy.console.empty')}
      note={t('copy.console.silence')}
      columns={[
        {
          id: 'number',
          head: t('copy.console.number'),
          cell: ({ number }) => number,
          value: ({ number }) => number,
        },
        {
          id: 'applied',
          head: t('copy.console.applied'),
          cell: ({ appliedAt }) => f.moment(appliedAt),
          value: ({ appliedAt }) => appliedAt,
        },
        {
          id: 'member',
          head: t('copy.console.member'),
          cell: ({ member }) => `#${member.number}`,
          value: ({ member }) => member.number,
        },
        { id: 'pool', head: t('copy.console.pool'), cell: ({ pool }) => pool, value: ({ pool }) => pool },
        {
          id: 'amount',
          head: t('copy.console.amount'),
          align: 'end',
          cell: ({ amount }) => <b>{f.yen(amount)}</b>,
          value: ({ amount }) => amount,
        },
        {
          id: 'until',
          head: t('copy.console.until'),
          cell: ({ decidedBy }) => (decidedBy === null ? '—' : f.moment(decidedBy)),
          value: ({ decidedBy }) => decidedBy,
        },
        { id: 'state', head: t('copy.console.state'), cell: state, value: ({ state: word }) => word },
      ]}
      figures={
        <Views
          views={[
            { id: 'review', label: t('copy.console.review'), count: read.data?.review },
            { id: 'decided', label: t('copy.console.decided') },
          ]}
        />
      }
      hints={[{ key: 'D', label: t('copy.console.refuse'), power: 'copy-subscription.refuse' }]}
      detail={(row) => (
        <Case
          key={row.id}
          row={row}
          assigned={waiting.get(row.id)?.assigned ?? null}
          onDone={() => void read.refetch()}
        />
      )}
    />
  )
}

function Case({
  row,
  assigned,
  onDone,
}: {
  row: DeskFollow
  assigned: Parameters<typeof Assigned>[0]['assigned']
  onDone: () => void
}) {
  const t = useT()
  const f = useFormat()
  return (
    <Pane
      label={t('copy.console.title')}
      head={
        <CaseHead
          number={row.number}
          amount={row.amount}
          member={row.member}
          state={{ tone: TONES[row.state], words: t('copy.state', { state: row.state }) }}
        />
      }
    >
      {row.state === 'pending' && (
        <PaneSection>
          <Assigned queue="copy-subscriptions" subject={row.id} assigned={assigned} />
        </PaneSection>
      )}
      <PaneSection title={row.pool} note={t('copy.console.silence')}>
        <Facts
          rows={[
            [t('copy.minimum'), f.money(row.minimum)],
            [t('copy.console.taken'), `${f.money(row.taken)} / ${f.money(row.fundSize)}`, true],
            [t('copy.deadline'), f.moment(row.deadline)],
            ...(row.decidedBy === null
              ? []
              : [[t('copy.console.until'), f.moment(row.decidedBy), true] as const]),
            ...(row.reason === null
              ? []
              : [
                  [
                    t('copy.record.reason'),
                    t('copy.reason', { reason: row.reason.replaceAll('-', '_') }),
                  ] as const,
                ]),
          ]}
        />
      </PaneSection>
      <Decision
        subject={row.id}
        frozen={row.member.frozen}
        onRefused={onDone}
        onDone={onDone}
        choices={
          row.state === 'pending'
            ? [
                {
                  power: 'copy-subscription.refuse',
                  label: t('copy.console.refuse'),
                  tone: 'danger',
                  hotkey: 'd',
                },
              ]
            : []
        }
      />
      <AuditTrail subject={row.id} />
    </Pane>
  )
}
