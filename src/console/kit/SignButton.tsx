import { useT } from '#client/texts.ts'
import type { ApprovalView } from '#modules/staff/operator-contract.ts'
import { confirm } from '#ui/confirm.tsx'
import { toast } from '#ui/toast.tsx'
import { useAct, type Acted } from './act.ts'
import { DeskButton } from './Control.tsx'
import { caseOf, isAdverse, useSign } from './sign.tsx'

type Props = {
  approval: ApprovalView
  hotkey?: string
  /** null: it was taken back. */
  onDone?: (acted: Acted | null) => void
  /** It was asked about and not signed. */
  onRefused?: () => void
}

/** Signs an open request; whoever alone has asked for it takes it back here. */
export function SignButton({ approval, hotkey, onDone, onRefused }: Props) {
  const t = useT()
  const act = useAct()
  const second = useSign()
  const { what, power, hindrance, mayWithdraw } = approval
  async function sign(): Promise<void> {
    const acted = await second.sign(approval)
    if (acted === null) return onRefused?.()
    toast(t(acted.status === 'open' ? 'console.decision.asked' : 'console.decision.done'), { kind: 'ok' })
    onDone?.(acted)
  }
  async function withdraw(): Promise<void> {
    const agreed = await confirm({
      title: t('console.approval.withdraw'),
      body: t('console.approval.withdrawAsk', { act: what, name: caseOf(approval).name }),
      act: t('console.approval.withdraw'),
    })
    if (!agreed || !(await act.withdraw(approval))) return
    toast(t('console.approval.withdrawn'), { kind: 'ok' })
    onDone?.(null)
  }
  return mayWithdraw ? (
    <DeskButton tall look="neutral" busy={act.busy} onPress={() => void withdraw()}>
      {t('console.approval.withdraw')}
    </DeskButton>
  ) : (
    <DeskButton
      tall
      look={isAdverse(power) ? 'danger' : 'primary'}
      busy={second.busy}
      disabled={hindrance !== null}
      onPress={() => void sign()}
      {...(hotkey === undefined ? {} : { hotkey })}
    >
      {t('console.approval.sign', { act: what })}
    </DeskButton>
  )
}
