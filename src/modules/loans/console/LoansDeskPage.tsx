import { call } from '#client/call.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT, useText } from '#client/texts.ts'
import { Assigned } from '#console/kit/Assigned.tsx'
import { AuditTrail } from '#console/kit/AuditTrail.tsx'
import { Mark, type Tone } from '#console/kit/Control.tsx'
import { Decision } from '#console/kit/Decision.tsx'
import { Checks, Facts, FigureStrip, Pane, PaneSection } from '#console/kit/Pane.tsx'
import { from, pagingOf, usePlace } from '#console/kit/paging.ts'
import { SignedMark } from '#console/kit/sign.tsx'
import { Table, type Column } from '#console/kit/Table.tsx'
import { Acts, CaseHead, useView, useWaiting, Views } from '#modules/funding/console/public.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { getDeskLoan, listDeskLoans, LOAN_VIEWS, type DeskLoan } from '../operator-contract.ts'

const TONES: Readonly<Record<DeskLoan['state'], Tone>> = {
  pending: 'grey',
  open: 'ok',
  repaid: 'brand',
  refused: 'danger',
  cancelled: 'grey',
}
const VIEWS = LOAN_VIEWS.map((id) => ({ id })) as [{ id: (typeof LOAN_VIEWS)[number] }]

/** Applications for two reviewers, with the arithmetic; what is lent; what was decided. */
export default function LoansDeskPage() {
  const t = useT()
  const f = useFormat()
  const view = useView(VIEWS)
  const query = { view, ...usePlace() }
  const read = useRead(listDeskLoans, { query }, { poll: 'deskCase', keepPrevious: true })
  const waiting = useWaiting('loans')
  const counts = read.data?.counts
  const about = (id: string) => ({
    assigned: waiting.get(id)?.assigned ?? null,
    onDone: () => void read.refetch(),
  })

  const state = (row: DeskLoan) => {
    const approval = waiting.get(row.id)?.approval
    return approval ? (
      <SignedMark approval={approval} />
    ) : (
      <Mark tone={TONES[row.state]}>{t(`loans.state.${row.state}`)}</Mark>
    )
  }
  const columns: Column<DeskLoan>[] = [
    {
      id: 'number',
      head: t('loans.console.col.number'),
      cell: ({ number }) => f.quantity(number),
      value: ({ number }) => number,
    },
    {
      id: 'applied',
      spare: true,
      head: t('loans.console.col.applied'),
      cell: ({ appliedAt }) => f.moment(appliedAt),
      value: ({ appliedAt }) => appliedAt,
    },
    {
      id: 'member',
      head: t('loans.console.col.member'),
      cell: ({ member }) => `#${member.number}`,
      value: ({ member }) => member.number,
    },
    {
      id: 'amount',
      head: t('loans.console.col.amount'),
      align: 'end',
      cell: ({ amount }) => <b>{f.yen(amount)}</b>,
      value: ({ amount }) => amount,
    },
    {
      id: 'rate',
      head: t('loans.console.col.rate'),
      align: 'end',
      cell: ({ rateBp }) => f.percent(rateBp, 1),
      value: ({ rateBp }) => rateBp,
    },
    view === 'review'
      ? {
          id: 'room',
          head: t('loans.console.col.room'),
          align: 'end',
          cell: ({ room, amount }) => (
            <span className={amount <= room ? '' : 'font-strong text-danger'}>{f.yen(room)}</span>
          ),
          value: ({ room }) => room,
        }
      : {
          id: 'principal',
          head: t('loans.console.col.principal'),
          align: 'end',
          cell: ({ principal }) => f.yen(principal),
          value: ({ principal }) => principal,
        },
    {
      id: 'person',
      spare: true,
      head: t('loans.console.col.person'),
      cell: ({ sound }) => (
        <span className={sound ? 'text-ok' : 'text-danger'}>
          {sound ? '✓' : '✕'} {t(sound ? 'loans.console.same' : 'loans.console.differs')}
        </span>
      ),
      value: ({ sound }) => String(sound),
    },
    { id: 'state', head: t('loans.console.col.state'), cell: state, value: ({ state: word }) => word },
  ]
  return (
    <Table<DeskLoan>
      name={`loans-${view}`}
      title={t('loans.console.title')}
      read={read}
      rows={read.data?.rows}
      paging={pagingOf(read.data, (place) => call(listDeskLoans, { query: from(query, place) }))}
      columns={columns}
      keyOf={({ id }) => id}
      sortedBy={view === 'review' ? 'applied' : '-number'}
      empty={t('loans.console.empty')}
      note={t('loans.console.note')}
      figures={
        <>
          <Views
            views={[
              { id: 'review', label: t('loans.console.view.review'), count: counts?.review },
              { id: 'open', label: t('loans.console.view.open'), count: counts?.open },
              { id: 'decided', label: t('loans.console.view.decided') },
            ]}
          />
          {read.data !== undefined && (
            <FigureStrip
              label={t('loans.console.figures')}
              figures={[[t('loans.console.lent'), f.money(read.data.lent)]]}
            />
          )}
        </>
      }
      hints={[
        { key: 'A', label: t('loans.console.approve'), power: 'loan.approve' },
        { key: 'D', label: t('loans.console.refuse'), power: 'loan.refuse' },
      ]}
      detail={(row) => <Case key={row.id} row={row} {...about(row.id)} />}
      opened={(id) => <Opened key={id} id={id} {...about(id)} />}
    />
  )
}

type CaseProps = { row: DeskLoan; assigned: Parameters<typeof Assigned>[0]['assigned']; onDone: () => void }

/** One that is not among the rows: by its id. */
function Opened({ id, ...props }: Omit<CaseProps, 'row'> & { id: string }) {
  const read = useRead(getDeskLoan, { params: { id } }, { poll: 'deskCase' })
  return (
    <Loaded read={read} skeleton="lines">
      {({ loan }) => <Case row={loan} {...props} />}
    </Loaded>
  )
}

function Case({ row, assigned, onDone }: CaseProps) {
  const t = useT()
  const text = useText()
  const f = useFormat()
  const read = useRead(getDeskLoan, { params: { id: row.id } }, { poll: 'deskCase' })
  const { member, amount } = row
  return (
    <Pane
      label={t('loans.console.title')}
      head={
        <CaseHead
          number={t('loans.console.number', { number: f.quantity(row.number) })}
          amount={amount}
          member={member}
          name={read.data?.form.name ?? null}
          state={{ tone: TONES[row.state], words: t(`loans.state.${row.state}`) }}
        />
      }
    >
      {row.state === 'pending' && (
        <PaneSection>
          <Assigned queue="loans" subject={row.id} assigned={assigned} />
        </PaneSection>
      )}
      <Loaded
        read={read}
        skeleton={
          <div className="p-4">
            <Skeleton kind="lines" rows={10} />
          </div>
        }
      >
        {({ loan, form, verifiedName, means, checks, score, items, acts }) => (
          <>
            <PaneSection title={t('loans.console.entered')} note={t('loans.console.read')}>
              <Facts
                rows={[
                  [t('loans.form.name'), form.name, true],
                  [t('loans.console.verifiedName'), verifiedName ?? '—'],
                  [t('loans.form.idNumber'), form.idNumber, true],
                  [t('loans.form.address'), form.address],
                  [t('loans.form.contact'), form.contact],
                  [t('loans.form.email'), form.email],
                  ...(loan.reason === null
                    ? []
                    : [[t('loans.console.reason'), text(`staff.reason.${loan.reason}`)] as const]),
                ]}
              />
            </PaneSection>
            <PaneSection title={t('loans.console.means')}>
              <Facts
                rows={[
                  [t('loans.console.income'), f.money(means.income)],
                  [t('loans.means.third'), f.money(means.third)],
                  [t('loans.console.shares'), f.money(means.shares)],
                  [t('loans.means.secured'), f.money(means.secured)],
                  [t('loans.means.limit'), f.money(means.limit)],
                  [t('loans.means.owed'), f.money(0 - means.owed)],
                  [t('loans.means.title'), f.money(means.room), true],
                  ...(loan.state === 'pending'
                    ? [[t('loans.console.asked'), f.money(amount), true] as const]
                    : []),
                ]}
              />
            </PaneSection>
            <PaneSection title={t('loans.console.checks')}>
              <Checks
                rows={checks.map(({ name, passed }) => ({
                  label: t(`loans.console.check.${name}`),
                  ok:
                    loan.state === 'pending' || name === 'name' || name === 'number' || name === 'record'
                      ? passed
                      : null,
                }))}
              />
            </PaneSection>
            <PaneSection title={t('loans.score.title')} note={t('loans.console.scoreNote')}>
              <Facts
                rows={[
                  [
                    t('loans.score.title'),
                    t('loans.score.of', { score: f.quantity(score), most: f.quantity(1_000) }),
                    true,
                  ],
                  ...items.map(
                    ({ item, points }) => [t(`loans.score.item.${item}`), f.quantity(points)] as const,
                  ),
                ]}
              />
            </PaneSection>
            {loan.state === 'pending' && (
              <Decision
                subject={row.id}
                frozen={row.member.frozen}
                onRefused={() => void read.refetch()}
                onDone={() => {
                  void read.refetch()
                  onDone()
                }}
                choices={[
                  {
                    power: 'loan.refuse',
                    label: t('loans.console.refuse'),
                    tone: 'danger',
                    hotkey: 'd',
                    confirm: t('loans.console.confirmRefuse', { money: f.money(amount) }),
                  },
                  {
                    power: 'loan.approve',
                    label: t('loans.console.approve'),
                    hotkey: 'a',
                    confirm: t('loans.console.confirmApprove', {
                      money: f.money(amount),
                      number: member.number,
                    }),
                  },
                ]}
              />
            )}
            <Acts acts={acts} />
            <AuditTrail subject={row.id} />
          </>
        )}
      </Loaded>
    </Pane>
  )
}
