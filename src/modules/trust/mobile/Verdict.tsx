import { IconAlertTriangle, IconShieldCheck, IconShieldQuestion } from '@tabler/icons-react'
import { useFormat, useT } from '#client/texts.ts'
import { iso, type Ms } from '#kernel/time.ts'
import { Section } from '#ui/Section.tsx'

/** `open`: something could not be asked, or nothing is published yet. */
export type VerdictState = 'running' | 'right' | 'wrong' | 'open'

const LOOKS = {
  running: ['bg-sunk text-grey-1', <span key="ring" className="ring size-8" aria-hidden />],
  right: ['bg-ok-wash text-ok', <IconShieldCheck key="right" stroke={1.75} className="size-8" aria-hidden />],
  wrong: [
    'bg-danger-wash text-danger',
    <IconAlertTriangle key="wrong" stroke={1.75} className="size-8" aria-hidden />,
  ],
  open: [
    'bg-warn-wash text-warn',
    <IconShieldQuestion key="open" stroke={1.75} className="size-8" aria-hidden />,
  ],
} as const

/**
 * The result of all checks of the page, and the time when this device last made them. `checkedAt`: by the
 * server's clock, null: never.
 */
export function Verdict({ state, checkedAt }: { state: VerdictState; checkedAt: Ms | null }) {
  const t = useT()
  const f = useFormat()
  const [wash, icon] = LOOKS[state]
  return (
    <Section>
      <div role="status" className="flex items-center gap-4 py-1">
        <span className={`grid size-14 shrink-0 place-items-center rounded-round ${wash}`}>{icon}</span>
        <span className="min-w-0">
          <span className="block text-3 font-strong text-balance">{t(`trust.verdict.${state}`)}</span>
          <span className="block text-2 text-grey-1">{t(`trust.verdict.${state}Note`)}</span>
          {checkedAt !== null && (
            <span className="block text-1 text-grey-1">
              {t('trust.verdict.last', { time: f.dateTime(iso(checkedAt)) })}
            </span>
          )}
        </span>
      </div>
    </Section>
  )
}
