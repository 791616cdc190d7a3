import { useState } from 'react'
import { useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { Button } from '#ui/Button.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Field, FieldError } from '#ui/Field.tsx'
import { Section } from '#ui/Section.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { getIdentity, readIdentityChip, type IdentityView } from '../contract.ts'
import { NAME_MAX, type FormRejection } from '../model/identity-form.ts'
import { CHIP_DOCUMENTS, type ChipDocument } from '../model/methods.ts'

type Props = {
  chip: IdentityView['chip']
  kana: string
  onKana: (kana: string) => void
  problem: FormRejection | null
  /** True once somebody has tried to go on. */
  tried: boolean
}

/** The card's chip: read, shown, and the one thing that it does not know, the name in kana. */
export function ChipStep({ chip, kana, onKana, problem, tried }: Props) {
  const t = useT()
  const [documentType, setType] = useState<ChipDocument>(chip?.documentType ?? 'licence')
  const write = useWrite(readIdentityChip, { refreshes: [getIdentity] })
  return (
    <Section>
      <SelectField
        label={t('members.identity.type')}
        value={documentType}
        onChange={setType}
        options={CHIP_DOCUMENTS.map((value) => ({ value, label: t(`members.identity.type.${value}`) }))}
      />
      <p className="py-1 text-1 text-grey-1">{t('members.identity.chip.simulated')}</p>
      <div className="flex pb-2">
        <Button
          kind={chip === null ? 'primary' : 'secondary'}
          state={write.state}
          onPress={() => void write.run({ input: { documentType } })}
        >
          {t('members.identity.chip.read')}
        </Button>
      </div>
      <FieldError id="chip-first" error={tried && chip === null ? t('members.identity.chip.first') : null} />
      {chip !== null && (
        <>
          <DefinitionList>
            <DefinitionRow label={t('members.identity.name')}>{chip.name}</DefinitionRow>
            <DefinitionRow label={t('members.identity.birthDate')}>
              {chip.birthDate.replaceAll('-', '/')}
            </DefinitionRow>
            <DefinitionRow label={t('members.identity.address')}>{chip.address}</DefinitionRow>
            <DefinitionRow label={t('members.identity.number')}>{chip.idNumber}</DefinitionRow>
          </DefinitionList>
          <Field
            label={t('members.identity.kana')}
            rule={t('members.identity.kanaRule')}
            value={kana}
            onChange={onKana}
            error={
              problem === 'KANA_REQUIRED' || problem === 'KANA_CHARACTERS'
                ? t(`members.rejection.${problem}`)
                : null
            }
            autoComplete="off"
            maxLength={NAME_MAX}
          />
        </>
      )}
    </Section>
  )
}
