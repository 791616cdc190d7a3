import { useState } from 'react'
import { useRead } from '#client/reads.ts'
import { useFormat, useT, useText } from '#client/texts.ts'
import { useAct, useMe } from '#console/kit/act.ts'
import { AuditTrail } from '#console/kit/AuditTrail.tsx'
import { ApprovalState } from '#console/kit/ApprovalState.tsx'
import { DeskButton, Mark, type Tone } from '#console/kit/Control.tsx'
import { Decision } from '#console/kit/Decision.tsx'
import { Facts, Pane, PaneSection, PersonName } from '#console/kit/Pane.tsx'
import { Table } from '#console/kit/Table.tsx'
import { listApprovals, type ApprovalView } from '#rooms/staff/operator-contract.ts'
import { confirm } from '#ui/confirm.tsx'
import { toast } from '#ui/toast.tsx'
import { getSchedules, type FeeScheduleView, type SchedulesView } from '../contract.ts'
import { feesId, feesProblem } from '../model/fees.ts'

type Row = Omit<FeeScheduleView, 'status'> & { status: FeeScheduleView['status'] | 'waiting'; approval: ApprovalView | null }
const TONES: Record<Row['status'], Tone> = { waiting: 'warn', coming: 'brand', 'in-force': 'ok', over: 'grey' }

/** The commission: what was, what is in force, what comes, and what waits for an auditor. */
export default function FeesPage() {
  const t = useT()
  const text = useText()
  const f = useFormat()
  const me = useMe()
  const read = useRead(getSchedules, {}, { refetchInterval: 10_000 })
  const asked = useRead(listApprovals, { query: {} }, { refetchInterval: 10_000 })
  const waiting = (asked.data ?? []).filter(({ power, status, subject }) => power === 'fees.set' && status === 'open' && !read.data?.history.some(({ id }) => id === subject))
  const rows = read.data && [...waiting.map(rowOf), ...read.data.history.map((row): Row => ({ ...row, approval: null }))]
  const from = (row: Row) => (row.from === null ? t('schedules.console.began') : f.date(row.from))
  return (
    <Table<Row>
      name="fees" title={t('schedules.console.title')} read={read} rows={rows} keyOf={({ id, status }) => `${id} ${status}`} sortedBy="-from" empty={t('schedules.console.empty')} note={<><p>{t('schedules.console.note')}</p><p>{t('schedules.console.fixed')}</p></>}
      columns={[
        { id: 'from', head: t('schedules.console.from'), cell: from, value: ({ from: date }) => date ?? '' },
        { id: 'rate', head: t('schedules.console.rate'), align: 'end', cell: ({ fees }) => f.quantity(fees.ratePpm), value: ({ fees }) => fees.ratePpm },
        { id: 'min', head: t('schedules.console.min'), align: 'end', cell: ({ fees }) => f.quantity(fees.minYen), value: ({ fees }) => fees.minYen },
        { id: 'max', head: t('schedules.console.max'), align: 'end', cell: ({ fees }) => f.quantity(fees.maxYen), value: ({ fees }) => fees.maxYen },
        { id: 'status', head: t('schedules.console.status'), cell: (row) => <Mark tone={TONES[row.status]}>{text(`schedules.console.status.${row.status}`)}</Mark>, value: (row) => row.status },
      ]}
      figures={me?.role === 'administrator' && read.data !== undefined ? <NewSchedule key={read.data.next} schedules={read.data} /> : undefined}
      detail={(row) => (
        <Pane key={`${row.id} ${row.status}`} label={from(row)} head={<h2 className="text-3 font-strong">{from(row)}</h2>}>
          {row.approval !== null && <PaneSection title={t('console.approval.title')}><ApprovalState approval={row.approval} /></PaneSection>}
          <PaneSection>
            <Facts rows={[
              [t('schedules.console.rate'), f.quantity(row.fees.ratePpm)], [t('schedules.console.min'), f.money(row.fees.minYen)], [t('schedules.console.max'), f.money(row.fees.maxYen)],
              ...row.signers.map((signer) => [f.dateTime(signer.at), <PersonName key={signer.role} person={signer} />] as const),
            ]} />
          </PaneSection>
          {row.from !== null && (
            <>
              <Decision subject={row.id} onDone={() => void read.refetch()} choices={row.approval === null ? [] : [{ power: 'fees.set', body: row.approval.body, label: t('schedules.console.prepare') }]} />
              <AuditTrail subject={row.id} />
            </>
          )}
        </Pane>
      )}
    />
  )
}

function rowOf(approval: ApprovalView): Row {
  const { from, ratePpm, minYen, maxYen } = approval.body as { from: string; ratePpm: number; minYen: number; maxYen: number }
  return { id: approval.subject, from, fees: { ratePpm, minYen, maxYen }, status: 'waiting', publishedAt: null, signers: [], approval }
}

/** Prepares the next one: the same checks as both signatures. */
function NewSchedule({ schedules: { today, next, fees, history } }: { schedules: SchedulesView }) {
  const t = useT()
  const text = useText()
  const act = useAct()
  const [draft, setDraft] = useState({ from: next, ratePpm: String(fees.ratePpm), minYen: String(fees.minYen), maxYen: String(fees.maxYen) })
  const number = (word: string) => (/^\d{1,9}$/.test(word) ? Number(word) : Number.NaN)
  const body = { from: draft.from, ratePpm: number(draft.ratePpm), minYen: number(draft.minYen), maxYen: number(draft.maxYen) }
  const id = feesId(draft.from)
  // Whether the day is a business day is the server's to say; it refuses the first signature then.
  const problem = feesProblem(id, body, { today, isOpen: true }, history.some((one) => one.id === id))
  const field = (name: keyof typeof draft, label: string, type = 'text') => (
    <label className="flex flex-col text-1 text-grey-1">{label}
      <input className="desk-input w-32 text-2" type={type} value={draft[name]} onChange={(event) => setDraft({ ...draft, [name]: event.target.value })} />
    </label>
  )
  async function prepare(): Promise<void> {
    if (!(await confirm({ title: t('schedules.console.new'), body: t('schedules.console.confirm', { from: body.from, rate: body.ratePpm, min: body.minYen, max: body.maxYen }) }))) return
    if ((await act.ask({ power: 'fees.set', subject: id, body })) !== null) toast(t('console.decision.asked'), { kind: 'ok' })
  }
  return (
    <form aria-label={t('schedules.console.new')} className="flex flex-wrap items-end gap-3 border-b border-grey-3 px-4 py-2" onSubmit={(event) => { event.preventDefault(); void prepare() }}>
      {field('from', t('schedules.console.from'), 'date')}
      {field('ratePpm', t('schedules.console.rate'))}
      {field('minYen', t('schedules.console.min'))}
      {field('maxYen', t('schedules.console.max'))}
      <DeskButton type="submit" look="primary" busy={act.busy} disabled={problem !== null}>{t('schedules.console.prepare')}</DeskButton>
      {problem !== null && <p role="status" className="text-1 text-danger">{text(`schedules.rejection.${problem.rejection}`, problem.detail)}</p>}
    </form>
  )
}
