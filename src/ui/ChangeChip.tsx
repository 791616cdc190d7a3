import type { BasisPoints } from '#kernel/money.ts'
import { direction } from '#i18n/format.ts'
import { useFormat, useT } from '#client/texts.ts'

const LOOKS = { up: 'bg-up-wash text-up', down: 'bg-down-wash text-down', flat: 'bg-sunk text-flat' } as const

/** The change of the day on its wash; where the quote is old, that it is, and when it is from. */
export function ChangeChip({
  changeBp,
  stale,
}: {
  changeBp: BasisPoints | null
  stale?: string | undefined
}) {
  const f = useFormat()
  const t = useT()
  return (
    <span
      className={`change-chip grid h-chip w-19 shrink-0 place-items-center rounded-1 text-center whitespace-nowrap ${stale === undefined ? `text-2 font-strong ${LOOKS[direction(changeBp)]}` : 'bg-sunk text-1 text-grey-1'}`}
    >
      {stale === undefined ? (
        f.signedPercent(changeBp)
      ) : (
        <>
          {t('ui.stale')}
          <span className="text-warn">{stale}</span>
        </>
      )}
    </span>
  )
}
