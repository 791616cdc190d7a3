import { useFormat, useT } from '#client/texts.ts'
import { Mark } from '#console/kit/Control.tsx'
import type { ClosingHead } from '../operator-contract.ts'

/** The verdict on a report, as the server has reckoned it for this answer. */
export function Verdict({ off, whole }: Pick<ClosingHead, 'off' | 'whole'>) {
  const t = useT()
  const f = useFormat()
  if (!whole) return <Mark tone="danger">{t('closings.console.changed')}</Mark>
  return (
    <Mark tone={off === 0 ? 'ok' : 'danger'}>
      {off === 0 ? t('closings.console.ties') : t('closings.console.off', { yen: f.quantity(off) })}
    </Mark>
  )
}
