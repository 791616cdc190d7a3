import { useRef, useState } from 'react'
import { useDraft } from '#client/drafts.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { AmountField } from '#modules/funding/mobile/public.ts'
import { getAccount } from '#modules/portfolio/contract.ts'
import { Button } from '#ui/Button.tsx'
import { Chip, Chips } from '#ui/Chip.tsx'
import { confirm } from '#ui/confirm.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { focusFirstError } from '#ui/Field.tsx'
import { Sheet } from '#ui/Modal.tsx'
import { toast } from '#ui/toast.tsx'
import { getFinancing, getLoan, repayLoan, type LoanView } from '../contract.ts'

/**
 * Part or all of a loan: what goes to interest, what to principal, what is left; and once more before it
 * goes.
 */
export function RepaySheet({ loan, free, onClose }: { loan: LoanView; free: number; onClose: () => void }) {
  const t = useT()
  const f = useFormat()
  const element = useRef<HTMLDivElement>(null)
  const [amount, setAmount, drop] = useDraft<number | null>('repay', () => null)
  const [tried, setTried] = useState(false)
  const write = useWrite(repayLoan, { refreshes: [getLoan, getFinancing, getAccount] })
  const problem =
    amount === null || amount < 1
      ? t('loans.repay.amountRequired')
      : amount > loan.owed
        ? t('loans.rejection.REPAY_TOO_MUCH', { owed: loan.owed })
        : amount > free
          ? t('loans.rejection.REPAY_UNCOVERED', { most: free })
          : undefined
  const interest = Math.min(amount ?? 0, loan.interest)
  const split = (
    <DefinitionList>
      <DefinitionRow label={t('loans.repay.interest')}>{f.money(interest)}</DefinitionRow>
      <DefinitionRow label={t('loans.repay.principal')}>{f.money((amount ?? 0) - interest)}</DefinitionRow>
      <DefinitionRow label={t('loans.repay.left')} strong>
        {f.money(loan.owed - (amount ?? 0))}
      </DefinitionRow>
    </DefinitionList>
  )

  async function repay() {
    setTried(true)
    if (amount === null || problem !== undefined) return focusFirstError(element.current)
    const yes = await confirm({
      title: t('loans.repay.confirmTitle'),
      danger: false,
      body: (
        <>
          <DefinitionList>
            <DefinitionRow label={t('loans.repay.amount')} strong>
              {f.money(amount)}
            </DefinitionRow>
          </DefinitionList>
          {split}
        </>
      ),
    })
    if (!yes) return
    // All of it is all that is owed at that moment: at midnight a day's interest comes on top.
    const answer = await write.run({
      params: { id: loan.id },
      input: { amount: amount === loan.owed ? null : amount },
    })
    if (!answer.ok) return
    drop(null)
    toast(t('loans.repay.done'), { kind: 'ok' })
    onClose()
  }
  return (
    <Sheet open onClose={onClose} title={t('loans.repay.title')}>
      <div ref={element} className="px-gutter">
        <AmountField
          big
          label={t('loans.repay.amount')}
          rule={t('loans.repay.free', { free: f.money(free) })}
          value={amount}
          onChange={setAmount}
          problem={problem}
          tried={tried}
        />
        <Chips grow label={t('loans.repay.amount')}>
          {loan.interest > 0 && (
            <Chip tall selected={amount === loan.interest} onPress={() => setAmount(loan.interest)}>
              {t('loans.repay.onlyInterest')}
            </Chip>
          )}
          <Chip tall selected={amount === loan.owed} onPress={() => setAmount(loan.owed)}>
            {t('loans.repay.all', { amount: f.money(loan.owed) })}
          </Chip>
        </Chips>
        <div className="pt-2">{split}</div>
        <p className="py-2 text-1 text-grey-1">{t('loans.repay.note')}</p>
        <div className="flex">
          <Button state={write.state} onPress={() => void repay()}>
            {amount === null
              ? t('loans.repay.submitEmpty')
              : t('loans.repay.submit', { amount: f.money(amount) })}
          </Button>
        </div>
      </div>
    </Sheet>
  )
}
