import { call } from '#client/call.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT, useText } from '#client/texts.ts'
import { Assigned } from '#console/kit/Assigned.tsx'
import { AuditTrail } from '#console/kit/AuditTrail.tsx'
import { Mark } from '#console/kit/Control.tsx'
import { Decision, type Choice } from '#console/kit/Decision.tsx'
import { Facts, Pane, PaneSection } from '#console/kit/Pane.tsx'
import { from, pagingOf, usePlace } from '#console/kit/paging.ts'
import { SignedMark } from '#console/kit/sign.tsx'
import { Table } from '#console/kit/Table.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import {
  DEPOSIT_VIEWS,
  getDeskDeposit,
  listDeskDeposits,
  type DeskDeposit,
  type LineView,
} from '../operator-contract.ts'
import { ByRule } from './ByRule.tsx'
import { CaseHead } from './CaseHead.tsx'
import { Acts } from './Acts.tsx'
import { Lines } from './Lines.tsx'
import { useWaiting } from './use-waiting.ts'
import { useView, Views } from './Views.tsx'
import { matchTone, useDeskWords } from './labels.ts'

const VIEWS = DEPOSIT_VIEWS.map((id) => ({ id })) as [{ id: (typeof DEPOSIT_VIEWS)[number] }]
/** The end of a line's id, by which lines of one number are told apart. */
const SHOWN_OF_ID = 12
const TONES = { pending: 'grey', approved: 'ok', denied: 'danger' } as const

/** Announced deposits beside the lines of the bank: a unique line of its own for each credit. */
export default function DepositsPage() {
  const t = useT()
  const f = useFormat()
  const words = useDeskWords()
  const view = useView(VIEWS)
  const query = { view, ...usePlace() }
  const read = useRead(listDeskDeposits, { query }, { poll: 'deskQueue', keepPrevious: true })
  const waiting = useWaiting('deposits')
  const counts = read.data?.counts
  const about = (id: string) => ({
    isWaiting: waiting.has(id),
    assigned: waiting.get(id)?.assigned ?? null,
    onDone: () => void read.refetch(),
  })
  return (
    <Table<DeskDeposit>
      name={`deposits-${view}`}
      title={t('funding.console.deposits')}
      read={read}
      rows={read.data?.rows}
      paging={pagingOf(read.data, (place) => call(listDeskDeposits, { query: from(query, place) }))}
      keyOf={({ id }) => id}
      sortedBy={view === 'decided' ? '-received' : 'received'}
      empty={t('funding.console.empty.deposits')}
      columns={[
        {
          id: 'number',
          head: t('funding.console.col.number'),
          cell: ({ reference }) => reference,
          value: ({ reference }) => reference,
        },
        {
          id: 'received',
          spare: true,
          head: t('funding.console.col.received'),
          cell: ({ requestedAt }) => f.moment(requestedAt),
          value: ({ requestedAt }) => requestedAt,
        },
        {
          id: 'member',
          head: t('funding.console.col.member'),
          cell: ({ member }) => `#${member.number}`,
          value: ({ member }) => member.number,
        },
        {
          id: 'amount',
          head: t('funding.console.fact.announced'),
          align: 'end',
          cell: ({ amount }) => <b>{f.yen(amount)}</b>,
          value: ({ amount }) => amount,
        },
        ...(view === 'decided'
          ? [
              {
                id: 'credited',
                head: t('funding.console.fact.credited'),
                align: 'end' as const,
                cell: ({ credited }: DeskDeposit) => (credited === null ? '—' : f.yen(credited)),
                value: ({ credited }: DeskDeposit) => credited,
              },
            ]
          : []),
        {
          id: 'method',
          spare: true,
          head: t('funding.console.col.method'),
          cell: ({ method }) => t(`funding.deposit.by.${method}`),
          value: ({ method }) => method,
        },
        {
          id: 'line',
          head: t('funding.console.col.line'),
          align: 'end',
          cell: ({ line }) => (line === null ? '—' : f.yen(line.amount)),
          value: ({ line }) => line?.amount ?? null,
        },
        {
          id: 'match',
          head: t('funding.console.col.match'),
          cell: ({ line }) => (
            <Mark tone={matchTone(line?.match ?? null)}>{words.match(line?.match ?? null)}</Mark>
          ),
          value: ({ line }) => line?.match ?? null,
        },
        {
          id: 'state',
          head: t('funding.console.col.state'),
          value: ({ status }) => status,
          cell: ({ id, status }) => {
            const approval = waiting.get(id)?.approval
            return approval ? (
              <SignedMark approval={approval} />
            ) : (
              <Mark tone={TONES[status]}>{t('funding.console.depositState', { state: status })}</Mark>
            )
          },
        },
      ]}
      figures={
        <Views
          views={[
            { id: 'ready', label: t('funding.console.view.ready'), count: counts?.ready },
            { id: 'check', label: t('funding.console.view.check'), count: counts?.check },
            { id: 'waiting', label: t('funding.console.view.waiting'), count: counts?.waiting },
            { id: 'decided', label: t('funding.console.view.decided') },
          ]}
        />
      }
      actions={
        view === 'ready' && (
          <ByRule power="deposit.credit" count={counts?.byRule ?? 0} onDone={() => void read.refetch()} />
        )
      }
      hints={[
        { key: 'A', label: t('funding.console.hint.credit'), power: 'deposit.credit' },
        { key: 'D', label: t('funding.console.act.refuse'), power: 'deposit.refuse' },
      ]}
      detail={(row) => <Case key={row.id} row={row} {...about(row.id)} />}
      opened={(id) => <Opened key={id} id={id} {...about(id)} />}
    />
  )
}

/** A line that can be credited; one of another sum to its own yen. */
const isCreditable = (match: LineView['match']): boolean =>
  match === 'deposit' || match === 'amount-differs' || match === 'further'

type CaseProps = {
  row: DeskDeposit
  isWaiting: boolean
  assigned: Parameters<typeof Assigned>[0]['assigned']
  onDone: () => void
}

/** One that is not among the rows: by its id. */
function Opened({ id, ...props }: Omit<CaseProps, 'row'> & { id: string }) {
  const read = useRead(getDeskDeposit, { params: { id } }, { poll: 'deskCase' })
  return (
    <Loaded read={read} skeleton="lines">
      {({ row }) => <Case row={row} {...props} />}
    </Loaded>
  )
}

function Case({ row: listed, isWaiting, assigned, onDone }: CaseProps) {
  const t = useT()
  const text = useText()
  const f = useFormat()
  const words = useDeskWords()
  const read = useRead(getDeskDeposit, { params: { id: listed.id } }, { poll: 'deskCase' })
  const row = read.data?.row ?? listed
  const { line, member } = row
  const fits = line !== null && isCreditable(line.match)
  // Several lines under one reference: each is offered, and credited with signatures of its own.
  const several = read.data?.lines.filter(({ match }) => isCreditable(match)) ?? []
  const credits = several.length > 1 ? several : [line]
  const refuse: Choice = {
    power: 'deposit.refuse',
    label: t('funding.console.act.refuse'),
    tone: 'danger',
    hotkey: 'd',
  }
  const choices: Choice[] =
    row.status !== 'pending' && !fits
      ? []
      : [
          ...(row.status === 'pending' ? [refuse] : []),
          ...credits.map((each): Choice => {
            const money = f.money(each?.amount ?? row.amount)
            const label = t('funding.console.act.credit', { money })
            return {
              power: 'deposit.credit',
              ...(credits.length === 1 ? { hotkey: 'a' } : {}),
              label:
                each === null || credits.length === 1 ? label : `${label} (${each.id.slice(-SHOWN_OF_ID)})`,
              ...(each === null ? {} : { body: { lineId: each.id } }),
              hindrance: fits ? null : words.match(each?.match ?? null),
              confirm: t('funding.console.confirm.credit', { money, number: member.number }),
            }
          }),
        ]
  return (
    <Pane
      label={t('funding.console.deposits')}
      head={
        <CaseHead
          number={row.reference}
          amount={row.amount}
          member={member}
          name={read.data?.name ?? null}
          state={{ tone: TONES[row.status], words: t('funding.console.depositState', { state: row.status }) }}
        />
      }
    >
      {isWaiting && (
        <PaneSection>
          <Assigned queue="deposits" subject={row.id} assigned={assigned} />
        </PaneSection>
      )}
      <Loaded
        read={read}
        skeleton={
          <div className="p-4">
            <Skeleton kind="lines" rows={6} />
          </div>
        }
      >
        {({ deposit, name, lines, acts }) => (
          <>
            <PaneSection note={t('funding.console.read')} title={t('funding.console.checks')}>
              <Facts
                rows={[
                  [t('funding.console.fact.verified'), name ?? '—', true],
                  [t('funding.console.fact.reference'), row.reference],
                  [t('funding.console.fact.announced'), f.money(row.amount)],
                  ...(deposit.credited === null
                    ? []
                    : [[t('funding.console.fact.credited'), f.money(deposit.credited), true] as const]),
                  ...(deposit.reason === null || deposit.text === null
                    ? []
                    : [[text(`staff.reason.${deposit.reason}`), deposit.text] as const]),
                ]}
              />
            </PaneSection>
            <Lines lines={lines} />
            {credits.length > 1 && (
              <PaneSection>
                <p className="text-warn">{t('funding.console.several', { n: credits.length })}</p>
              </PaneSection>
            )}
            <Acts acts={acts} />
          </>
        )}
      </Loaded>
      <Decision
        subject={row.id}
        choices={choices}
        frozen={member.frozen}
        onRefused={() => void read.refetch()}
        onDone={() => {
          onDone()
          void read.refetch()
        }}
      />
      <AuditTrail subject={row.id} />
    </Pane>
  )
}
