import { useLang, useT } from '#client/texts.ts'
import { Field } from '#ui/Field.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { ADDRESS_MAX, type FactRejection } from '../model/facts.ts'
import { OCCUPATIONS, PURPOSES } from '../model/profile.ts'
import { eraYear, type TypedFacts } from './fact-form.ts'

type Problem = FactRejection | 'CHOICE_REQUIRED'
type Props = {
  facts: TypedFacts
  onChange: (facts: TypedFacts) => void
  /** The first rule that is broken; null while nobody has tried to go on. */
  problem: Problem | null
  /** A date of birth that was given stays; a chip's date and address are the chip's. */
  fixed?: 'birthDate' | 'chip' | null
}

/** Date of birth, address, occupation and purpose: what the law asks of a person beside the name. */
export function FactFields({ facts, onChange, problem, fixed = null }: Props) {
  const t = useT()
  const lang = useLang()
  const set = (field: keyof TypedFacts) => (value: string) => onChange({ ...facts, [field]: value })
  const errorOf = (...rejections: FactRejection[]) =>
    rejections.some((each) => each === problem)
      ? t(`members.rejection.${problem as FactRejection}`, { age: 18 })
      : null
  const choiceError = (label: string, value: string | null) =>
    problem === 'CHOICE_REQUIRED' && value === null ? t('members.profile.required', { field: label }) : null
  return (
    <>
      <Field
        type="date"
        label={t('members.identity.birthDate')}
        rule={lang === 'ja' ? eraYear(facts.birthDate) : undefined}
        value={facts.birthDate}
        onChange={set('birthDate')}
        error={errorOf('BIRTH_DATE_FORMAT', 'UNDERAGE')}
        autoComplete="bday"
        disabled={fixed !== null}
      />
      <Field
        plain
        label={t('members.identity.postalCode')}
        rule={t('members.identity.numberRule', { example: '100-0001' })}
        value={facts.postalCode}
        onChange={set('postalCode')}
        error={errorOf('POSTAL_CODE_FORMAT', 'POSTAL_CODE_UNUSED')}
        autoComplete="postal-code"
        inputMode="numeric"
        maxLength={10}
      />
      <Field
        label={t('members.identity.address')}
        rule={t('members.identity.addressRule')}
        value={facts.address}
        onChange={set('address')}
        error={errorOf('ADDRESS_REQUIRED', 'ADDRESS_CHARACTERS', 'ADDRESS_SHORT')}
        autoComplete="street-address"
        disabled={fixed === 'chip'}
        maxLength={ADDRESS_MAX}
      />
      <SelectField
        label={t('members.profile.occupation')}
        value={facts.occupation}
        placeholder={t('members.profile.choose')}
        onChange={(occupation) => onChange({ ...facts, occupation })}
        options={OCCUPATIONS.map((value) => ({ value, label: t(`members.profile.occupation.${value}`) }))}
        error={choiceError(t('members.profile.occupation'), facts.occupation)}
      />
      <SelectField
        label={t('members.identity.purpose')}
        value={facts.purpose}
        placeholder={t('members.profile.choose')}
        onChange={(purpose) => onChange({ ...facts, purpose })}
        options={PURPOSES.map((value) => ({ value, label: t(`members.profile.purpose.${value}`) }))}
        error={choiceError(t('members.identity.purpose'), facts.purpose)}
      />
    </>
  )
}
