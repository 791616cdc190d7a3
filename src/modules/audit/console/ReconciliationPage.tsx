import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { setQuery, useAddress } from '#console/kit/address.ts'
import { DeskButton, Mark } from '#console/kit/Control.tsx'
import { Facts, FigureStrip, MemberLink, Pane, PaneSection } from '#console/kit/Pane.tsx'
import { Table } from '#console/kit/Table.tsx'
import { addDays, type Days } from '#kernel/time.ts'
import type { OutputOf } from '#wire/route.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { CAUSES, isExpected, SIDES } from '../model/reconcile.ts'
import { reconcile, showLine } from '../operator-contract.ts'
import { RecordLink } from './EntryTable.tsx'

type Found = OutputOf<typeof reconcile>
type Row = Found['differences'][number]
const keyOf = (row: Row): string =>
  [row.side, row.cause, row.entry, row.line, row.subject, row.memberId, row.at]
    .filter((each) => each !== null)
    .join(' ')

/**
 * The ledger held against the bank, the exchange and what money is held for, a day at a time: each difference
 * under its cause, none of them adjustable.
 */
export default function ReconciliationPage() {
  const t = useT()
  const f = useFormat()
  const { query } = useAddress()
  const cause = CAUSES.find((each) => each === query.cause)
  const side = SIDES.find((each) => each === query.side)
  const read = useRead(
    reconcile,
    {
      query: {
        ...(query.date ? { date: query.date } : {}),
        ...(cause === undefined ? {} : { cause }),
        ...(side === undefined ? {} : { side }),
      },
    },
    { keepPrevious: true },
  )
  const found = read.data
  const date = found?.date
  const step = (days: Days) => (date === undefined ? null : addDays(date, days))
  return (
    <Table<Row>
      name="reconciliation"
      title={t('audit.console.reconcile.title')}
      read={read}
      rows={found?.differences}
      keyOf={keyOf}
      sortedBy="cause"
      empty={t('audit.console.reconcile.none')}
      columns={[
        {
          id: 'side',
          head: t('audit.console.reconcile.side'),
          cell: (row) => t(`audit.console.side.${row.side}`),
          value: (row) => t(`audit.console.side.${row.side}`),
        },
        {
          id: 'cause',
          head: t('audit.console.reconcile.cause'),
          cell: (row) => (
            <Mark tone={isExpected(row.cause) ? 'grey' : 'danger'}>
              {t(`audit.console.cause.${row.cause}`)}
            </Mark>
          ),
          value: (row) => `${isExpected(row.cause) ? 1 : 0} ${t(`audit.console.cause.${row.cause}`)}`,
        },
        {
          id: 'yen',
          head: t('audit.console.reconcile.difference'),
          align: 'end',
          cell: (row) => (
            <span className="font-strong">
              {f.signedYen(row.yen)} {row.amount !== null && `(${f.yen(row.amount)})`}
            </span>
          ),
          value: (row) => row.yen,
        },
        {
          id: 'entry',
          head: t('audit.console.entry.id'),
          cell: (row) => (row.entry === null ? '—' : <RecordLink entry={row.entry} />),
          value: (row) => row.entry,
        },
        {
          id: 'line',
          head: t('audit.console.col.line'),
          cell: (row) => (
            <span className="font-code text-1">{row.line === null ? '—' : `…${row.line.slice(-12)}`}</span>
          ),
          value: (row) => row.line,
        },
        {
          id: 'member',
          head: t('audit.console.member.title'),
          cell: (row) => <Whose row={row} />,
          value: (row) => row.memberNumber,
        },
      ]}
      filters={[
        {
          id: 'side',
          label: t('audit.console.reconcile.side'),
          of: (row) => row.side,
          options: SIDES.map((id) => ({ id, label: t(`audit.console.side.${id}`) })),
        },
      ]}
      figures={found === undefined ? null : <Figures found={found} />}
      narrowing={
        <span className="flex gap-1">
          <DeskButton
            label={t('audit.console.reconcile.before')}
            onPress={() => setQuery({ date: step(-1), at: null })}
          >
            ‹
          </DeskButton>
          <input
            type="date"
            className="desk-input"
            aria-label={t('audit.console.reconcile.date')}
            max={found?.today}
            value={date ?? ''}
            onChange={(event) => setQuery({ date: event.target.value, at: null })}
          />
          <DeskButton
            label={t('audit.console.reconcile.after')}
            disabled={date === undefined || date >= (found?.today ?? '')}
            onPress={() => setQuery({ date: step(1), at: null })}
          >
            ›
          </DeskButton>
        </span>
      }
      note={found?.more ? t('audit.console.reconcile.more') : t('audit.console.reconcile.note')}
      detail={(row) => <Detail row={row} />}
    />
  )
}

function Figures({ found: { bank, venue, causes } }: { found: Found }) {
  const t = useT()
  const f = useFormat()
  const { query } = useAddress()
  const wrong = causes.filter(({ expected }) => !expected).reduce((sum, { count }) => sum + count, 0)
  const rest = bank.ledger - bank.statements - bank.opening
  return (
    <>
      <FigureStrip
        label={t('audit.console.reconcile.figures')}
        figures={[
          [
            t('audit.console.reconcile.unexplained'),
            <Mark key="w" tone={wrong === 0 ? 'ok' : 'danger'}>
              {wrong === 0
                ? t('audit.console.reconcile.clean')
                : t('audit.console.reconcile.open', { n: wrong })}
            </Mark>,
          ],
          [
            t('audit.console.reconcile.fills'),
            `${f.quantity(venue.fills)} / ${venue.trades === null ? '—' : f.quantity(venue.trades)}`,
          ],
          [t('audit.console.reconcile.rest'), f.money(rest)],
          ...(bank.differences === null
            ? []
            : [
                [
                  t('audit.console.reconcile.sum'),
                  <Mark key="d" tone={bank.differences === rest ? 'ok' : 'danger'}>
                    {f.money(bank.differences)}
                  </Mark>,
                ] as const,
              ]),
        ]}
      />
      <FigureStrip
        label={t('audit.console.reconcile.ledgerBank')}
        figures={[
          [t('audit.console.reconcile.ledgerBank'), f.money(bank.ledger)],
          [t('audit.console.reconcile.statements'), f.money(bank.statements)],
          [t('audit.console.reconcile.opening'), f.money(bank.opening)],
        ]}
      />
      {causes.length > 0 && (
        <div
          role="group"
          aria-label={t('audit.console.reconcile.cause')}
          className="flex flex-wrap gap-1 border-b border-grey-3 px-4 py-2"
        >
          {causes.map(({ side, cause, count, yen, amount }) => (
            <DeskButton
              key={`${side} ${cause}`}
              pressed={query.cause === cause}
              onPress={() => setQuery({ cause: query.cause === cause ? null : cause, at: null })}
            >
              {t(`audit.console.cause.${cause}`)}{' '}
              <span className="font-regular">
                {f.quantity(count)} · {f.signedYen(yen)}
                {amount !== 0 && ` (${f.yen(amount)})`}
              </span>
            </DeskButton>
          ))}
        </div>
      )}
    </>
  )
}

/**
 * Sources of a difference: the entry's record, the line of the statement, whose it is; and what may be done,
 * which is never an adjustment.
 */
function Detail({ row }: { row: Row }) {
  const t = useT()
  const f = useFormat()
  const cause = t(`audit.console.cause.${row.cause}`)
  return (
    <Pane
      label={cause}
      head={
        <>
          <p className="text-1 text-grey-1">{t(`audit.console.side.${row.side}`)}</p>
          <h2 className="text-3 font-strong">{cause}</h2>
          <p className="text-4 font-strong">
            {f.signedMoney(row.yen)} {row.amount !== null && `(${f.money(row.amount)})`}
          </p>
        </>
      }
    >
      <PaneSection>
        <p>{t(`audit.console.why.${row.cause}`)}</p>
      </PaneSection>
      <PaneSection title={t('audit.console.reconcile.trace')}>
        <Facts
          rows={[
            [t('audit.console.col.at'), f.moment(row.at)],
            [
              t('audit.console.entry.id'),
              row.entry === null ? '—' : <RecordLink key="e" entry={row.entry} />,
            ],
            [
              t('audit.console.reconcile.subject'),
              <span key="s" className="font-code text-1">
                {row.subject ?? '—'}
              </span>,
            ],
            [t('audit.console.member.title'), <Whose key="m" row={row} />],
          ]}
        />
      </PaneSection>
      {row.line !== null && row.cause !== 'missing-line' && <Line id={row.line} />}
      <PaneSection>
        <p className="text-1 text-grey-1">{t('audit.console.reconcile.never')}</p>
      </PaneSection>
    </Pane>
  )
}

/** The member, by number as everywhere else. */
function Whose({ row: { memberId, memberNumber } }: { row: Pick<Row, 'memberId' | 'memberNumber'> }) {
  if (memberId === null) return <>—</>
  return <MemberLink memberId={memberId}>{memberNumber === null ? undefined : `#${memberNumber}`}</MemberLink>
}

function Line({ id }: { id: string }) {
  const t = useT()
  const f = useFormat()
  return (
    <PaneSection title={t('audit.console.col.line')}>
      <Loaded read={useRead(showLine, { params: { id } })} skeleton="lines">
        {(line) => (
          <Facts
            rows={[
              [
                t('audit.console.entry.id'),
                <span key="i" className="font-code text-1">
                  {line.id}
                </span>,
              ],
              [
                t('audit.console.col.kind'),
                t(`audit.console.line.${line.kind as 'in' | 'out' | 'returned'}`),
              ],
              [t('audit.console.entry.yen'), f.money(line.yen), true],
              [t('audit.console.col.at'), f.moment(line.bookedAt)],
              [t('audit.console.col.reference'), line.reference ?? '—'],
              [
                t('audit.console.line.source'),
                t(`audit.console.line.${line.source as 'demo-bank' | 'file'}`),
              ],
              [
                t('audit.console.line.usedFor'),
                <span key="u" className="font-code text-1">
                  {line.usedFor ?? '—'}
                </span>,
              ],
            ]}
          />
        )}
      </Loaded>
    </PaneSection>
  )
}
