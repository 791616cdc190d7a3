import { useT } from '#client/texts.ts'
import { Tag, type TagTone } from '#ui/Tag.tsx'
import type { LoanView } from '../contract.ts'

const TONES = {
  pending: 'warn',
  open: 'ok',
  repaid: 'grey',
  refused: 'danger',
  cancelled: 'grey',
} as const satisfies Record<LoanView['state'], TagTone>

/** State of a loan, in one word. */
export function LoanTag({ state }: Pick<LoanView, 'state'>) {
  const t = useT()
  return <Tag tone={TONES[state]}>{t(`loans.state.${state}`)}</Tag>
}
