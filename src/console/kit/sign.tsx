import { CallError } from '#client/call-error.ts'
import { call } from '#client/call.ts'
import { translate, useFormat, useT, useText } from '#client/texts.ts'
import { powerKey, type PowerName } from '#registry/powers.ts'
import { getApproval, type ApprovalView } from '#modules/staff/operator-contract.ts'
import { confirm } from '#ui/confirm.tsx'
import { useAct, type Acted } from './act.ts'
import { Mark } from './Control.tsx'
import { Facts, useTerms, type Fact } from './Pane.tsx'
import { usePeople } from './people.ts'

/** Powers that take something from whom they are about; their signatures are marked so. */
const ADVERSE = /\.(deny|refuse|reject|void|reverse|freeze|freeze-on|halt)$/
export const isAdverse = (power: string): boolean => ADVERSE.test(power)

/** The open request about a row of a queue: which way it goes, and how many have signed it. */
export function SignedMark({ approval }: { approval: { power: string; signed: number; needed: number } }) {
  const t = useT()
  const text = useText()
  const { power, signed, needed } = approval
  return (
    <Mark tone={isAdverse(power) ? 'danger' : 'warn'}>
      {t('console.approval.signed', { act: text(powerKey(power as PowerName)), done: signed, all: needed })}
    </Mark>
  )
}

/** The case of a request part by part; null where it has none of it. */
export function caseOf({ about, subject }: ApprovalView) {
  return {
    name: about?.name ?? subject,
    member: about === null || about.number === null ? null : `#${about.number}`,
    amount: about?.amount ?? null,
    account: about?.account ?? null,
  }
}

type Opened = Awaited<ReturnType<typeof openApproval>>
const openApproval = (id: string) => call(getApproval, { params: { id } })

/** The case repeated before it is signed: whose, how much, to where, which checks failed, why and by whom. */
function SignQuestion({ opened: { approval, person, facts, checks } }: { opened: Opened }) {
  const t = useT()
  const { wordsOf } = usePeople()
  const f = useFormat()
  const terms = useTerms()(facts)
  const { reason, signatures, missing, what } = approval
  const { name, member, amount, account } = caseOf(approval)
  const failed = checks.filter(({ passed }) => !passed).map(({ label }) => label)
  const rows: Fact[] = [
    [t('console.approval.act'), what, true],
    [t('console.approval.case'), name],
  ]
  if (person !== null) rows.push([t('console.approval.person'), person, true])
  if (member !== null) rows.push([t('console.approval.member'), member])
  if (amount !== null) rows.push([t('console.approval.amount'), f.money(amount), true])
  if (account !== null) rows.push([t('console.approval.account'), account])
  rows.push(...terms.filter(([label]) => !rows.some(([said]) => said === label)))
  if (failed.length > 0)
    rows.push([
      t('console.approval.failed'),
      <span key="failed" className="text-danger">
        {failed.join(t('console.approval.comma'))}
      </span>,
    ])
  if (reason !== null)
    rows.push([
      t('console.approval.reason'),
      reason.text === null ? reason.words : `${reason.words}: ${reason.text}`,
    ])
  for (const person of signatures) rows.push([t('console.approval.signedBy'), wordsOf(person, person.at)])
  return (
    <div className="flex flex-col gap-3">
      <div className="desk-scroll max-h-96" tabIndex={0} role="group" aria-label={what}>
        <Facts rows={rows} />
      </div>
      <p>{t(missing.length > 1 ? 'console.approval.oneOfMore' : 'console.approval.last')}</p>
    </div>
  )
}

/** Signs an open request after a question that repeats what it is about, the last signature as the first. */
export function useSign(): { sign: (approval: ApprovalView) => Promise<Acted | null>; busy: boolean } {
  const act = useAct()
  return {
    busy: act.busy,
    async sign({ id }) {
      const opened = await openApproval(id).catch((failure: unknown) => {
        if (failure instanceof CallError) return null
        throw failure
      })
      if (opened === null) return null
      const { approval } = opened
      const agreed = await confirm({
        title: translate('console.approval.sign', { act: approval.what }),
        body: <SignQuestion opened={opened} />,
        danger: isAdverse(approval.power),
      })
      return agreed ? act.sign(approval) : null
    },
  }
}
