import { refresh } from '#client/reads.ts'
import { useT } from '#client/texts.ts'
import { usePicture, useUpload } from '#client/upload.ts'
import { Button } from '#ui/Button.tsx'
import { ImagePick } from '#ui/ImagePick.tsx'
import { Section } from '#ui/Section.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { getIdentity, type IdentityView } from '../contract.ts'
import { DOCUMENT_TYPES, type DocumentType } from '../model/identity-form.ts'
import { SIDES, type Side } from '../model/verification.ts'
import { sampleDocument } from './sample-document.ts'
import { SIDE_TONES, useSideLabel } from './sides.ts'

type Props = {
  identity: IdentityView
  type: DocumentType
  onType: (type: DocumentType) => void
  isChip: boolean
}

/** Both sides, each sent and confirmed by itself. */
export function DocumentStep({ identity, type, onType, isChip }: Props) {
  const t = useT()
  return (
    <>
      {!isChip && (
        <Section>
          <SelectField
            label={t('members.identity.type')}
            value={type}
            onChange={onType}
            options={DOCUMENT_TYPES.map((value) => ({ value, label: t(`members.identity.type.${value}`) }))}
          />
        </Section>
      )}
      <Section>
        <div className="flex gap-3">
          {SIDES.map((side) => (
            <SideTile key={side} identity={identity} type={type} side={side} isChip={isChip} />
          ))}
        </div>
        {!isChip && <p className="pt-3 text-1 text-grey-1">{t('members.identity.pictureRule')}</p>}
      </Section>
    </>
  )
}

type TileProps = Pick<Props, 'identity' | 'type' | 'isChip'> & { side: Side }

function SideTile({ identity, type, side, isChip }: TileProps) {
  const t = useT()
  const label = useSideLabel(type, isChip)(side)
  const { status, imageId, draftId: newest } = identity[side]
  // A portrait of a chip is no picture of a document.
  const draftId = !isChip && side === 'front' && identity.chip !== null ? null : newest
  const upload = useUpload(`identity-${side}`, () => refresh(getIdentity))
  const kept = usePicture(`identity-${side}`, draftId ?? (status === 'rejected' ? null : imageId))
  const tag =
    draftId !== null
      ? { tone: 'brand' as const, text: t('members.identity.side.draft') }
      : status === 'none'
        ? undefined
        : { tone: SIDE_TONES[status], text: t(`members.identity.side.${status}`) }
  const sample = async (glare: boolean) =>
    upload.send(await sampleDocument(isChip ? 'selfie' : side, t('members.identity.sampleMark'), glare))
  const isFixed = (status === 'accepted' && draftId === null) || (isChip && side === 'front')
  return (
    <div className="min-w-0 flex-1">
      <ImagePick label={label} upload={upload} src={kept.src} tag={tag} fixed={isFixed} />
      {identity.samples && !isFixed && (
        <>
          <div className="flex pt-2">
            <Button
              kind="secondary"
              size="s"
              label={`${label}: ${t('members.identity.useSample')}`}
              onPress={() => void sample(false)}
            >
              {t('members.identity.useSample')}
            </Button>
          </div>
          {side === 'back' && status === 'none' && !isChip && (
            <button
              type="button"
              className="min-h-touch w-full text-1 text-brand"
              onClick={() => void sample(true)}
            >
              {t('members.identity.useUnreadable')}
            </button>
          )}
        </>
      )}
    </div>
  )
}
