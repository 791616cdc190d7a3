import { useEffect } from 'react'
import { useRead } from '#client/reads.ts'
import { useT } from '#client/texts.ts'
import { go, hrefOf, useAddress } from '#console/kit/address.ts'
import { Freeze } from '#console/kit/Freeze.tsx'
import { MemberLink, Pane, PaneSection } from '#console/kit/Pane.tsx'
import { RaiseCase } from '#console/kit/RaiseCase.tsx'
import { Table } from '#console/kit/Table.tsx'
import { idAfter } from '../model/id-after.ts'
import { findAnything, type Hit } from '../operator-contract.ts'

/**
 * Page on which a find is worked on: its queue while it waits, else the member's own page; a listing stands
 * in its list.
 */
function pageOf({ kind, id, member, waiting }: Hit): string {
  if (kind === 'listing') return hrefOf('listings', [], { at: id })
  if (waiting !== null)
    return hrefOf(kind === 'deposit' ? 'deposits' : 'withdrawals', [], { view: waiting, at: id })
  return hrefOf('members', [member!.id], {
    part: kind === 'member' ? null : kind === 'order' ? 'orders' : 'money',
    // The list begins at it: an old one is not on the first page.
    ...(kind === 'member' ? {} : { before: idAfter(id), found: id }),
  })
}

/** Finds that a case by hand can link as evidence. */
const LINKED: readonly Hit['kind'][] = ['withdrawal', 'deposit', 'order']

/** Results of the search bar. A single result is opened at once. */
export default function SearchPage() {
  const t = useT()
  const {
    query: { find = '' },
  } = useAddress()
  const read = useRead(findAnything, { query: { q: find } }, { enabled: find !== '' })
  const hits = find === '' ? [] : read.data?.hits
  const only = hits?.length === 1 ? pageOf(hits[0]!) : null
  useEffect(() => {
    if (only !== null) go(only, { replace: true })
  }, [only])
  return (
    <Table<Hit>
      name="search"
      title={t('audit.console.search.title')}
      read={read}
      rows={hits}
      keyOf={({ kind, id }) => `${kind} ${id}`}
      sortedBy="kind"
      empty={find === '' ? t('audit.console.search.how') : t('audit.console.search.none', { text: find })}
      note={t('audit.console.search.note')}
      detail={({ member, label, kind, id }) => (
        <Pane label={label} head={<h2 className="text-3 font-strong">{label}</h2>}>
          {member === null ? (
            <p className="px-4 py-3 text-grey-1">{t('audit.console.search.nobody')}</p>
          ) : (
            <>
              <PaneSection>
                <MemberLink memberId={member.id}>
                  {t('audit.console.member.of', { number: String(member.number) })}
                </MemberLink>
                <p className="pt-2">
                  <RaiseCase memberId={member.id} evidence={LINKED.includes(kind) ? id : undefined} />
                </p>
              </PaneSection>
              <Freeze memberId={member.id} />
            </>
          )}
        </Pane>
      )}
      columns={[
        {
          id: 'label',
          head: t('audit.console.search.what'),
          cell: (hit) => (
            <a className="desk-link" href={pageOf(hit)}>
              {hit.label}
            </a>
          ),
          value: ({ label }) => label,
        },
        {
          id: 'kind',
          head: t('audit.console.search.kind'),
          cell: ({ kind }) => t(`audit.console.search.kind.${kind}`),
          value: ({ kind }) => kind,
        },
        {
          id: 'member',
          head: t('audit.console.search.member'),
          cell: ({ member }) =>
            member === null ? (
              '—'
            ) : (
              <a className="desk-link" href={hrefOf('members', [member.id])}>
                #{member.number}
              </a>
            ),
          value: ({ member }) => member?.number ?? null,
        },
      ]}
    />
  )
}
