import { call } from '#client/call.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { hrefOf, useAddress } from '#console/kit/address.ts'
import { useNow, useSpan } from '#console/kit/age.ts'
import { ApprovalState } from '#console/kit/ApprovalState.tsx'
import { AuditTrail } from '#console/kit/AuditTrail.tsx'
import { Mark } from '#console/kit/Control.tsx'
import {
  Checks,
  Facts,
  MemberLink,
  Pane,
  PaneSection,
  PersonName,
  useShownValue,
  useTerms,
} from '#console/kit/Pane.tsx'
import { useSignList } from '#console/kit/lists.tsx'
import { StageMark } from '#console/kit/Stage.tsx'
import { SignButton } from '#console/kit/SignButton.tsx'
import { caseOf, isAdverse } from '#console/kit/sign.tsx'
import { from, pagingOf, usePlace } from '#console/kit/paging.ts'
import { usePeople } from '#console/kit/people.ts'
import { Table, type Column } from '#console/kit/Table.tsx'
import {
  getApproval,
  listApprovals,
  listPastApprovals,
  type ApprovalView,
} from '#modules/staff/operator-contract.ts'
import type { PowerName } from '#registry/powers.ts'
import { Loaded } from '#ui/Loaded.tsx'

/**
 * Every request that waits for signatures, and those that are over: who asked, who is missing, until when;
 * signed here as in its queue.
 */
export default function ApprovalsPage() {
  const t = useT()
  const f = useFormat()
  const { wordsOf } = usePeople()
  const many = useSignList()
  /** Of each act one list: one question and one signature. */
  const signAll = async (rows: readonly ApprovalView[]): Promise<boolean> => {
    for (const power of new Set(rows.map((row) => row.power))) {
      const own = rows.filter((row) => row.power === power).map(({ id }) => id)
      if ((await many.sign({ power: power as PowerName, approvals: own })) === null) return false
    }
    return true
  }
  const { query } = useAddress()
  const isOver = query.status === 'carried-out' || query.status === 'expired'
  const open = useRead(listApprovals, { query: {} }, { poll: 'deskQueue' })
  const past = { ...(isOver ? { status: query.status as 'carried-out' | 'expired' } : {}), ...usePlace() }
  const over = useRead(listPastApprovals, { query: past }, { enabled: isOver, keepPrevious: true })
  const read = isOver ? over : open
  const ending = useEnding(isOver)
  return (
    <Table<ApprovalView>
      name="approvals"
      title={t('staff.console.approvals.title')}
      read={read}
      rows={isOver ? over.data?.rows : open.data}
      paging={
        isOver
          ? pagingOf(over.data, (place) => call(listPastApprovals, { query: from(past, place) }))
          : undefined
      }
      keyOf={({ id }) => id}
      sortedBy={isOver ? '-ended' : 'expires'}
      empty={t('staff.console.approvals.empty')}
      filters={[
        {
          id: 'status',
          usual: 'open',
          label: t('staff.console.approvals.status'),
          of: ({ status }) => status,
          options: (['open', 'carried-out', 'expired'] as const).map((id) => ({
            id,
            label: t(`staff.console.approvals.${id}`),
            count: id === 'open' ? open.data?.length : id === query.status ? over.data?.total : undefined,
          })),
        },
      ]}
      columns={[
        {
          id: 'what',
          head: t('staff.console.approvals.what'),
          cell: ({ what, power }) => (
            <span className={isAdverse(power) ? 'font-strong text-danger' : 'font-strong'}>{what}</span>
          ),
          value: ({ what }) => what,
          wraps: true,
        },
        {
          id: 'case',
          head: t('console.approval.case'),
          cell: (approval) => <CaseLink approval={approval} />,
          value: ({ about, subject }) => about?.name ?? subject,
          wraps: true,
        },
        {
          id: 'member',
          head: t('console.approval.member'),
          cell: (row) => caseOf(row).member ?? '—',
          value: ({ about }) => about?.number ?? null,
        },
        {
          id: 'amount',
          head: t('console.approval.amount'),
          align: 'end',
          cell: (row) => {
            const { amount } = caseOf(row)
            return amount === null ? '—' : <b>{f.yen(amount)}</b>
          },
          value: (row) => caseOf(row).amount,
        },
        {
          id: 'account',
          spare: true,
          head: t('console.approval.account'),
          cell: ({ about }) => about?.account ?? '—',
          value: ({ about }) => about?.account ?? null,
          wraps: true,
        },
        {
          id: 'by',
          spare: true,
          head: t('staff.console.approvals.by'),
          cell: ({ signatures }) =>
            signatures[0] === undefined ? '—' : <PersonName person={signatures[0]} at={signatures[0].at} />,
          value: ({ signatures }) =>
            signatures[0] === undefined ? null : wordsOf(signatures[0], signatures[0].at),
        },
        ...ending,
      ]}
      hints={isOver ? [] : [{ key: 'A', label: t('console.approval.signKey') }]}
      bulk={
        isOver
          ? []
          : [
              {
                label: t('console.approval.signKey'),
                hotkey: 'a',
                fits: ({ hindrance }) => hindrance === null,
                run: (rows) => signAll(rows),
              },
            ]
      }
      detail={(approval) => <Detail key={approval.id} approval={approval} />}
    />
  )
}

/** The last columns: who must still sign and until when; of what is over, who signed, and when it ended. */
function useEnding(isOver: boolean): readonly Column<ApprovalView>[] {
  const t = useT()
  const { wordsOf } = usePeople()
  const f = useFormat()
  const span = useSpan()
  const now = useNow()
  if (isOver)
    return [
      {
        id: 'signers',
        head: t('console.approval.signedBy'),
        cell: ({ signatures }) => signatures.map((each) => wordsOf(each, each.at)).join(f.dot),
        value: ({ signatures }) => signatures.map((each) => wordsOf(each, each.at)).join(' '),
        wraps: true,
      },
      {
        id: 'how',
        head: t('staff.console.approvals.status'),
        cell: (row) => <StageMark stage={stageOf(row)} />,
        value: stageOf,
      },
      {
        id: 'ended',
        head: t('staff.console.lists.at'),
        cell: (row) => f.moment(endedAt(row)),
        value: endedAt,
      },
    ]
  return [
    {
      id: 'missing',
      head: t('staff.console.approvals.missing'),
      value: ({ missing }) => missing.flat().join(' '),
      cell: ({ missing, hindrance, status }) =>
        status !== 'open' ? (
          '—'
        ) : (
          <>
            {missing.map((roles) => roles.map((role) => t(`staff.role.${role}`)).join(' / ')).join(' + ')}{' '}
            {hindrance === null && <Mark tone="warn">{t('staff.console.overview.you')}</Mark>}
          </>
        ),
    },
    {
      id: 'expires',
      head: t('staff.console.approvals.left'),
      align: 'end',
      value: ({ expiresAt }) => Date.parse(expiresAt),
      cell: ({ expiresAt, status }) => (status === 'open' ? span(Date.parse(expiresAt) - now) : '—'),
    },
  ]
}

/** The end of a request that is over: carried out, taken back by whoever asked, or lapsed. */
const stageOf = ({ status, withdrawnAt }: ApprovalView) =>
  status === 'carried-out' ? 'carried-out' : withdrawnAt === null ? 'lapsed' : 'withdrawn'

/** The time of the last signature, or at which a request was taken back or lapsed. */
const endedAt = ({ status, signatures, withdrawnAt, expiresAt }: ApprovalView): string =>
  status === 'carried-out' ? (signatures.at(-1)?.at ?? expiresAt) : (withdrawnAt ?? expiresAt)

/**
 * The case by its name at the desk, which opens it where it is worked on; acts of one person have no name for
 * theirs, and lead to the member.
 */
function CaseLink({ approval: { about, subject, memberId } }: { approval: ApprovalView }) {
  const t = useT()
  if (about === null)
    return memberId === null ? (
      <span className="font-code text-1">{subject.length > 16 ? `${subject.slice(0, 15)}…` : subject}</span>
    ) : (
      <MemberLink memberId={memberId}>{t('console.approval.member')}</MemberLink>
    )
  const { page, path, at } = about.address
  return (
    <a className="desk-link" href={hrefOf(page, path, { at })}>
      {about.name}
    </a>
  )
}

function Detail({ approval }: { approval: ApprovalView }) {
  const t = useT()
  const { id, what, subject, memberId, hindrance, mayWithdraw, status, requestText } = approval
  return (
    <Pane
      label={what}
      head={
        <>
          <p className="text-1">
            <CaseLink approval={approval} />
          </p>
          <h2 className="text-3 font-strong">{what}</h2>
        </>
      }
      foot={
        status !== 'open' ? undefined : (
          <div className="flex flex-col gap-2">
            {hindrance !== null && !mayWithdraw && <p className="text-1 text-grey-1">{hindrance}</p>}
            <div className="flex">
              <SignButton approval={approval} hotkey="a" />
            </div>
          </div>
        )
      }
    >
      <CaseFacts id={id} memberId={memberId} />
      <PaneSection title={t('console.approval.title')} note={t('console.approval.different')}>
        <ApprovalState approval={approval} />
      </PaneSection>
      <PaneSection>
        <details>
          <summary className="text-2 font-strong">{t('staff.console.approvals.signed')}</summary>
          <p className="text-1 text-grey-1">{t('staff.console.approvals.signedNote')}</p>
          <p className="pt-2 font-code text-1 break-all">{requestText.replace('\0', '\\0')}</p>
          <p className="pt-2 font-code text-1 break-all text-grey-1">SHA-256 {id}</p>
        </details>
      </PaneSection>
      <AuditTrail subject={subject} />
    </Pane>
  )
}

/** The case behind a request: whose, how much, to where, and what the published checks say. */
function CaseFacts({ id, memberId }: { id: string; memberId: string | null }) {
  const t = useT()
  const f = useFormat()
  const shown = useShownValue()
  const terms = useTerms()
  const read = useRead(getApproval, { params: { id } }, { staleTime: 10_000 })
  return (
    <Loaded read={read} skeleton="lines">
      {({ approval, person, facts, checks }) => (
        <>
          <PaneSection
            title={t('staff.console.approvals.body')}
            {...(memberId === null ? {} : { note: t('staff.console.approvals.read') })}
          >
            <Facts
              rows={[
                ...(memberId === null
                  ? []
                  : [
                      [
                        t('console.approval.member'),
                        <MemberLink key="member" memberId={memberId}>
                          {caseOf(approval).member}
                        </MemberLink>,
                      ] as const,
                    ]),
                ...(person === null ? [] : [[t('console.approval.person'), person, true] as const]),
                ...(approval.about === null || approval.about.amount === null
                  ? []
                  : [[t('console.approval.amount'), f.money(approval.about.amount), true] as const]),
                ...terms(facts),
              ]}
            />
          </PaneSection>
          {checks.length > 0 && (
            <PaneSection title={t('console.approval.checks')}>
              <Checks
                rows={checks.map(({ label, passed, value }) => ({
                  label,
                  ok: passed,
                  value: value === null ? undefined : shown(value),
                }))}
              />
            </PaneSection>
          )}
        </>
      )}
    </Loaded>
  )
}
