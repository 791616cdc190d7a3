import { useFormat, useT } from '#client/texts.ts'
import { Notice } from '#ui/Notice.tsx'
import type { HaltView } from '../contract.ts'

/** Says that people of the firm have stopped the market, or this issue, since when and why. */
export function HaltNotice({ halts, code }: { halts: readonly HaltView[]; code?: string }) {
  const t = useT()
  const f = useFormat()
  const halt =
    halts.find(({ subject }) => subject === 'market') ?? halts.find(({ subject }) => subject === code)
  if (halt === undefined) return null
  return (
    <Notice
      tone="danger"
      title={t(halt.subject === 'market' ? 'market.halt.market' : 'market.halt.issue', {
        time: f.clock(halt.since),
      })}
      note={t('market.halt.note', { reason: t(`market.halt.reason.${halt.reason}`) })}
    />
  )
}
