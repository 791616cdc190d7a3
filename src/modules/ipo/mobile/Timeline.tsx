import { IconCircle, IconCircleCheck, IconCircleDotFilled } from '@tabler/icons-react'
import { useFormat, useT } from '#client/texts.ts'
import { ICON_S } from '#ui/icon.ts'
import { Section, SectionHead } from '#ui/Section.tsx'
import type { OfferingView } from '../contract.ts'

const STEPS = ['apply', 'draw', 'confirm', 'passOn', 'list'] as const
type Step = (typeof STEPS)[number]

/** The step at work; those before it are done. */
const current = ({ status, passedOn }: OfferingView): number => {
  switch (status) {
    case 'coming':
    case 'open':
      return 0
    case 'drawing':
      return 1
    case 'payment':
      return passedOn ? 3 : 2
    case 'listing':
      return 4
    case 'listed':
      return STEPS.length
    case 'void':
      return -1
  }
}

/** The days of an offering, one under the other. */
export function Timeline({ offering }: { offering: OfferingView }) {
  const t = useT()
  const f = useFormat()
  const now = current(offering)
  const when: Readonly<Record<Step, string>> = {
    apply: t('ipo.fromTo', { from: f.dateTime(offering.opensAt), to: f.dateTime(offering.closesAt) }),
    draw:
      offering.decidedAt === null
        ? t('ipo.fromTo', { from: f.date(offering.closesAt), to: f.date(offering.drawOn) })
        : f.dateTime(offering.decidedAt),
    confirm: t('ipo.fromTo', { from: f.dateTime(offering.payFrom), to: f.dateTime(offering.passesOnAt) }),
    passOn: t('ipo.until', { at: f.dateTime(offering.payTo) }),
    list: f.date(offering.issueOn),
  }
  return (
    <Section>
      <SectionHead title={t('ipo.dates')} />
      <ol>
        {STEPS.map((step, place) => (
          <li
            key={step}
            aria-current={place === now ? 'step' : undefined}
            className="flex gap-3 py-1.5 text-2"
          >
            {place < now ? (
              <IconCircleCheck {...ICON_S} className="size-5 shrink-0 text-ok" />
            ) : place === now ? (
              <IconCircleDotFilled {...ICON_S} className="size-5 shrink-0 text-brand" />
            ) : (
              <IconCircle {...ICON_S} className="size-5 shrink-0 text-grey-2" />
            )}
            <span
              className={`flex min-w-0 grow flex-wrap justify-between gap-x-3 ${place === now ? 'font-strong' : ''}`}
            >
              <span>
                {t(`ipo.step.${step}`)}
                {place < now && <span className="sr-only">（{t('ipo.step.done')}）</span>}
              </span>
              <span className={`ml-auto text-right ${place === now ? '' : 'text-grey-1'}`}>{when[step]}</span>
            </span>
          </li>
        ))}
      </ol>
      <p className="pt-1 text-1 text-grey-1">{t('ipo.step.drawNote')}</p>
      <p className="text-1 text-grey-1">{t('ipo.step.passOnNote')}</p>
    </Section>
  )
}
