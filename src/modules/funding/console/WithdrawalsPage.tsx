import { call } from '#client/call.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT, useText } from '#client/texts.ts'
import { useMe } from '#console/kit/act.ts'
import { Assigned } from '#console/kit/Assigned.tsx'
import { AuditTrail } from '#console/kit/AuditTrail.tsx'
import { useSpan } from '#console/kit/age.ts'
import { Mark, type Tone } from '#console/kit/Control.tsx'
import { Decision, type Choice } from '#console/kit/Decision.tsx'
import { Freeze } from '#console/kit/Freeze.tsx'
import { useSignList } from '#console/kit/lists.tsx'
import { Checks, Facts, FigureStrip, Pane, PaneSection } from '#console/kit/Pane.tsx'
import { from, pagingOf, usePlace } from '#console/kit/paging.ts'
import { SignedMark } from '#console/kit/sign.tsx'
import { Table, type Column } from '#console/kit/Table.tsx'
import { HOUR } from '#kernel/time.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import {
  getDeskWithdrawal,
  listDeskWithdrawals,
  WITHDRAWAL_VIEWS,
  type DeskWithdrawal,
  type LineView,
} from '../operator-contract.ts'
import { ByRule } from './ByRule.tsx'
import { CaseHead } from './CaseHead.tsx'
import { Acts } from './Acts.tsx'
import { Lines } from './Lines.tsx'
import { useOpenCase } from './open-case.tsx'
import { useWaiting } from './use-waiting.ts'
import { useView, Views } from './Views.tsx'
import { useDeskWords } from './labels.ts'

/** The end of a line's id, which tells two apart. */
const SHOWN_OF_ID = 12
/** From here on the rest of the time is marked. */
const SOON = HOUR
/** Lines that bear a withdrawal out; any other is a difference that somebody has to explain. */
const BORNE_OUT: ReadonlySet<string> = new Set(['used', 'payout', 'returned', 'claim-returned'])
const STATE_TONES: Readonly<Record<DeskWithdrawal['state'], Tone>> = {
  requested: 'grey',
  approved: 'brand',
  paid: 'ok',
  denied: 'danger',
  cancelled: 'grey',
  returned: 'warn',
}
const VIEWS = WITHDRAWAL_VIEWS.map((id) => ({ id })) as [{ id: (typeof WITHDRAWAL_VIEWS)[number] }]

/**
 * The queue of withdrawals: what two people must decide before its time is up, and what became of the others.
 */
export default function WithdrawalsPage() {
  const t = useT()
  const f = useFormat()
  const span = useSpan()
  const words = useDeskWords()
  const me = useMe()
  const many = useSignList()
  const view = useView(VIEWS)
  const query = { view, ...usePlace() }
  const read = useRead(listDeskWithdrawals, { query }, { poll: 'deskQueue', keepPrevious: true })
  const waiting = useWaiting('withdrawals', 'payouts', 'returns', 'settlements')
  const counts = read.data?.counts
  const figures = read.data?.figures
  // The bank's clock is the firm's, which the demo setting may have moved.
  const now = Date.parse(read.data?.now ?? '')
  const left = ({ dueAt }: DeskWithdrawal): number => Date.parse(dueAt) - now

  const state = (row: DeskWithdrawal) => {
    const approval = waiting.get(row.id)?.approval
    if (approval) return <SignedMark approval={approval} />
    if (row.line !== null)
      return row.line.several ? (
        <Mark tone="danger">{t('funding.console.severalMark')}</Mark>
      ) : (
        <Mark
          tone={
            row.line.match === 'bank-corrected' ? 'grey' : BORNE_OUT.has(row.line.match) ? 'ok' : 'danger'
          }
        >
          {words.match(row.line.match)}
        </Mark>
      )
    if (row.claim !== null)
      return <Mark tone="warn">{t('funding.console.claim', { money: f.money(row.claim) })}</Mark>
    if (row.state === 'approved' && row.transferId !== null)
      return <Mark tone="brand">{t('funding.console.inFile')}</Mark>
    if (row.state === 'approved' && row.stopped !== null)
      return <Mark tone="warn">{t('funding.console.stopped', { stop: row.stopped.for })}</Mark>
    return (
      <>
        <Mark tone={STATE_TONES[row.state]}>{t('funding.console.state', { state: row.state })}</Mark>
        {row.appealed && (
          <>
            {' '}
            <Mark tone="warn">{t('funding.console.appealed')}</Mark>
          </>
        )}
      </>
    )
  }
  const about = (id: string) => ({
    queue: waiting.get(id)?.queue,
    assigned: waiting.get(id)?.assigned ?? null,
    onDone: () => void read.refetch(),
  })
  const columns: Column<DeskWithdrawal>[] = [
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
      head: t('funding.console.col.amount'),
      align: 'end',
      cell: ({ amount }) => <b>{f.yen(amount)}</b>,
      value: ({ amount }) => amount,
    },
    {
      id: 'account',
      head: t('funding.console.col.account'),
      cell: ({ account }) => account,
      value: ({ account }) => account,
    },
    {
      id: 'name',
      spare: true,
      head: t('funding.console.col.name'),
      cell: ({ sound }) => (
        <span className={sound ? 'text-ok' : 'text-danger'}>
          {sound ? '✓' : '✕'} {t(sound ? 'funding.console.same' : 'funding.console.differs')}
        </span>
      ),
      value: ({ sound }) => String(sound),
    },
    {
      id: 'days',
      spare: true,
      head: t('funding.console.col.days'),
      align: 'end',
      cell: ({ accountDays }) => t('funding.console.days', { n: accountDays }),
      value: ({ accountDays }) => accountDays,
    },
    view === 'review'
      ? {
          id: 'left',
          head: t('funding.console.col.left'),
          align: 'end',
          cell: (row) =>
            row.stopped !== null ? (
              <Mark tone="warn">
                {t('funding.console.stopped', { stop: row.stopped.for })}{' '}
                {span(now - Date.parse(row.stopped.since))}
              </Mark>
            ) : (
              <span className={left(row) < SOON ? 'font-strong text-warn' : ''}>{span(left(row))}</span>
            ),
          value: left,
        }
      : {
          id: 'approved',
          head: t('funding.console.col.approval'),
          cell: ({ approvedBy }) => t('funding.console.approvedBy', { by: approvedBy ?? 'none' }),
          value: ({ approvedBy }) => approvedBy,
        },
    { id: 'state', head: t('funding.console.col.state'), cell: state, value: ({ state: word }) => word },
  ]
  return (
    <Table<DeskWithdrawal>
      name={`withdrawals-${view}`}
      title={t('funding.console.withdrawals')}
      read={read}
      rows={read.data?.rows}
      paging={pagingOf(read.data, (place) => call(listDeskWithdrawals, { query: from(query, place) }))}
      columns={columns}
      keyOf={({ id }) => id}
      sortedBy={view === 'review' ? 'left' : '-received'}
      empty={t('funding.console.empty.withdrawals')}
      note={view === 'review' ? t('funding.console.autoNote') : undefined}
      figures={
        <>
          <Views
            views={[
              { id: 'review', label: t('funding.console.view.review'), count: counts?.review },
              { id: 'bank', label: t('funding.console.view.bank'), count: counts?.bank },
              { id: 'rule', label: t('funding.console.view.rule'), count: counts?.rule },
              { id: 'decided', label: t('funding.console.view.decided') },
              { id: 'denied', label: t('funding.console.view.denied'), count: counts?.denied },
            ]}
          />
          {figures !== undefined && (
            <FigureStrip
              label={t('funding.console.figures')}
              figures={[
                [t('funding.console.figure.review'), f.money(figures.reviewYen)],
                [t('funding.console.figure.paidToday'), f.money(figures.paidTodayYen)],
                [
                  t('funding.console.figure.median'),
                  figures.medianMs === null ? '—' : span(figures.medianMs),
                ],
                [t('funding.console.figure.denial'), f.percent(figures.denialBp)],
                [
                  t('funding.console.figure.first'),
                  figures.firstDueAt === null ? '—' : span(Date.parse(figures.firstDueAt) - now),
                ],
                [t('funding.console.figure.appeals'), f.quantity(figures.openAppeals)],
              ]}
            />
          )}
        </>
      }
      // Without being opened only those that nothing speaks against. One question says each of them, and the
      // sum.
      actions={
        view === 'bank' && (
          <ByRule
            power="withdrawal.mark-paid"
            count={counts?.byRule ?? 0}
            onDone={() => void read.refetch()}
          />
        )
      }
      bulk={
        view !== 'review' || !me?.powers.includes('withdrawal.approve')
          ? []
          : [
              {
                label: t('funding.console.act.approve'),
                hotkey: 'a',
                fits: (row) => row.sound && row.state === 'requested',
                run: async (rows) =>
                  (await many.sign({
                    power: 'withdrawal.approve',
                    lines: rows.map(({ id }) => ({ subject: id, body: {} })),
                  })) !== null,
              },
            ]
      }
      hints={
        view === 'review'
          ? [
              { key: 'A', label: t('funding.console.act.approve'), power: 'withdrawal.approve' },
              { key: 'D', label: t('funding.console.act.deny'), power: 'withdrawal.deny' },
            ]
          : view === 'bank'
            ? [{ key: 'A', label: t('funding.console.act.paid'), power: 'withdrawal.mark-paid' }]
            : []
      }
      detail={(row) => <Case key={row.id} row={row} {...about(row.id)} />}
      opened={(id) => <Opened key={id} id={id} {...about(id)} />}
    />
  )
}

type CaseProps = {
  row: DeskWithdrawal
  queue: string | undefined
  assigned: Parameters<typeof Assigned>[0]['assigned']
  onDone: () => void
}

/** One that is not among the rows: by its id. */
function Opened({ id, ...props }: Omit<CaseProps, 'row'> & { id: string }) {
  const read = useRead(getDeskWithdrawal, { params: { id } }, { poll: 'deskCase' })
  return (
    <Loaded read={read} skeleton="lines">
      {({ row }) => <Case row={row} {...props} />}
    </Loaded>
  )
}

/**
 * The lines by which a payment of another sum can be settled; `rest`: yen that went short, or over, or have
 * come back. A claim may have come back in the bank's own name: which line it is, people say.
 */
function settlingLines(row: DeskWithdrawal, lines: readonly LineView[], credits: readonly LineView[]) {
  const { amount, claim } = row
  if (claim !== null) {
    const back = [...lines.filter(({ match }) => match === 'claim-returned'), ...credits]
    return back.map((line) => ({
      line,
      way: line.amount < claim ? ('part' as const) : ('claim' as const),
      rest: line.amount,
    }))
  }
  const line = lines.find(({ kind, match }) => kind === 'out' && match === 'amount-differs')
  if (line === undefined) return []
  const way = line.amount < amount ? ('short' as const) : ('over' as const)
  return [{ line, way, rest: Math.abs(line.amount - amount) }]
}

/** Sums that were asked for and sent, and where the difference goes. */
function Differing({ row, line }: { row: DeskWithdrawal; line: LineView | undefined }) {
  const t = useT()
  const f = useFormat()
  const paid = row.paid ?? line?.amount ?? row.amount
  const side = paid < row.amount ? 'short' : 'over'
  return (
    <PaneSection
      title={t('funding.console.differsTitle')}
      note={row.paid === null ? t('funding.console.differsNote') : undefined}
    >
      <Facts
        rows={[
          [t('funding.console.col.amount'), f.money(row.amount)],
          [t('funding.console.fact.bankPaid'), f.money(paid)],
          [t('funding.console.fact.rest', { way: side }), f.money(Math.abs(paid - row.amount)), true],
        ]}
      />
      {row.claim !== null && (
        <p className="pt-1">
          <Mark tone="warn">{t('funding.console.claim', { money: f.money(row.claim) })}</Mark>
        </p>
      )}
    </PaneSection>
  )
}

function Case({ row, queue, assigned, onDone }: CaseProps) {
  const t = useT()
  const text = useText()
  const f = useFormat()
  const read = useRead(getDeskWithdrawal, { params: { id: row.id } }, { poll: 'deskCase' })
  const openCase = useOpenCase(row.member.id)
  const opened = read.data
  const { member, amount } = row
  // Several under one reference: each is offered by its number, and the others are for the bank to explain.
  const payouts = opened?.lines.filter(({ match }) => match === 'payout') ?? []
  const returned = row.state === 'paid' ? opened?.lines.find(({ match }) => match === 'returned') : undefined
  const settles = settlingLines(row, opened?.lines ?? [], opened?.credits ?? [])
  const choices: Choice[] =
    row.state === 'requested'
      ? [
          {
            power: 'withdrawal.deny',
            label: t('funding.console.act.deny'),
            tone: 'danger',
            hotkey: 'd',
            confirm: t('funding.console.confirm.deny', { money: f.money(amount) }),
          },
          {
            power: 'withdrawal.approve',
            label: t('funding.console.act.approve'),
            hotkey: 'a',
            confirm: t('funding.console.confirm.approve', { money: f.money(amount), number: member.number }),
          },
        ]
      : [
          ...(row.stuck
            ? [
                {
                  power: 'withdrawal.deny' as const,
                  label: t('funding.console.act.denyStuck', { money: f.money(amount) }),
                  tone: 'danger' as const,
                  hotkey: 'd',
                  confirm: t('funding.console.confirm.deny', { money: f.money(amount) }),
                },
              ]
            : []),
          ...payouts.map((line) => ({
            power: 'withdrawal.mark-paid' as const,
            body: { lineId: line.id },
            label:
              payouts.length === 1
                ? t('funding.console.act.paid')
                : `${t('funding.console.act.paid')} (${line.id.slice(-SHOWN_OF_ID)})`,
            ...(payouts.length === 1 ? { hotkey: 'a' } : {}),
            confirm: t('funding.console.confirm.paid', { number: row.reference, money: f.money(amount) }),
          })),
          ...settles.map(({ line, way, rest }) => ({
            power: 'withdrawal.settle' as const,
            body: { lineId: line.id },
            label:
              way === 'claim' || way === 'part'
                ? `${t('funding.console.act.claimReturned')} ${f.money(rest)} (${line.id.slice(-SHOWN_OF_ID)})`
                : t('funding.console.act.settle', { money: f.money(line.amount) }),
            ...(settles.length === 1 ? { hotkey: 'a' } : {}),
            confirm: t('funding.console.confirm.settle', {
              number: row.reference,
              money: f.money(amount),
              paid: f.money(row.paid ?? line.amount),
              rest: f.money(rest),
              way,
            }),
          })),
          ...(returned === undefined
            ? []
            : [
                {
                  power: 'withdrawal.mark-returned' as const,
                  body: { lineId: returned.id },
                  label: t('funding.console.act.returned'),
                  tone: 'danger' as const,
                  confirm: t('funding.console.confirm.returned', {
                    number: row.reference,
                    money: f.money(amount),
                  }),
                },
              ]),
        ]
  return (
    <Pane
      label={t('funding.console.withdrawals')}
      head={
        <CaseHead
          number={row.reference}
          amount={amount}
          member={member}
          name={opened?.name ?? null}
          state={{ tone: STATE_TONES[row.state], words: t('funding.console.state', { state: row.state }) }}
        />
      }
    >
      {row.stopped !== null && (
        <PaneSection title={t('funding.console.stoppedTitle')} note={t('funding.console.stoppedSeen')}>
          <p>
            <Mark tone="warn">{t('funding.console.stopped', { stop: row.stopped.for })}</Mark>{' '}
            {t('funding.withdrawal.stoppedSince', { at: f.moment(row.stopped.since) })}
          </p>
          <p className="pt-1 text-1 text-grey-1">
            {t(row.state === 'approved' ? 'funding.console.paymentGoesOn' : 'funding.console.stoppedGoesOn')}
          </p>
        </PaneSection>
      )}
      {(settles.length > 0 || row.paid !== null) && <Differing row={row} line={settles[0]?.line} />}
      {queue !== undefined && (
        <PaneSection>
          <Assigned queue={queue} subject={row.id} assigned={assigned} />
        </PaneSection>
      )}
      <Loaded
        read={read}
        skeleton={
          <div className="p-4">
            <Skeleton kind="lines" rows={8} />
          </div>
        }
      >
        {({ money, checks, lines, credits, acts, provenBy, withdrawal }) => (
          <>
            <PaneSection>
              <Facts
                rows={[
                  [t('funding.console.fact.available'), f.money(money.available)],
                  [t('funding.console.fact.held'), f.money(money.held)],
                  [t('funding.console.fact.withdrawable'), f.money(money.withdrawable), true],
                  [
                    t('funding.console.fact.today'),
                    t('funding.console.fact.todayOf', { money: f.money(money.todayYen), n: money.today }),
                  ],
                  [t('funding.console.col.account'), withdrawal.account],
                  [t('funding.console.fact.proof'), t('funding.console.proven', { by: provenBy })],
                  ...(row.approvedBy === null
                    ? []
                    : [
                        [
                          t('funding.console.col.approval'),
                          t('funding.console.approvedBy', { by: row.approvedBy }),
                        ] as const,
                      ]),
                  ...(withdrawal.reason === null
                    ? []
                    : [[text(`staff.reason.${withdrawal.reason}`), withdrawal.text ?? ''] as const]),
                ]}
              />
            </PaneSection>
            <PaneSection title={t('funding.console.checks')} note={t('funding.console.read')}>
              <Checks
                rows={[
                  ...checks.map(({ name, passed, value }) => ({
                    label: t('funding.console.check', { name }),
                    ok: passed,
                    value: value === null ? undefined : /^\d{4}-.*Z$/.test(value) ? f.date(value) : value,
                  })),
                  ...openCase,
                ]}
              />
            </PaneSection>
            {row.state !== 'requested' && <Lines lines={lines} />}
            {credits.length > 0 && <Lines lines={credits} title={t('funding.console.credits')} />}
            {payouts.length > 1 && (
              <PaneSection>
                <p className="text-danger">{t('funding.console.debitNote')}</p>
              </PaneSection>
            )}
            <Acts acts={acts} />
          </>
        )}
      </Loaded>
      <Freeze
        memberId={member.id}
        onDone={() => {
          onDone()
          void read.refetch()
        }}
      />
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
