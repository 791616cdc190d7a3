import { useLang, useT } from '#client/texts.ts'
import { DefinitionRow } from '#ui/Definition.tsx'
import { postalText, type IdentityFacts } from '../model/facts.ts'
import { eraYear } from './fact-form.ts'

/** The facts of a person, as rows of a list of definitions. */
export function FactRows({ facts }: { facts: IdentityFacts }) {
  const t = useT()
  const lang = useLang()
  const { birthDate, postalCode, address, occupation, purpose } = facts
  const era = lang === 'ja' ? `（${eraYear(birthDate)}）` : ''
  return (
    <>
      <DefinitionRow
        label={t('members.identity.birthDate')}
      >{`${birthDate.replaceAll('-', '/')}${era}`}</DefinitionRow>
      <DefinitionRow label={t('members.identity.address')}>
        {`〒${postalText(postalCode)} ${address}`}
      </DefinitionRow>
      <DefinitionRow label={t('members.profile.occupation')}>
        {t(`members.profile.occupation.${occupation}`)}
      </DefinitionRow>
      <DefinitionRow label={t('members.identity.purpose')}>
        {t(`members.profile.purpose.${purpose}`)}
      </DefinitionRow>
    </>
  )
}
