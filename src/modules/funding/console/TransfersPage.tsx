import { call } from '#client/call.ts'
import { refresh, useRead } from '#client/reads.ts'
import { fetchFile, useFiles } from '#client/download.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useMe } from '#console/kit/act.ts'
import { hrefOf } from '#console/kit/address.ts'
import { DeskButton } from '#console/kit/Control.tsx'
import { Decision } from '#console/kit/Decision.tsx'
import { Facts, Pane, PaneSection, PersonName } from '#console/kit/Pane.tsx'
import { from, pagingOf, usePlace } from '#console/kit/paging.ts'
import { usePeople } from '#console/kit/people.ts'
import { Table } from '#console/kit/Table.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import type { OutputOf } from '#wire/route.ts'
import { reasonWord } from '../model/states.ts'
import {
  getNextTransfers,
  getTransferFile,
  getTransferPayments,
  listDeskWithdrawals,
  listRefunds,
  listTransferFiles,
  type Payment,
} from '../operator-contract.ts'

const MAY_HAVE = new Set(['treasurer', 'auditor'])

/** Files for the bank: the next one before it is made, and those that were, to be had again byte for byte. */
export default function TransfersPage() {
  const t = useT()
  const { wordsOf } = usePeople()
  const f = useFormat()
  const me = useMe()
  const files = useFiles()
  const query = usePlace()
  const read = useRead(listTransferFiles, { query }, { poll: 'deskQueue', keepPrevious: true })
  const mayHave = me?.roles.some((role) => MAY_HAVE.has(role)) === true
  return (
    <Table
      name="transfers"
      title={t('funding.console.transfers')}
      read={read}
      rows={read.data?.rows}
      paging={pagingOf(read.data, (place) => call(listTransferFiles, { query: from(query, place) }))}
      keyOf={({ id }) => id}
      sortedBy="-at"
      empty={t('funding.console.empty.transfers')}
      figures={<Next />}
      note={t('funding.console.makeNote')}
      detail={(row) => <Made key={row.id} file={row} />}
      columns={[
        {
          id: 'at',
          head: t('funding.console.col.at'),
          cell: ({ madeAt }) => f.moment(madeAt),
          value: ({ madeAt }) => madeAt,
        },
        {
          id: 'day',
          head: t('funding.console.col.day'),
          cell: ({ day }) => f.date(day),
          value: ({ day }) => day,
        },
        {
          id: 'count',
          head: t('funding.console.col.count'),
          align: 'end',
          cell: ({ count }) => f.quantity(count),
          value: ({ count }) => count,
        },
        {
          id: 'amount',
          head: t('funding.console.col.amount'),
          align: 'end',
          cell: ({ yen }) => <b>{f.yen(yen)}</b>,
          value: ({ yen }) => yen,
        },
        {
          id: 'done',
          head: t('funding.console.col.done'),
          align: 'end',
          cell: ({ paid, returned }) => `${paid} · ${returned}`,
          value: ({ paid }) => paid,
        },
        {
          id: 'by',
          head: t('funding.console.col.by'),
          cell: ({ madeBy }) => <PersonName person={madeBy} />,
          value: ({ madeBy }) => wordsOf(madeBy),
        },
        {
          id: 'hash',
          head: t('funding.console.fact.hash'),
          cell: ({ id }) => <span className="font-code text-1">{id.slice(0, 16)}…</span>,
          value: ({ id }) => id,
        },
        ...(mayHave
          ? [
              {
                id: 'file',
                head: t('funding.console.col.file'),
                value: ({ name }: { name: string }) => name,
                cell: ({ id }: { id: string }) => (
                  <DeskButton
                    busy={files.busy === id}
                    onPress={() => void files.keep(id, () => fetchFile(getTransferFile, { params: { id } }))}
                  >
                    {t('funding.console.download')}
                  </DeskButton>
                ),
              },
            ]
          : []),
      ]}
    />
  )
}

type Transfer = OutputOf<typeof listTransferFiles>['rows'][number]

/** A file that was made: whom it pays, and what became of each. */
function Made({ file }: { file: Transfer }) {
  const t = useT()
  const f = useFormat()
  const read = useRead(getTransferPayments, { params: { id: file.id } }, { poll: 'deskCase' })
  return (
    <Pane
      label={t('funding.console.transfers')}
      head={
        <>
          <p className="text-1 text-grey-1">{file.name}</p>
          <h2 className="py-1 text-4 font-strong">{f.money(file.yen)}</h2>
        </>
      }
    >
      <PaneSection>
        <Facts
          rows={[
            [t('funding.console.col.day'), f.day(file.day)],
            [t('funding.console.col.count'), f.quantity(file.count)],
            [t('funding.console.col.by'), <PersonName key="by" person={file.madeBy} />],
            [
              t('funding.console.fact.hash'),
              <span key="hash" className="font-code text-1 break-all">
                {file.id}
              </span>,
            ],
          ]}
        />
      </PaneSection>
      <Loaded read={read} skeleton="lines">
        {({ payments, yen }) => <Payments payments={payments} yen={yen} />}
      </Loaded>
    </Pane>
  )
}

/** The case of a payment: its withdrawal, or the line whose money goes back. */
const caseOf = (id: string, refundOf: string | null): string =>
  refundOf === null
    ? hrefOf('withdrawals', [], { view: 'bank', at: id })
    : hrefOf('statements', [], { view: 'all', at: refundOf })

/** Payments of a file with their sum; each leads to its case, where the name stands. */
function Payments({ payments, yen }: { payments: readonly Payment[]; yen: number }) {
  const t = useT()
  const f = useFormat()
  return (
    <table className="desk-table" aria-label={t('funding.console.payments')}>
      <thead>
        <tr>
          {(['number', 'member', 'account', 'state'] as const).map((name) => (
            <th key={name} scope="col">
              {t(`funding.console.col.${name}`)}
            </th>
          ))}
          <th scope="col" className="at-end">
            {t('funding.console.col.amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {payments.map(({ id, reference, member, account, state, amount, refundOf }) => (
          <tr key={id}>
            <td>
              <a className="desk-link" href={caseOf(id, refundOf)}>
                {reference}
              </a>
            </td>
            <td>{member === null ? '—' : `#${member.number}`}</td>
            <td>{account}</td>
            <td>
              {refundOf === null ? t('funding.console.state', { state }) : t('funding.console.refund.title')}
            </td>
            <td className="at-end">{f.yen(amount)}</td>
          </tr>
        ))}
        <tr>
          <td colSpan={4} className="font-strong">
            {t('funding.console.payments.sum', { n: payments.length })}
          </td>
          <td className="at-end font-strong">{f.yen(yen)}</td>
        </tr>
      </tbody>
    </table>
  )
}

function Next() {
  const t = useT()
  const f = useFormat()
  const read = useRead(getNextTransfers, {}, { poll: 'deskQueue' })
  const next = read.data
  if (next === undefined) return null
  const done = () => {
    for (const route of [getNextTransfers, listTransferFiles, listDeskWithdrawals, listRefunds] as const)
      refresh(route)
  }
  return (
    <section className="max-w-160" aria-label={t('funding.console.next')}>
      <h2 className="px-4 pt-3 text-2 font-strong">{t('funding.console.next')}</h2>
      <PaneSection>
        {next.id === null ? (
          <p className="text-grey-1">{t('funding.console.nothingToSend')}</p>
        ) : (
          <Facts
            rows={[
              [t('funding.console.col.day'), f.date(next.day)],
              [t('funding.console.col.count'), f.quantity(next.count)],
              [t('funding.console.col.amount'), f.money(next.yen), true],
              [
                t('funding.console.fact.hash'),
                <span key="hash" className="font-code text-1">
                  {next.id}
                </span>,
              ],
            ]}
          />
        )}
        {next.payments.length > 0 && <Payments payments={next.payments} yen={next.yen} />}
        <ul className="flex flex-col gap-1">
          {next.unwritable.map(({ id, refundOf, problem, stop }) => (
            <li key={id} className="text-danger">
              <a className="desk-link" href={caseOf(id, refundOf)}>
                {t('funding.console.toPayment')}
              </a>{' '}
              {t('funding.console.unwritable', { problem: reasonWord(problem) })}
              {stop !== null && ` (${t('funding.console.stopped', { stop })})`}
            </li>
          ))}
        </ul>
      </PaneSection>
      {next.id !== null && (
        <Decision
          subject={next.id}
          choices={[
            {
              power: 'transfer.make',
              label: t('funding.console.act.make', { n: next.count, money: f.money(next.yen) }),
              confirm: t('funding.console.confirm.make', { n: next.count, money: f.money(next.yen) }),
            },
          ]}
          onDone={done}
        />
      )}
    </section>
  )
}
