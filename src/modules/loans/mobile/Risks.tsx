import { IconAlertTriangle } from '@tabler/icons-react'
import { useT } from '#client/texts.ts'
import { ICON_S } from '#ui/icon.ts'

const RISKS = ['debt', 'cost', 'short', 'cover', 'free'] as const

/** The costs and risks of a loan, in plain words, before the button. */
export function Risks() {
  const t = useT()
  return (
    <section aria-label={t('loans.risk.title')} className="mt-band bg-warn-wash px-gutter py-3">
      <h2 className="flex items-center gap-2 pb-1 text-2 font-strong text-warn">
        <IconAlertTriangle {...ICON_S} />
        {t('loans.risk.title')}
      </h2>
      <ul className="flex list-disc flex-col gap-1 pl-5 text-2">
        {RISKS.map((risk) => (
          <li key={risk}>{t(`loans.risk.${risk}`)}</li>
        ))}
      </ul>
    </section>
  )
}
