import { useT } from '#client/texts.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { Section } from '#ui/Section.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import {
  DOCUMENT_TYPES,
  NAME_MAX,
  NUMBER_FORMATS,
  type FormRejection,
  type IdentityForm,
} from '../model/identity-form.ts'
import { fieldOf, type FormField } from './identity-form.ts'
import { ownSampleNumber } from './sample-document.ts'

/** Of no person. */
const SAMPLE_NAME = { name: '見本 太郎', kana: 'ミホン タロウ' }

type Props = {
  form: IdentityForm
  onChange: (form: IdentityForm) => void
  /** Fills this step and the next with a sample. */
  onSample: (form: IdentityForm) => void
  problem: FormRejection | null
  samples: boolean
}

/** Name, kana, kind and number of the document. */
export function NameStep({ form, onChange, onSample, problem, samples }: Props) {
  const t = useT()
  const { example } = NUMBER_FORMATS[form.documentType]
  const set = (field: keyof IdentityForm) => (value: string) => onChange({ ...form, [field]: value })
  const errorOf = (field: FormField) =>
    problem === null || fieldOf(problem) !== field
      ? null
      : problem === 'ID_NUMBER_FORMAT'
        ? t(`members.rejection.${problem}`, { example })
        : t(`members.rejection.${problem}`)
  return (
    <Section>
      <Field
        label={t('members.identity.name')}
        value={form.name}
        onChange={set('name')}
        error={errorOf('name')}
        autoComplete="name"
        maxLength={NAME_MAX}
      />
      <Field
        label={t('members.identity.kana')}
        rule={t('members.identity.kanaRule')}
        value={form.kana}
        onChange={set('kana')}
        error={errorOf('kana')}
        autoComplete="off"
        maxLength={NAME_MAX}
      />
      <SelectField
        label={t('members.identity.type')}
        value={form.documentType}
        onChange={(documentType) => onChange({ ...form, documentType })}
        options={DOCUMENT_TYPES.map((value) => ({ value, label: t(`members.identity.type.${value}`) }))}
      />
      <Field
        plain
        label={t('members.identity.number')}
        rule={t('members.identity.numberRule', { example })}
        value={form.idNumber}
        onChange={set('idNumber')}
        error={errorOf('idNumber')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        inputMode={form.documentType === 'licence' ? 'numeric' : 'text'}
        maxLength={20}
      />
      {samples && (
        <div className="flex pt-3">
          <Button
            kind="secondary"
            size="s"
            onPress={() => onSample({ ...SAMPLE_NAME, documentType: 'licence', idNumber: ownSampleNumber() })}
          >
            {t('members.identity.useSample')}
          </Button>
        </div>
      )}
    </Section>
  )
}
