import { direction } from '#client/format.ts'
import { useFormat, useT } from '#client/texts.ts'

const LOOKS = { up: 'bg-up-wash text-up', down: 'bg-down-wash text-down', flat: 'bg-sunk text-flat' } as const

/** The change of the day on its wash; grey words where the quote is old. */
export function ChangeChip({ changeBp, stale }: { changeBp: number | null; stale?: boolean }) {
  const f = useFormat()
  const t = useT()
  const look = stale ? 'bg-sunk text-grey-1' : LOOKS[direction(changeBp)]
  return (
    <span className={`change-chip grid h-chip w-19 shrink-0 place-items-center rounded-1 text-center whitespace-nowrap ${stale ? 'text-1' : 'text-2 font-strong'} ${look}`}>
      {stale ? t('ui.stale') : f.signedPercent(changeBp)}
    </span>
  )
}
