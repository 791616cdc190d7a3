import { useRead } from '#client/reads.ts'
import { useFormat, useT, useText } from '#client/texts.ts'
import { AuditTrail } from '#console/kit/AuditTrail.tsx'
import { useMe } from '#console/kit/act.ts'
import { hrefOf, useAddress } from '#console/kit/address.ts'
import { ApprovalState } from '#console/kit/ApprovalState.tsx'
import { Mark, type Tone } from '#console/kit/Control.tsx'
import { Decision } from '#console/kit/Decision.tsx'
import type { PageProps } from '#console/kit/pages.ts'
import { Facts, Pane, PaneSection, PersonName } from '#console/kit/Pane.tsx'
import { Table } from '#console/kit/Table.tsx'
import { iso } from '#kernel/time.ts'
import { listApprovals, type ApprovalView } from '#modules/staff/operator-contract.ts'
import { listListings, type ListingView } from '../contract.ts'
import { listOutcomes, type OutcomeView } from '../operator-contract.ts'
import { powerFor } from '../model/kinds.ts'
import { KINDS, LISTING_KINDS, type ListingKind } from '#registry/listing-kinds.ts'
import { pages } from '#registry/pages.ts'
import { Against } from './Against.tsx'
import { changedFields } from './draft.ts'
import { EditorPage } from './EditorPage.tsx'
import { useShown } from './use-shown.tsx'

/** A line of the list: what is published, or a draft that waits for its second signature. */
type Row = {
  id: string
  kind: ListingKind
  status: ListingView['status'] | 'waiting'
  terms: Record<string, unknown>
  listing: ListingView | null
  approval: ApprovalView | null
  outcome: OutcomeView | null
}
const TONES: Record<Row['status'], Tone> = {
  waiting: 'warn',
  published: 'brand',
  open: 'ok',
  closed: 'grey',
  void: 'danger',
}
const STATUSES = ['waiting', 'published', 'open', 'closed', 'void'] as const

export default function ListingsPage({ rest }: PageProps) {
  const [first, kind] = rest
  return first === 'new' && LISTING_KINDS.includes(kind as ListingKind) ? (
    <EditorPage kind={kind as ListingKind} />
  ) : (
    <List />
  )
}

function List() {
  const t = useT()
  const f = useFormat()
  const me = useMe()
  const read = useRead(listListings, { query: {} }, { poll: 'deskQueue' })
  const asked = useRead(listApprovals, { query: {} }, { poll: 'deskQueue' })
  const outcomes = useRead(listOutcomes, {}, { poll: 'deskQueue' })
  const rows = read.data && rowsOf(read.data, asked.data ?? [], outcomes.data ?? [])
  const kinds = LISTING_KINDS.map((id) => ({ id, label: t(`listings.kind.${id}`) }))
  const instant = (value: unknown) => (typeof value === 'number' ? f.moment(iso(value)) : '—')
  return (
    <Table<Row>
      name="listings"
      title={t('listings.console.title')}
      read={read}
      rows={rows}
      keyOf={({ id }) => id}
      sortedBy="-opens"
      empty={t('listings.console.empty')}
      note={t('listings.console.frozen')}
      filters={[
        { id: 'kind', label: t('listings.console.kind'), of: (row) => row.kind, options: kinds },
        {
          id: 'status',
          label: t('listings.console.status'),
          of: (row) => row.status,
          options: STATUSES.map((id) => ({ id, label: t(`listings.console.status.${id}`) })),
        },
      ]}
      columns={[
        { id: 'id', head: t('listings.console.id'), cell: ({ id }) => id, value: ({ id }) => id },
        {
          id: 'kind',
          head: t('listings.console.kind'),
          cell: (row) => t(`listings.kind.${row.kind}`),
          value: (row) => row.kind,
        },
        {
          id: 'opens',
          head: t('listings.field.opensAt'),
          cell: ({ terms }) => instant(terms['opensAt']),
          value: ({ terms }) => Number(terms['opensAt']),
        },
        {
          id: 'closes',
          head: t('listings.field.closesAt'),
          cell: ({ terms }) => instant(terms['closesAt']),
          value: ({ terms }) => Number(terms['closesAt']),
        },
        {
          id: 'status',
          head: t('listings.console.status'),
          cell: (row) => <Standing row={row} />,
          value: (row) => row.status,
        },
      ]}
      actions={
        me?.powers.includes('ipo.publish') && me.roles.includes('listing') ? (
          <nav aria-label={t('listings.console.new')} className="flex flex-wrap gap-1">
            {kinds.map(({ id, label }) => (
              <a
                key={id}
                className="desk-button bg-sunk text-brand text-1"
                href={hrefOf('listings', ['new', id])}
              >
                ＋ {label}
              </a>
            ))}
          </nav>
        ) : undefined
      }
      detail={(row) => (
        <Detail
          key={`${row.id} ${row.status}`}
          row={row}
          earlier={(rows ?? []).filter((one) => one.kind === row.kind && one.id !== row.id)}
          onDone={() => {
            void read.refetch()
            void outcomes.refetch()
          }}
        />
      )}
    />
  )
}

/**
 * Drafts that wait first become rows of their own; a request about what is published already (a withdrawal)
 * is shown in its pane.
 */
function rowsOf(
  published: readonly ListingView[],
  approvals: readonly ApprovalView[],
  outcomes: readonly OutcomeView[],
): Row[] {
  const known = new Set(published.map(({ id }) => id))
  const waiting = approvals.filter(
    ({ power, subject, status }) =>
      status === 'open' && power.endsWith('.publish') && power.slice(0, -8) in KINDS && !known.has(subject),
  )
  return [
    ...waiting.map((approval): Row => ({
      id: approval.subject,
      kind: approval.power.slice(0, -8) as ListingKind,
      status: 'waiting',
      terms: approval.body['terms'] as Row['terms'],
      listing: null,
      approval,
      outcome: null,
    })),
    ...published.map((listing): Row => ({
      id: listing.id,
      kind: listing.kind as ListingKind,
      status: listing.status,
      terms: listing.terms,
      listing,
      approval: null,
      outcome: outcomes.find(({ id }) => id === listing.id) ?? null,
    })),
  ]
}

/** The stage by its product's own word; where the product has none, by the dates. */
function Standing({ row: { status, outcome } }: { row: Row }) {
  const text = useText()
  return (
    <Mark tone={outcome?.tone ?? TONES[status]}>
      {outcome?.stage ?? text(`listings.console.status.${status}`)}
    </Mark>
  )
}

/** Applications, allotments and payments, with the way to the draw that everybody can check. */
function OutcomeSection({ outcome: { figures, back, drawId } }: { outcome: OutcomeView }) {
  const t = useT()
  const f = useFormat()
  const figure = ({ n, shares, yen }: OutcomeView['figures'][number]) =>
    [
      n === null ? null : t('listings.console.cases', { n }),
      shares === null ? null : t('listings.console.shares', { n: shares }),
      yen === null ? null : f.money(yen),
    ]
      .filter((each) => each !== null)
      .join(' · ')
  return (
    <PaneSection title={t('listings.console.outcome')}>
      <Facts
        rows={[
          ...figures.map((each) => [each.label, figure(each), true] as const),
          ...(back === null
            ? []
            : [
                [
                  t('listings.console.back'),
                  t('listings.console.backTo', { n: back.members, money: f.money(back.yen) }),
                  true,
                ] as const,
              ]),
        ]}
      />
      {drawId !== null && (
        <p className="pt-2">
          <a
            className="desk-link"
            href={`/#${pages.drawCheck.path}?id=${drawId}`}
            target="_blank"
            rel="noreferrer"
          >
            {t('listings.console.draw')}
          </a>
        </p>
      )}
    </PaneSection>
  )
}

function Detail({ row, earlier, onDone }: { row: Row; earlier: readonly Row[]; onDone: () => void }) {
  const t = useT()
  const text = useText()
  const f = useFormat()
  const { shown } = useShown()
  const { query } = useAddress()
  const { id, kind, terms, listing, approval, outcome } = row
  const back = outcome?.back ?? null
  const { fields } = KINDS[kind]
  const other = earlier.find((one) => one.id === query.against)
  const typeOf = (field: string) => (fields as Record<string, Parameters<typeof shown>[0]>)[field]!
  return (
    <Pane
      label={id}
      head={
        <>
          <p className="flex items-center gap-2 text-1 text-grey-1">
            {t(`listings.kind.${kind}`)} <Standing row={row} />
          </p>
          <h2 className="text-3 font-strong">{id}</h2>
        </>
      }
    >
      {approval !== null && (
        <PaneSection title={t('console.approval.title')}>
          <ApprovalState approval={approval} />
        </PaneSection>
      )}
      {listing !== null && (
        <PaneSection title={t('listings.console.hash')} note={f.moment(listing.publishedAt)}>
          <p className="font-code text-1 break-all">{listing.hash}</p>
          <ul className="pt-2 text-1 text-grey-1">
            {listing.signers.map((signer) => (
              <li key={signer.role}>
                <PersonName person={signer} at={signer.at} /> {f.moment(signer.at)}
              </li>
            ))}
          </ul>
          {listing.voided !== null && (
            <p className="pt-2 text-danger">
              {t('listings.console.voided', {
                at: f.moment(listing.voided.at),
                reason: listing.voided.words,
              })}
            </p>
          )}
        </PaneSection>
      )}
      {outcome !== null && <OutcomeSection outcome={outcome} />}
      <PaneSection title={t('listings.console.terms')}>
        <Facts
          rows={Object.keys(fields).map(
            (field) => [text(`listings.field.${field}`), shown(typeOf(field), terms[field])] as const,
          )}
        />
      </PaneSection>
      <Against earlier={earlier} other={other}>
        {(chosen) => {
          const changed = changedFields(fields, chosen.terms, terms)
          if (changed.length === 0)
            return <p className="pt-2 text-1 text-grey-1">{t('listings.console.same')}</p>
          return (
            <div className="pt-2">
              <Facts
                rows={changed.map(
                  (field) =>
                    [
                      text(`listings.field.${field}`),
                      <span key={field}>
                        <s className="text-grey-1">{shown(typeOf(field), chosen.terms[field])}</s> →{' '}
                        <b>{shown(typeOf(field), terms[field])}</b>
                      </span>,
                    ] as const,
                )}
              />
            </div>
          )
        }}
      </Against>
      <Decision
        subject={id}
        onDone={onDone}
        choices={
          approval !== null
            ? [{ power: powerFor(kind), body: approval.body, label: t('listings.console.publish') }]
            : listing?.mayVoid
              ? [
                  {
                    power: 'listing.void',
                    label: t('listings.console.withdraw'),
                    tone: 'danger',
                    confirm:
                      back === null
                        ? t('listings.console.withdrawConfirm', { id })
                        : t('listings.console.withdrawBack', {
                            id,
                            n: back.members,
                            money: f.money(back.yen),
                          }),
                  },
                ]
              : []
        }
      />
      <AuditTrail subject={id} />
    </Pane>
  )
}
