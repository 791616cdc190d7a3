import { Fragment, type ReactNode } from 'react'
import { call } from '#client/call.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT, useText } from '#client/texts.ts'
import { useMe } from '#console/kit/act.ts'
import { hrefOf, setQuery, useAddress } from '#console/kit/address.ts'
import { Mark } from '#console/kit/Control.tsx'
import { Facts, Pane, PaneSection, PersonName } from '#console/kit/Pane.tsx'
import { usePeople } from '#console/kit/people.ts'
import { isFor } from '#console/kit/pages.ts'
import { pagingOf, usePlace } from '#console/kit/paging.ts'
import { pageOf } from '#console/kit/registry.ts'
import { StageMark } from '#console/kit/Stage.tsx'
import { Table } from '#console/kit/Table.tsx'
import { KEPT_ELSEWHERE } from '#modules/staff/model/kept-elsewhere.ts'
import { STAGES } from '#modules/staff/model/approval.ts'
import { POWER_NAMES, powerKey } from '#registry/powers.ts'
import { getAuditRecord, listAudit, listOperators, type AuditRow } from '#modules/staff/operator-contract.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { useRecordCheck } from '#console/kit/check-record.ts'

const MOST = '200'

/**
 * Acts and attempts of operators, out of the journal itself: each row is a record whose hash can be reckoned
 * again.
 */
export default function AuditPage() {
  const t = useT()
  const text = useText()
  const f = useFormat()
  const { wordsOf } = usePeople()
  const { power, operator: operatorId, from: since, to: until, at } = useAddress().query
  const { place, q } = usePlace()
  const query = (before: string | undefined) => ({
    query: {
      limit: MOST,
      ...(power ? { power } : {}),
      ...(operatorId ? { operatorId } : {}),
      ...(q ? { q } : {}),
      ...(since ? { from: since } : {}),
      ...(until ? { to: until } : {}),
      ...(before ? { before } : {}),
    },
  })
  const read = useRead(listAudit, query(place), { poll: 'deskLog', keepPrevious: true })
  // A choice that was saved stays to be seen, though nothing here can answer it.
  const offered = POWER_NAMES.filter((name) => read.data?.powers.includes(name) || name === power)
  const isElsewhere = power !== undefined && power in KEPT_ELSEWHERE
  const operators = useRead(listOperators, {}, { quiet: true }).data ?? []
  return (
    <Table<AuditRow>
      name="audit"
      title={t('staff.console.audit.title')}
      read={read}
      rows={read.data?.rows}
      keyOf={({ seq }) => String(seq)}
      sortedBy="-seq"
      empty={isElsewhere ? '' : t('staff.console.audit.empty')}
      figures={at === undefined ? <Elsewhere /> : null}
      filters={[
        {
          id: 'outcome',
          label: t('staff.console.audit.outcome'),
          of: ({ stage }) => stage,
          options: STAGES.map((id) => ({ id, label: t(`console.stage.${id}`) })),
        },
      ]}
      columns={[
        {
          id: 'seq',
          spare: true,
          head: t('staff.console.audit.seq'),
          align: 'end',
          cell: ({ seq }) => f.quantity(seq),
          value: ({ seq }) => seq,
        },
        {
          id: 'at',
          head: t('staff.console.audit.at'),
          cell: ({ at }) => toTheSecond(f, at),
          value: ({ at }) => at,
        },
        {
          id: 'actor',
          head: t('staff.console.audit.actor'),
          cell: ({ actor, at }) =>
            actor === null ? t('console.audit.system') : <PersonName person={actor} at={at} />,
          value: ({ actor, at }) => (actor === null ? null : wordsOf(actor, at)),
        },
        {
          id: 'what',
          head: t('staff.console.audit.what'),
          cell: ({ what }) => what,
          value: ({ what }) => what,
          wraps: true,
        },
        {
          id: 'subject',
          head: t('staff.console.audit.subject'),
          cell: (row) => <Subject row={row} />,
          value: ({ about, subject }) => about?.name ?? subject,
          wraps: true,
        },
        {
          id: 'outcome',
          head: t('staff.console.audit.outcome'),
          cell: ({ stage, refused }) => (
            <>
              <StageMark stage={stage} /> {refused}
            </>
          ),
          value: ({ stage }) => stage,
          wraps: true,
        },
      ]}
      narrowing={
        <>
          <span className="flex items-center gap-1">
            {(['from', 'to'] as const).map((end) => (
              <Fragment key={end}>
                {end === 'to' && <span aria-hidden>–</span>}
                <input
                  type="date"
                  className="desk-input"
                  aria-label={t(`staff.console.audit.${end}`)}
                  value={(end === 'from' ? since : until) ?? ''}
                  onChange={(event) => setQuery({ [end]: event.target.value, place: null })}
                />
              </Fragment>
            ))}
          </span>
          <select
            className="desk-input w-36"
            aria-label={t('staff.console.audit.what')}
            value={power ?? ''}
            onChange={(event) => setQuery({ power: event.target.value, place: null })}
          >
            <option value="">{t('staff.console.audit.allPowers')}</option>
            {offered.map((name) => (
              <option key={name} value={name}>
                {text(powerKey(name))}
              </option>
            ))}
          </select>
          <select
            className="desk-input w-36"
            aria-label={t('staff.console.audit.actor')}
            value={operatorId ?? ''}
            onChange={(event) => setQuery({ operator: event.target.value, place: null })}
          >
            <option value="">{t('staff.console.audit.everybody')}</option>
            {operators.map((each) => (
              <option key={each.operatorId} value={each.operatorId}>
                {wordsOf(each)}
              </option>
            ))}
          </select>
        </>
      }
      paging={pagingOf(read.data && { ...read.data, total: null }, async (at) => ({
        ...(await call(listAudit, query(at))),
        total: null,
      }))}
      detail={(row) => <Proof key={row.seq} row={row} />}
    />
  )
}

const toTheSecond = (f: ReturnType<typeof useFormat>, at: string): string => `${f.day(at)} ${f.time(at)}`

/** The subject by the number that people know, with the way to it; of the other records by its id. */
function Subject({ row: { about, subject } }: { row: AuditRow }) {
  if (about !== null)
    return (
      <PageLink
        page={about.address.page}
        href={hrefOf(about.address.page, about.address.path, { at: about.address.at })}
      >
        {about.name}
      </PageLink>
    )
  return (
    <span className="font-code text-1 break-all">
      {subject === null ? '—' : subject.length > 20 ? `${subject.slice(0, 20)}…` : subject}
    </span>
  )
}

/** A way to a page that the operator's roles open; of any other the words alone. */
function PageLink({ page: name, href, children }: { page: string; href: string; children: ReactNode }) {
  const me = useMe()
  const page = pageOf(name)
  return page !== undefined && me !== undefined && isFor(page, me.roles) ? (
    <a className="desk-link whitespace-nowrap underline" href={href}>
      {children}
    </a>
  ) : (
    <>{children}</>
  )
}

/** Acts that this log has no records of, and the pages where they stand: none of them is denied here. */
function Elsewhere() {
  const t = useT()
  const text = useText()
  const f = useFormat()
  const pages = [...new Set(Object.values(KEPT_ELSEWHERE))]
  return (
    <p className="border-b border-grey-3 px-4 py-1 text-1 text-grey-1">
      {t('staff.console.audit.elsewhere')}{' '}
      {pages.map((name, index) => (
        <Fragment key={name}>
          {index > 0 && f.dot}
          <PageLink page={name} href={hrefOf(name)}>
            {text(pageOf(name)?.title ?? name)}
          </PageLink>
        </Fragment>
      ))}
    </p>
  )
}

/** The record as it stands in the journal, and its hash reckoned again in this browser. */
function Proof({ row }: { row: AuditRow }) {
  const t = useT()
  const f = useFormat()
  const read = useRead(getAuditRecord, { params: { seq: String(row.seq) } })
  const isRight = useRecordCheck(read.data)
  return (
    <Pane
      label={row.what}
      head={
        <>
          <p className="text-1 text-grey-1">{t('console.audit.record', { seq: String(row.seq) })}</p>
          <h2 className="text-3 font-strong">{row.what}</h2>
        </>
      }
    >
      <PaneSection>
        <Facts
          rows={[
            [t('staff.console.audit.at'), toTheSecond(f, row.at)],
            [
              t('staff.console.audit.actor'),
              row.actor === null ? (
                t('console.audit.system')
              ) : (
                <PersonName key="p" person={row.actor} at={row.at} />
              ),
            ],
            [t('staff.console.audit.subject'), <Subject key="s" row={row} />],
            [
              t('staff.console.audit.outcome'),
              <span key="outcome">
                <StageMark stage={row.stage} /> {row.refused}
              </span>,
            ],
            [
              t('staff.console.audit.proof'),
              isRight === null ? (
                '—'
              ) : (
                <Mark key="m" tone={isRight ? 'ok' : 'danger'}>
                  {t(isRight ? 'staff.console.audit.right' : 'staff.console.audit.wrong')}
                </Mark>
              ),
            ],
          ]}
        />
      </PaneSection>
      <Loaded read={read} skeleton="lines">
        {({ record, hash, before }) => (
          <>
            <PaneSection title={t('staff.console.audit.hashes')}>
              <dl className="flex flex-col gap-1 font-code text-1 break-all">
                <dt className="text-grey-1">h({row.seq - 1})</dt>
                <dd>{before}</dd>
                <dt className="text-grey-1">h({row.seq})</dt>
                <dd>{hash}</dd>
              </dl>
            </PaneSection>
            <PaneSection title={t('staff.console.audit.recordText')}>
              <pre className="font-code text-1 break-all whitespace-pre-wrap">{pretty(record)}</pre>
            </PaneSection>
          </>
        )}
      </Loaded>
    </Pane>
  )
}

const pretty = (record: string): string => JSON.stringify(JSON.parse(record), null, 1)
