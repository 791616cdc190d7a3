import type { Days } from '#kernel/time.ts'
import type { Yen } from '#kernel/money.ts'
import { useFormat, useT } from '#client/texts.ts'
import { Mark, type Tone } from '#console/kit/Control.tsx'
import { FrozenLine } from '#console/kit/FrozenLine.tsx'
import { MemberLink } from '#console/kit/Pane.tsx'
import { RaiseCase } from '#console/kit/RaiseCase.tsx'
import { useDeskWords } from './labels.ts'

type Props = {
  number: string
  amount: Yen
  state: { tone: Tone; words: string }
  member: { id: string; number: number; level: string; days: Days; frozen: boolean }
  /** Once the case is opened; null: no verified name. */
  name?: string | null
}

/** The member, how much, and how it stands. */
export function CaseHead({ number, amount, state, member, name = null }: Props) {
  const t = useT()
  const f = useFormat()
  const words = useDeskWords()
  return (
    <>
      <div className="flex items-center justify-between">
        <span className="text-1 text-grey-1">{number}</span>
        <Mark tone={state.tone}>{state.words}</Mark>
      </div>
      <h2 className="flex items-center gap-2 py-1 text-4 font-strong">
        {f.money(amount)} <Mark tone="warn">{t('funding.console.simulated')}</Mark>
      </h2>
      <p className="flex flex-wrap items-baseline gap-x-3">
        {name !== null && <span className="font-strong">{name}</span>}
        <MemberLink memberId={member.id}>
          {t('funding.console.memberOf', { number: member.number })}
        </MemberLink>
        <span className="text-1 text-grey-1">{words.member(member)}</span>
      </p>
      <FrozenLine frozen={member.frozen} />
      <RaiseCase memberId={member.id} evidence={number} />
    </>
  )
}
