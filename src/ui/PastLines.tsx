import type { useServerInfo } from '#client/server-info.ts'
import { useT } from '#client/texts.ts'

type Props = { past: NonNullable<ReturnType<typeof useServerInfo>['past']> }

/** Lines of `PastNotice`, which alone are shown in a demo's first minutes: no part of a first load. */
export default function PastLines({ past }: Props) {
  const t = useT()
  return (
    <div role="status" className="shrink-0 bg-brand-wash px-4 py-2">
      <p className="flex items-baseline justify-between gap-3 text-2">
        <span className="font-strong">{t('ui.past')}</span>
        <span className="shrink-0 text-right text-1 text-grey-1">{t('ui.pastDay', past)}</span>
      </p>
      <span aria-hidden className="my-1 block h-1 overflow-hidden rounded-1 bg-grey-2">
        <span
          className="block h-full bg-brand"
          style={{ width: `${Math.round(((past.day - 0.5) / past.of) * 100)}%` }}
        />
      </span>
      <p className="text-1 text-grey-1">{t('ui.pastStep', { step: past.step })}</p>
    </div>
  )
}
