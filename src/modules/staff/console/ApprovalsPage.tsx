import { useRead } from '#client/reads.ts'
import { useT } from '#client/texts.ts'
import { useAct } from '#console/kit/act.ts'
import { useAddress } from '#console/kit/address.ts'
import { useNow, useSpan } from '#console/kit/age.ts'
import { ApprovalState } from '#console/kit/ApprovalState.tsx'
import { AuditTrail } from '#console/kit/AuditTrail.tsx'
import { DeskButton, Mark } from '#console/kit/Control.tsx'
import { useKeys } from '#console/kit/keys.ts'
import { Facts, MemberLink, Pane, PaneSection, PersonName } from '#console/kit/Pane.tsx'
import { Table } from '#console/kit/Table.tsx'
import { listApprovals, type ApprovalView } from '#modules/staff/operator-contract.ts'
import { confirm } from '#ui/confirm.tsx'
import { toast } from '#ui/toast.tsx'

/**
 * Every request that waits for signatures, and those that are over: who asked, who is missing, until when;
 * signed here as in its queue.
 */
export default function ApprovalsPage() {
  const t = useT()
  const span = useSpan()
  const now = useNow()
  const act = useAct()
  const { query } = useAddress()
  const isOver = query.status === 'carried-out' || query.status === 'expired'
  const open = useRead(listApprovals, { query: {} }, { poll: 'deskQueue' })
  const over = useRead(listApprovals, { query: { status: 'over' } }, { enabled: isOver })
  const read = isOver ? over : open
  return (
    <Table<ApprovalView>
      name="approvals"
      title={t('staff.console.approvals.title')}
      read={read}
      rows={read.data}
      keyOf={({ id }) => id}
      sortedBy="expires"
      empty={t('staff.console.approvals.empty')}
      filters={[
        {
          id: 'status',
          label: t('staff.console.approvals.status'),
          of: ({ status }) => status,
          options: (['open', 'carried-out', 'expired'] as const).map((id) => ({
            id,
            label: t(`staff.console.approvals.${id}`),
          })),
        },
      ]}
      columns={[
        {
          id: 'what',
          head: t('staff.console.approvals.what'),
          cell: ({ what }) => what,
          value: ({ what }) => what,
          wraps: true,
        },
        {
          id: 'subject',
          head: t('staff.console.approvals.subject'),
          cell: ({ subject }) => (
            <span className="font-code text-1">
              {subject.length > 16 ? `${subject.slice(0, 15)}…` : subject}
            </span>
          ),
          value: ({ subject }) => subject,
        },
        {
          id: 'member',
          head: t('staff.console.approvals.member'),
          cell: ({ memberId }) => (memberId === null ? '—' : <MemberLink memberId={memberId} />),
          value: ({ memberId }) => memberId,
        },
        {
          id: 'by',
          head: t('staff.console.approvals.by'),
          cell: ({ signatures }) =>
            signatures[0] === undefined ? '—' : <PersonName person={signatures[0]} />,
          value: ({ signatures }) =>
            signatures[0] === undefined ? null : `${signatures[0].role} ${signatures[0].number}`,
        },
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
      ]}
      hints={[{ key: 'A', label: t('console.approval.sign') }]}
      bulk={
        isOver
          ? []
          : [
              {
                label: t('console.approval.sign'),
                question: (rows) => rows.map(({ what, subject }) => `${what}: ${subject}`).join('\n'),
                run: async (row) => (await act.sign(row)) !== null,
              },
            ]
      }
      detail={(approval) => <Detail key={approval.id} approval={approval} />}
    />
  )
}

function Detail({ approval }: { approval: ApprovalView }) {
  const t = useT()
  const act = useAct()
  const { id, what, subject, memberId, body, hindrance, status, requestText } = approval
  const canSign = status === 'open' && hindrance === null
  const sign = async () => {
    if (!canSign || !(await confirm({ title: t('console.approval.sign'), body: `${what} — ${subject}` })))
      return
    const acted = await act.sign(approval)
    if (acted !== null)
      toast(t(acted.status === 'open' ? 'console.decision.asked' : 'console.decision.done'), { kind: 'ok' })
  }
  useKeys({ a: () => void sign() })
  return (
    <Pane
      label={what}
      head={
        <>
          <p className="text-1 text-grey-1">{subject}</p>
          <h2 className="text-3 font-strong">{what}</h2>
        </>
      }
      foot={
        status !== 'open' ? undefined : (
          <div className="flex flex-col gap-2">
            {hindrance !== null && <p className="text-1 text-grey-1">{hindrance}</p>}
            <div className="flex">
              <DeskButton
                tall
                look="primary"
                hotkey="a"
                busy={act.busy}
                disabled={!canSign}
                onPress={() => void sign()}
              >
                {t('console.approval.sign')}
              </DeskButton>
            </div>
          </div>
        )
      }
    >
      <PaneSection title={t('console.approval.title')} note={t('console.approval.different')}>
        <ApprovalState approval={approval} />
      </PaneSection>
      <PaneSection title={t('staff.console.approvals.body')}>
        <Facts
          rows={[
            ...(memberId === null
              ? []
              : [
                  [
                    t('staff.console.approvals.member'),
                    <MemberLink key="member" memberId={memberId} />,
                  ] as const,
                ]),
            ...Object.entries(body).map(
              ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
            ),
          ]}
        />
      </PaneSection>
      <PaneSection title={t('staff.console.approvals.signed')} note={t('staff.console.approvals.signedNote')}>
        <p className="font-code text-1 break-all">{requestText.replace('\0', '\\0')}</p>
        <p className="pt-2 font-code text-1 break-all text-grey-1">SHA-256 {id}</p>
      </PaneSection>
      <AuditTrail subject={subject} />
    </Pane>
  )
}
