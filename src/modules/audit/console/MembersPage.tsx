import { call } from '#client/call.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { hrefOf, setQuery, useAddress } from '#console/kit/address.ts'
import { Mark } from '#console/kit/Control.tsx'
import type { PageProps } from '#console/kit/pages.ts'
import { pagingOf } from '#console/kit/paging.ts'
import { Table } from '#console/kit/Table.tsx'
import { LEVELS, type Level } from '#modules/identity/model/levels.ts'
import type { OutputOf } from '#wire/route.ts'
import { findMembers, MEMBER_STATES } from '../operator-contract.ts'
import { MemberPage } from './MemberPage.tsx'
import { STATE_TONE } from './labels.ts'

type State = (typeof MEMBER_STATES)[number]
type Row = OutputOf<typeof findMembers>['rows'][number]
const known = <const Name extends string>(
  names: readonly Name[],
  value: string | undefined,
): Name | undefined => names.find((name) => name === value)

/** Members to be looked for, and one of them to be read. */
export default function MembersPage({ rest }: PageProps) {
  return rest[0] === undefined ? <MemberList /> : <MemberPage key={rest[0]} id={rest[0]} />
}

function MemberList() {
  const t = useT()
  const f = useFormat()
  const {
    query: { find = '', level: asked, state: askedState, place },
  } = useAddress()
  const level: Level | undefined = known(LEVELS, asked)
  const state: State | undefined = known(MEMBER_STATES, askedState)
  const query = (after: string | undefined) => ({
    ...(find === '' ? {} : { q: find }),
    ...(level === undefined ? {} : { level }),
    ...(state === undefined ? {} : { state }),
    ...(after === undefined ? {} : { after }),
  })
  const cut = (page: OutputOf<typeof findMembers>) => ({ ...page, next: page.next?.toString() ?? null })
  const read = useRead(findMembers, { query: query(place) }, { keepPrevious: true })
  return (
    <Table<Row>
      name="members"
      title={t('audit.console.members.title')}
      read={read}
      rows={read.data?.rows}
      paging={pagingOf(read.data && cut(read.data), async (after) =>
        cut(await call(findMembers, { query: query(after) })),
      )}
      keyOf={({ id }) => id}
      sortedBy="number"
      searches={false}
      empty={t('audit.console.members.none')}
      columns={[
        {
          id: 'number',
          head: t('audit.console.members.number'),
          align: 'end',
          cell: ({ id, number }) => (
            <a className="desk-link" href={hrefOf('members', [id])}>
              {String(number)}
            </a>
          ),
          value: ({ number }) => number,
        },
        {
          id: 'level',
          head: t('audit.console.members.level'),
          cell: (row) => t(`identity.level.${row.level}`),
          value: (row) => t(`identity.level.${row.level}`),
        },
        {
          id: 'state',
          head: t('audit.console.members.state'),
          cell: (row) => (
            <span className="inline-flex gap-1">
              <Mark tone={STATE_TONE[row.state]}>{t(`audit.console.state.${row.state}`)}</Mark>
              {row.simulatedMember && <Mark tone="warn">{t('audit.console.member.simulated')}</Mark>}
            </span>
          ),
          value: (row) => t(`audit.console.state.${row.state}`),
        },
        {
          id: 'opened',
          head: t('audit.console.members.opened'),
          cell: (row) => f.day(row.openedAt),
          value: (row) => row.openedAt,
        },
        {
          id: 'by',
          head: t('audit.console.members.by'),
          cell: ({ by }) => (by === null ? '—' : t('audit.console.members.foundBy', { by })),
          value: ({ by }) => by,
        },
        {
          id: 'mobile',
          head: t('audit.console.members.mobile'),
          cell: (row) => row.mobile ?? '—',
          value: (row) => row.mobile,
        },
      ]}
      filters={[
        {
          id: 'state',
          label: t('audit.console.members.state'),
          of: (row) => row.state,
          options: MEMBER_STATES.map((id) => ({ id, label: t(`audit.console.state.${id}`) })),
        },
      ]}
      narrowing={
        <>
          <select
            className="desk-input"
            aria-label={t('audit.console.members.level')}
            value={level ?? ''}
            onChange={(event) => setQuery({ level: event.target.value, place: null })}
          >
            <option value="">{t('audit.console.members.anyLevel')}</option>
            {LEVELS.map((each) => (
              <option key={each} value={each}>
                {t(`identity.level.${each}`)}
              </option>
            ))}
          </select>
          <form
            role="search"
            onSubmit={(event) => {
              event.preventDefault()
              setQuery({ find: String(new FormData(event.currentTarget).get('find')).trim(), place: null })
            }}
          >
            <input
              key={find}
              name="find"
              className="desk-input w-64"
              defaultValue={find}
              aria-label={t('audit.console.members.find')}
              placeholder={t('audit.console.members.find')}
            />
          </form>
        </>
      }
      note={<p>{t('audit.console.members.logged')}</p>}
    />
  )
}
