import { call } from '#client/call.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { hrefOf, useAddress } from '#console/kit/address.ts'
import { Mark } from '#console/kit/Control.tsx'
import { FigureStrip, MemberLink } from '#console/kit/Pane.tsx'
import type { PageProps } from '#console/kit/pages.ts'
import { from, pagingOf, usePlace } from '#console/kit/paging.ts'
import { Table } from '#console/kit/Table.tsx'
import { idAfter } from '#modules/audit/model/id-after.ts'
import { FIGURE_KEYS } from '../model/figures.ts'
import { listBehind, type BehindRow, type BehindView } from '../operator-contract.ts'
import { useUnit } from './figure-words.ts'

/** The rows behind a figure of a day, with what they make beside what the figure says. */
export default function BehindPage({ rest: [of = ''] }: PageProps) {
  const t = useT()
  const f = useFormat()
  const worded = useUnit()
  const { query: address } = useAddress()
  const asked = { ...usePlace(), ...(address.day === undefined ? {} : { day: address.day }) }
  const read = useRead(listBehind, { params: { of }, query: asked }, { keepPrevious: true })
  const name = useListName(of, read.data)
  const title = address.day === undefined ? name : `${name} ${f.day(address.day)}`
  return (
    <Table<BehindRow>
      name={`rows-${of}`}
      title={title}
      read={read}
      rows={read.data?.rows}
      paging={pagingOf(read.data, (place) => call(listBehind, { params: { of }, query: from(asked, place) }))}
      keyOf={({ id }) => id}
      sortedBy="-at"
      empty={t('closings.console.behind.none')}
      figures={read.data !== undefined && <Made view={read.data} />}
      note={t('closings.console.behind.note')}
      columns={[
        {
          id: 'at',
          head: t('closings.console.behind.at'),
          cell: ({ at }) => (Date.parse(at) === 0 ? '—' : f.dateTime(at)),
          value: ({ at }) => at,
        },
        {
          id: 'what',
          head: t('closings.paper.kind'),
          cell: ({ is, what }) =>
            is === 'entry' && what !== null
              ? what
              : [t(`closings.console.behind.is.${is}`), what].filter((each) => each !== null).join(' '),
          value: ({ is, what }) => `${is} ${what ?? ''}`,
          wraps: true,
        },
        {
          id: 'reference',
          head: t('closings.console.number'),
          cell: (row) => <RowLink row={row} />,
          value: ({ reference, id }) => reference ?? id,
        },
        {
          id: 'member',
          head: t('audit.console.member.title'),
          cell: ({ memberId, number }) =>
            memberId === null ? '—' : <MemberLink memberId={memberId}>{String(number ?? '—')}</MemberLink>,
          value: ({ number }) => number,
        },
        {
          id: 'code',
          head: t('closings.console.behind.code'),
          cell: ({ code }) => code ?? '—',
          value: ({ code }) => code,
        },
        ...(read.data?.unit === 'ms'
          ? [
              {
                id: 'ms',
                head: t('closings.console.behind.took'),
                align: 'end' as const,
                cell: ({ ms }: BehindRow) => worded('ms', ms),
                value: ({ ms }: BehindRow) => ms,
              },
            ]
          : []),
        {
          id: 'yen',
          head: t('closings.paper.yen'),
          align: 'end',
          cell: ({ yen }) => (yen === null ? '—' : f.quantity(yen)),
          value: ({ yen }) => yen,
        },
      ]}
    />
  )
}

/** The name of a figure, or of a line of a day's report. */
function useListName(of: string, view: BehindView | undefined): string {
  const t = useT()
  const key = FIGURE_KEYS.find((each) => each === of)
  if (key !== undefined) return t(`closings.console.figure.${key}`)
  const column = (['closing', 'debits', 'credits'] as const).find((each) => of.startsWith(`${each}.`))
  return [
    view?.account,
    view?.entry,
    column === undefined ? t('closings.console.entries') : t(`closings.paper.${column}`),
  ]
    .filter((each) => each !== null && each !== undefined)
    .join(' ')
}

/** The figure as it is said and as the rows make it, and whether that is the same. */
function Made({ view: { says, made, unit, makes, day, asOf } }: { view: BehindView }) {
  const t = useT()
  const f = useFormat()
  const worded = useUnit()
  return (
    <FigureStrip
      label={t('closings.console.behind')}
      figures={[
        [t('closings.console.behind.says'), worded(unit, says)],
        [
          t(`closings.console.behind.made.${makes}`),
          <span key="made">
            {worded(unit, made)}{' '}
            <Mark tone={says === made ? 'ok' : 'danger'}>
              {t(says === made ? 'closings.console.behind.same' : 'closings.console.behind.differs')}
            </Mark>
          </span>,
        ],
        [
          t('closings.console.day'),
          day === null ? t('closings.console.behind.running', { at: f.moment(asOf) }) : f.day(day),
        ],
      ]}
    />
  )
}

/** The way to what a row is: its record of the journal, its place on the member's page, or its own list. */
function RowLink({ row: { id, is, reference, memberId } }: { row: BehindRow }) {
  const part =
    is === 'order' || is === 'fill' ? 'orders' : is === 'deposit' || is === 'withdrawal' ? 'money' : null
  if (is === 'entry')
    return (
      <a className="desk-link" href={hrefOf('journal', [id.split('-')[0]!])}>
        {id}
      </a>
    )
  if (reference === null) return '—'
  if (part === null || memberId === null) return reference
  const found = is === 'fill' ? id.slice(0, id.lastIndexOf('-')) : id
  return (
    <a className="desk-link" href={hrefOf('members', [memberId], { part, before: idAfter(found), found })}>
      {reference}
    </a>
  )
}
