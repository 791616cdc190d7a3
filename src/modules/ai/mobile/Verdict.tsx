import { IconScale } from '@tabler/icons-react'
import { useFormat, useT } from '#client/texts.ts'
import { ICON_S } from '#ui/icon.ts'
import { Notice } from '#ui/Notice.tsx'
import type { AiView } from '../contract.ts'

/** Before anything else: whether the model has done better than simply holding the index. */
export function Verdict({ model: { edge, record } }: { model: NonNullable<AiView['model']> }) {
  const t = useT()
  const f = useFormat()
  const { interval, trials, excessBp } = record
  const args = {
    trials: f.quantity(trials),
    excess: f.signedPercent(excessBp),
    low: f.signedPercent(interval?.lowBp),
    high: f.signedPercent(interval?.highBp),
  }
  return edge === 'none' ? (
    <Notice
      tone="warn"
      icon={<IconScale {...ICON_S} />}
      title={t('ai.verdict.none')}
      note={t('ai.verdict.noneNote', args)}
    />
  ) : (
    <Notice
      icon={<IconScale {...ICON_S} />}
      title={t('ai.verdict.shown')}
      note={t('ai.verdict.shownNote', args)}
    />
  )
}
