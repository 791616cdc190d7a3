import { useT } from '#client/texts.ts'
import type { DepositView, WithdrawalView, BankAccountView } from '#modules/funding/contract.ts'
import { Tag, type TagTone } from '#ui/Tag.tsx'

const TONES = { pending: 'warn', approved: 'ok', denied: 'danger' } as const satisfies Record<
  DepositView['status'],
  TagTone
>

/** Status of an account, a deposit or a withdrawal, in one word. */
export function AccountTag({ status }: Pick<BankAccountView, 'status'>) {
  const t = useT()
  return <Tag tone={TONES[status]}>{t(`funding.accounts.status.${status}`)}</Tag>
}
export function DepositTag({ status }: Pick<DepositView, 'status'>) {
  const t = useT()
  return <Tag tone={TONES[status]}>{t(`funding.deposit.status.${status}`)}</Tag>
}
export function WithdrawalTag({ status, state }: Pick<WithdrawalView, 'status' | 'state'>) {
  const t = useT()
  return (
    <Tag tone={state === 'cancelled' ? 'grey' : TONES[status]}>{t(`funding.withdrawal.state.${state}`)}</Tag>
  )
}
