import { useT } from '#client/texts.ts'
import { PaneSection } from '#console/kit/Pane.tsx'
import { ActList } from '#console/kit/Stage.tsx'
import type { OperatorActView } from '#modules/staff/contract.ts'

/** Acts about a case, with their times; nothing if there were none. */
export function Acts({ acts }: { acts: readonly OperatorActView[] }) {
  const t = useT()
  if (acts.length === 0) return null
  return (
    <PaneSection title={t('funding.console.acts')}>
      <ActList acts={acts} />
    </PaneSection>
  )
}
