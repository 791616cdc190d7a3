import { IconCircleCheck, IconHourglass } from '@tabler/icons-react'
import { usePicture } from '#client/upload.ts'
import { useFormat, useT } from '#client/texts.ts'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { ICON } from '#ui/icon.ts'
import { Section } from '#ui/Section.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { IdentityView } from '../contract.ts'
import { SIDES, type Side } from '../model/verification.ts'
import { FactRows } from './FactRows.tsx'
import { SIDE_TONES, useSideLabel } from './sides.ts'

/** Under review, or passed: nothing to do, everything to see. */
export function StatusSection({ identity }: { identity: IdentityView }) {
  const t = useT()
  const f = useFormat()
  const passed = identity.status === 'passed'
  return (
    <Section>
      <div role="status" className="flex items-start gap-3 pb-2">
        {passed ? (
          <IconCircleCheck {...ICON} className="size-6 shrink-0 text-ok" />
        ) : (
          <IconHourglass {...ICON} className="size-6 shrink-0 text-brand" />
        )}
        <div className="min-w-0">
          <h2 className="text-3 font-strong">
            {t(passed ? 'members.identity.passed.title' : 'members.identity.review.title')}
          </h2>
          <p className="text-2 text-grey-1">
            {t(passed ? 'members.identity.passed.note' : 'members.identity.review.note')}
          </p>
          {!passed && identity.desk && (
            <p className="pt-1 text-1 text-grey-1">{t('members.identity.review.desk')}</p>
          )}
        </div>
      </div>
      <div className="flex gap-3 pb-2">
        {SIDES.map((side) => (
          <SidePicture key={side} identity={identity} side={side} />
        ))}
      </div>
      <DefinitionList>
        <DefinitionRow label={t('members.identity.name')}>{identity.name}</DefinitionRow>
        <DefinitionRow label={t('members.identity.kana')}>{identity.kana}</DefinitionRow>
        {identity.documentType && (
          <DefinitionRow label={t('members.identity.type')}>
            {t(`members.identity.type.${identity.documentType}`)}
          </DefinitionRow>
        )}
        {identity.chip && (
          <DefinitionRow label={t('members.identity.method')}>
            {t('members.identity.chip.done')}
          </DefinitionRow>
        )}
        <DefinitionRow label={t('members.identity.number')}>{identity.idNumber}</DefinitionRow>
        {identity.facts && <FactRows facts={identity.facts} />}
        <DefinitionRow label={t('members.identity.sent')}>{f.dateTime(identity.submittedAt)}</DefinitionRow>
      </DefinitionList>
    </Section>
  )
}

function SidePicture({ identity, side }: { identity: IdentityView; side: Side }) {
  const t = useT()
  const label = useSideLabel(identity.documentType, identity.chip !== null)(side)
  const { status, imageId } = identity[side]
  const { src } = usePicture(`identity-${side}`, imageId)
  return (
    <figure className="min-w-0 flex-1">
      <figcaption className="flex min-h-7 flex-wrap items-center justify-between gap-x-2 pb-1.5">
        <span className="text-2 font-strong">{label}</span>
        {status !== 'none' && <Tag tone={SIDE_TONES[status]}>{t(`members.identity.side.${status}`)}</Tag>}
      </figcaption>
      <div className="relative aspect-3/2 overflow-hidden rounded-2 border border-grey-3 bg-sunk">
        {src !== null && <img src={src} alt={label} className="absolute inset-0 size-full object-contain" />}
      </div>
    </figure>
  )
}
