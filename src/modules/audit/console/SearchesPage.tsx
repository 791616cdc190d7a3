import { call } from '#client/call.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { from, pagingOf, usePlace } from '#console/kit/paging.ts'
import { PersonName } from '#console/kit/Pane.tsx'
import { usePeople } from '#console/kit/people.ts'
import { Table } from '#console/kit/Table.tsx'
import type { OutputOf } from '#wire/route.ts'
import { listSearches } from '../operator-contract.ts'

type Row = OutputOf<typeof listSearches>['rows'][number]

/** Searches for members, in the words of the operators who looked. */
export default function SearchesPage() {
  const t = useT()
  const { wordsOf } = usePeople()
  const f = useFormat()
  const query = usePlace()
  const read = useRead(listSearches, { query }, { keepPrevious: true })
  return (
    <Table<Row>
      name="searches"
      title={t('audit.console.searches.title')}
      read={read}
      rows={read.data?.rows}
      paging={pagingOf(read.data, (place) => call(listSearches, { query: from(query, place) }))}
      keyOf={({ id }) => id}
      sortedBy="-at"
      empty={t('audit.console.searches.empty')}
      columns={[
        { id: 'at', head: t('audit.console.col.at'), cell: ({ at }) => f.moment(at), value: ({ at }) => at },
        {
          id: 'by',
          head: t('audit.console.col.by'),
          cell: ({ by, at }) => <PersonName person={by} at={at} />,
          value: ({ by, at }) => wordsOf(by, at),
        },
        {
          id: 'words',
          head: t('audit.console.searches.words'),
          cell: ({ words }) => words,
          value: ({ words }) => words,
          wraps: true,
        },
        {
          id: 'found',
          head: t('audit.console.searches.found'),
          align: 'end',
          cell: ({ found }) => f.quantity(found),
          value: ({ found }) => found,
        },
      ]}
    />
  )
}
