import { call } from '#client/call.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useAddress } from '#console/kit/address.ts'
import { from, pagingOf, usePlace } from '#console/kit/paging.ts'
import { Table } from '#console/kit/Table.tsx'
import { listClosings, type ClosingHead } from '../operator-contract.ts'
import { ClosingPane } from './ClosingPane.tsx'
import { Verdict } from './Verdict.tsx'

/** Closing reports of market days, newest first; one opens with its figures, comparisons and hashes. */
export default function ClosingsPage() {
  const t = useT()
  const f = useFormat()
  const query = usePlace()
  const { at } = useAddress().query
  const read = useRead(listClosings, { query }, { poll: 'deskLog', keepPrevious: true })
  return (
    <Table<ClosingHead>
      name="closings"
      title={t('closings.console.title')}
      read={read}
      rows={read.data?.rows}
      paging={pagingOf(read.data, (place) => call(listClosings, { query: from(query, place) }))}
      keyOf={({ day }) => day}
      sortedBy="-number"
      empty={t('closings.console.none')}
      note={t('closings.console.note')}
      wide={at !== undefined}
      detail={({ day }) => <ClosingPane day={day} />}
      opened={(day) => <ClosingPane day={day} />}
      columns={[
        {
          id: 'day',
          head: t('closings.console.day'),
          cell: ({ day }) => f.day(day),
          value: ({ day }) => day,
        },
        {
          id: 'number',
          head: t('closings.console.number'),
          align: 'end',
          cell: ({ number }) => f.quantity(number),
          value: ({ number }) => number,
        },
        {
          id: 'owed',
          head: t('closings.console.owed'),
          align: 'end',
          cell: ({ owed }) => f.money(owed),
          value: ({ owed }) => owed,
        },
        {
          id: 'entries',
          head: t('closings.console.entries'),
          align: 'end',
          cell: ({ entries }) => f.quantity(entries),
          value: ({ entries }) => entries,
        },
        {
          id: 'moved',
          head: t('closings.console.moved'),
          align: 'end',
          cell: ({ moved }) => f.money(moved),
          value: ({ moved }) => moved,
        },
        {
          id: 'verdict',
          head: t('closings.console.verdict'),
          cell: (row) => <Verdict off={row.off} whole={row.whole} />,
          value: ({ off }) => off,
        },
      ]}
    />
  )
}
