import { useT } from '#client/texts.ts'
import { Mark } from '#console/kit/Control.tsx'
import type { IdentityCase } from '../operator-contract.ts'

const TONES = { none: 'grey', sent: 'warn', accepted: 'ok', rejected: 'danger' } as const

/** State of one side of a document. */
export function SideMark({ state }: { state: IdentityCase['front'] }) {
  const t = useT()
  return <Mark tone={TONES[state]}>{t(`members.console.side.${state}`)}</Mark>
}
