import { useT } from '#client/texts.ts'
import { useMe } from '#console/kit/act.ts'
import { DeskButton } from '#console/kit/Control.tsx'
import { useSignList } from '#console/kit/lists.tsx'

/** All that the published rule takes, with one question and one signature (decision 0142). */
export function ByRule({
  power,
  count,
  onDone,
}: {
  /** Requests that the rule would take now: without any there is nothing to sign. */
  count: number
  power: 'deposit.credit' | 'withdrawal.mark-paid'
  onDone: () => void
}) {
  const t = useT()
  const me = useMe()
  const many = useSignList()
  if (!me?.powers.includes(power)) return null
  return (
    <DeskButton
      look="primary"
      disabled={count === 0}
      busy={many.busy}
      onPress={() => void many.sign({ power }).then((done) => (done === null ? null : onDone()))}
    >
      {t(power === 'deposit.credit' ? 'funding.console.act.creditByRule' : 'funding.console.act.paidByRule')}
    </DeskButton>
  )
}
