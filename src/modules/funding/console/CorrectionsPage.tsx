import { call } from '#client/call.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { AuditTrail } from '#console/kit/AuditTrail.tsx'
import { useAddress } from '#console/kit/address.ts'
import { Mark } from '#console/kit/Control.tsx'
import { Decision } from '#console/kit/Decision.tsx'
import { Facts, FigureStrip, Pane, PaneSection } from '#console/kit/Pane.tsx'
import { from, pagingOf, usePlace } from '#console/kit/paging.ts'
import { Table } from '#console/kit/Table.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { listCashEntries, type CashEntryView } from '../operator-contract.ts'
import { CaseHead } from './CaseHead.tsx'
import { useView, Views } from './Views.tsx'
import { useDeskWords } from './labels.ts'

const VIEWS = [{ id: 'all' }, { id: 'corrected' }] as const

/** Entries that operators brought about, and their corrections. `?member=` shows one member's. */
export default function CorrectionsPage() {
  const t = useT()
  const f = useFormat()
  const words = useDeskWords()
  const view = useView(VIEWS)
  const { member } = useAddress().query
  const query = { view, ...(member ? { member } : {}), ...usePlace() }
  const read = useRead(listCashEntries, { query }, { poll: 'deskQueue', keepPrevious: true })
  return (
    <Table<CashEntryView>
      name={`corrections-${view}`}
      title={t('funding.console.corrections')}
      read={read}
      rows={read.data?.rows}
      paging={pagingOf(read.data, (place) => call(listCashEntries, { query: from(query, place) }))}
      keyOf={({ id }) => id}
      sortedBy="-at"
      empty={t('funding.console.empty.corrections')}
      note={t('funding.console.correctNote')}
      columns={[
        { id: 'entry', head: t('funding.console.col.entry'), cell: ({ id }) => id, value: ({ id }) => id },
        {
          id: 'at',
          head: t('funding.console.col.at'),
          cell: ({ at }) => f.moment(at),
          value: ({ at }) => at,
        },
        {
          id: 'member',
          head: t('funding.console.col.member'),
          cell: ({ member }) => `#${member.number}`,
          value: ({ member }) => member.number,
        },
        {
          id: 'kind',
          head: t('funding.console.col.kind'),
          cell: ({ kind }) => words.entryKind(kind),
          value: ({ kind }) => kind,
        },
        {
          id: 'amount',
          head: t('funding.console.col.amount'),
          align: 'end',
          cell: (row) => <b>{f.signedYen(signed(row))}</b>,
          value: signed,
        },
        {
          id: 'state',
          head: t('funding.console.col.state'),
          cell: (row) => <State row={row} />,
          value: ({ reversedBy }) => reversedBy,
        },
      ]}
      figures={
        <>
          <Views
            views={[
              { id: 'all', label: t('funding.console.view.all') },
              { id: 'corrected', label: t('funding.console.view.corrected'), count: read.data?.corrected },
            ]}
          />
          <FigureStrip
            label={t('funding.console.figures')}
            figures={[[t('funding.console.publicCount'), f.quantity(read.data?.corrected)]]}
          />
        </>
      }
      detail={(row) => <Entry key={row.id} row={row} onDone={() => void read.refetch()} />}
      opened={(id) => <Opened key={id} id={id} onDone={() => void read.refetch()} />}
    />
  )
}

const signed = ({ way, amount }: CashEntryView): number => (way === 'in' ? amount : -amount)

function State({ row: { reversedBy, reverses } }: { row: CashEntryView }) {
  const t = useT()
  if (reversedBy !== null)
    return <Mark tone="warn">{t('funding.console.reversedBy', { id: reversedBy })}</Mark>
  return reverses === null ? (
    <Mark tone="grey">{t('funding.console.standing')}</Mark>
  ) : (
    <Mark tone="brand">{t('funding.console.reverses', { id: reverses })}</Mark>
  )
}

/** One that is not among the rows: by its id. */
function Opened({ id, onDone }: { id: string; onDone: () => void }) {
  const read = useRead(listCashEntries, { query: { q: id } }, { poll: 'deskCase' })
  return (
    <Loaded read={read} skeleton="lines">
      {({ rows }) =>
        rows.filter((row) => row.id === id).map((row) => <Entry key={row.id} row={row} onDone={onDone} />)
      }
    </Loaded>
  )
}

function Entry({ row, onDone }: { row: CashEntryView; onDone: () => void }) {
  const t = useT()
  const f = useFormat()
  const words = useDeskWords()
  const money = f.money(row.amount)
  return (
    <Pane
      label={t('funding.console.corrections')}
      head={
        <CaseHead
          number={row.id}
          amount={row.kind === 'correction' ? signed(row) : row.amount}
          member={row.member}
          state={{ tone: row.way === 'in' ? 'ok' : 'brand', words: words.entryKind(row.kind) }}
        />
      }
    >
      <PaneSection>
        <Facts
          rows={[
            [t('funding.console.col.at'), f.moment(row.at)],
            [
              t('funding.console.col.kind'),
              `${words.entryKind(row.kind)} ${f.signedMoney(signed(row))}`,
              true,
            ],
            [t('funding.console.col.state'), <State key="state" row={row} />],
          ]}
        />
      </PaneSection>
      {row.hindrance !== null && (
        <PaneSection>
          <p className="text-grey-1">{row.hindrance}</p>
        </PaneSection>
      )}
      <Decision
        subject={row.id}
        onDone={onDone}
        choices={
          row.hindrance === null
            ? [
                {
                  power: 'entry.reverse',
                  label: t('funding.console.act.reverse', { money }),
                  tone: 'danger',
                  confirm: t('funding.console.confirm.reverse', {
                    money,
                    number: row.member.number,
                    way: row.way,
                  }),
                },
              ]
            : []
        }
      />
      <AuditTrail subject={row.id} />
    </Pane>
  )
}
