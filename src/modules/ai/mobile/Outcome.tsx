import { useFormat, useT } from '#client/texts.ts'
import { Tag } from '#ui/Tag.tsx'
import type { PickView } from '../contract.ts'

/** The end of a pick by the published rule: the exit, the return, and the difference from the index. */
export function Outcome({
  outcome: { exit, returnBp, excessBp },
}: {
  outcome: NonNullable<PickView['outcome']>
}) {
  const t = useT()
  const f = useFormat()
  return (
    <span className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1 text-1">
      <Tag tone={exit === 'take-profit' ? 'up' : exit === 'stop-loss' ? 'down' : 'grey'}>
        {t(`ai.exit.${exit}`)}
      </Tag>
      {exit !== 'unfilled' && <span className="tabular-nums">{f.signedPercent(returnBp)}</span>}
      {exit !== 'unfilled' && (
        <span className="text-grey-1 tabular-nums">
          {t('ai.record.vsIndex')} {f.signedPercent(excessBp)}
        </span>
      )}
    </span>
  )
}
