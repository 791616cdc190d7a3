import { useFormat, useT } from '#client/texts.ts'
import { Section, SectionHead } from '#ui/Section.tsx'
import type { HeadCheck } from './check.ts'
import { markOf, Step } from './Step.tsx'

/** The newest published head, as this device found it. */
export function JournalHead({
  check: { head, before, continuity, house: firm, auditor, records, corrections },
}: {
  check: HeadCheck
}) {
  const t = useT()
  const f = useFormat()
  return (
    <Section>
      <SectionHead title={t('trust.head')} note={f.dateTime(head.at)} />
      <p className="pb-1">
        <span className="text-4 font-strong">{f.quantity(head.size)}</span>{' '}
        <span className="text-1 text-grey-1">{t('trust.records')}</span>
      </p>
      <p className="text-1 break-all font-code text-grey-1">{head.root}</p>
      {records > head.size && (
        <p className="pt-1 text-1 text-grey-1">{t('trust.since', { count: records - head.size })}</p>
      )}
      <p className="pt-1 text-1 text-grey-1">{t('trust.corrections', { count: corrections })}</p>
      <ul className="pt-2">
        <Step
          state={markOf(continuity === 'first' || continuity === 'continues')}
          title={t(`trust.continuity.${continuity}`)}
        >
          {before === null
            ? t('trust.kept')
            : t('trust.before', { size: before.size, at: f.dateTime(before.at) })}
        </Step>
        <Step state={firm} title={t(`trust.house.${firm}`)} />
        <Step state={auditor} title={t(`trust.auditor.${auditor}`)}>
          {t('trust.auditorNote')}
        </Step>
      </ul>
    </Section>
  )
}
