import { useT } from '#client/texts.ts'
import { useNow, useSpan } from '#console/kit/age.ts'
import { Mark } from '#console/kit/Control.tsx'
import { answerState } from '../model/answer-time.ts'
import type { ConversationRow } from '../operator-contract.ts'

const TONES = { within: 'ok', soon: 'warn', over: 'danger' } as const

/** Time that a member waits, and how it stands against the target; nothing where nobody waits. */
export function WaitMark({ waitingSince, answerBy }: Pick<ConversationRow, 'waitingSince' | 'answerBy'>) {
  const t = useT()
  const now = useNow()
  const span = useSpan()
  if (waitingSince === null || answerBy === null) return null
  const state = answerState(Date.parse(answerBy), now)
  return (
    <span className="inline-flex items-center gap-2">
      {span(now - Date.parse(waitingSince))}
      <Mark tone={TONES[state]}>{t(`support.console.target.${state}`)}</Mark>
    </span>
  )
}
