import { call } from '#client/call.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT, useText } from '#client/texts.ts'
import { Mark } from '#console/kit/Control.tsx'
import { Pane } from '#console/kit/Pane.tsx'
import { from, pagingOf, usePlace } from '#console/kit/paging.ts'
import { Table } from '#console/kit/Table.tsx'
import type { ReactNode } from 'react'
import { Loaded } from '#ui/Loaded.tsx'
import { reasonWord } from '../model/states.ts'
import { getRefund, listRefunds, type LineView, type RefundView } from '../operator-contract.ts'
import { REFUND_TONES } from './Refund.tsx'

type Props = { views: ReactNode; detail: (line: LineView) => ReactNode }

/** All money that went or goes back to its sender, with what is still open of it. */
export function RefundList({ views, detail }: Props) {
  const t = useT()
  const text = useText()
  const f = useFormat()
  const query = usePlace()
  const read = useRead(listRefunds, { query }, { poll: 'deskQueue', keepPrevious: true })
  const open = read.data?.open
  return (
    <Table<RefundView>
      name="refunds"
      title={t('funding.console.view.refunds')}
      read={read}
      rows={read.data?.rows}
      paging={pagingOf(read.data, (place) => call(listRefunds, { query: from(query, place) }))}
      keyOf={({ lineId }) => lineId}
      sortedBy="-since"
      empty={t('funding.console.empty.refunds')}
      figures={views}
      note={
        open === undefined
          ? undefined
          : t('funding.console.refund.sum', { n: open.count, money: f.money(open.yen) })
      }
      detail={({ lineId }) => <One key={lineId} line={lineId} detail={detail} />}
      opened={(lineId) => <One key={lineId} line={lineId} detail={detail} />}
      columns={[
        {
          id: 'since',
          head: t('funding.console.col.at'),
          cell: ({ since }) => f.moment(since),
          value: ({ since }) => since,
        },
        {
          id: 'amount',
          head: t('funding.console.col.amount'),
          align: 'end',
          cell: ({ amount }) => <b>{f.yen(amount)}</b>,
          value: ({ amount }) => amount,
        },
        {
          id: 'number',
          head: t('funding.console.fact.reference'),
          cell: ({ reference }) => reference,
          value: ({ reference }) => reference,
        },
        {
          id: 'member',
          head: t('funding.console.col.member'),
          cell: ({ member }) => (member === null ? '—' : `#${member.number}`),
          value: ({ member }) => member?.number ?? null,
        },
        {
          id: 'account',
          spare: true,
          head: t('funding.console.col.account'),
          cell: ({ account }) => account,
          value: ({ account }) => account,
        },
        {
          id: 'reason',
          spare: true,
          head: t('funding.console.refund.reason'),
          cell: ({ reason }) => text(`staff.reason.${reason}`),
          value: ({ reason }) => reason,
        },
        {
          id: 'state',
          head: t('funding.console.col.state'),
          cell: ({ state }) => (
            <Mark tone={REFUND_TONES[state]}>
              {t('funding.console.refund.step', { state: reasonWord(state) })}
            </Mark>
          ),
          value: ({ state }) => state,
        },
      ]}
    />
  )
}

/** A line by its id, with its way back. */
export function One({ line, detail }: { line: string; detail: Props['detail'] }) {
  const t = useT()
  const read = useRead(getRefund, { params: { line } }, { poll: 'deskCase' })
  return read.data === undefined ? (
    <Pane label={t('funding.console.lines')} head={null}>
      <Loaded read={read} skeleton="lines">
        {() => null}
      </Loaded>
    </Pane>
  ) : (
    detail(read.data.line)
  )
}
