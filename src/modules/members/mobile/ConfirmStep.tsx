import { useId } from 'react'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useT } from '#client/texts.ts'
import { listDocuments } from '#modules/legal/contract.ts'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { FieldError } from '#ui/Field.tsx'
import { MenuRow } from '#ui/MenuRow.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import type { IdentityView } from '../contract.ts'
import type { IdentityFacts } from '../model/facts.ts'
import { normalizeForm, type IdentityForm } from '../model/identity-form.ts'
import { FactRows } from './FactRows.tsx'

type Props = {
  identity: IdentityView
  form: IdentityForm
  facts: IdentityFacts
  agreed: boolean
  onAgree: (agreed: boolean) => void
  error: string | null
}

/** The details that go off, and the documents that are agreed to with them. */
export function ConfirmStep({ identity, form: typed, facts, agreed, onAgree, error }: Props) {
  const t = useT()
  const id = useId()
  const form = normalizeForm(typed)
  const titles = useRead(listDocuments, {}).data ?? []
  return (
    <>
      <Section>
        <SectionHead title={t('members.identity.check')} />
        <DefinitionList>
          <DefinitionRow label={t('members.identity.name')}>{form.name}</DefinitionRow>
          <DefinitionRow label={t('members.identity.kana')}>{form.kana}</DefinitionRow>
          <DefinitionRow label={t('members.identity.type')}>
            {t(`members.identity.type.${form.documentType}`)}
          </DefinitionRow>
          <DefinitionRow label={t('members.identity.number')}>{form.idNumber}</DefinitionRow>
          <FactRows facts={facts} />
        </DefinitionList>
      </Section>
      {identity.consents.length > 0 && (
        <Section flush>
          {identity.consents.map(({ document, version }) => (
            <MenuRow
              key={document}
              label={titles.find((each) => each.id === document)?.title ?? document}
              value={t('members.identity.version', { version })}
              href={paths.webview({ document, version })}
            />
          ))}
          <div className="px-gutter py-2">
            <label htmlFor={id} className="flex min-h-touch items-center gap-3 text-2 font-strong">
              <input
                id={id}
                type="checkbox"
                className="size-5 shrink-0 accent-(--brand)"
                checked={agreed}
                aria-invalid={error !== null || undefined}
                aria-describedby={error === null ? undefined : `${id}-error`}
                onChange={(event) => onAgree(event.target.checked)}
              />
              {t('members.identity.agree')}
            </label>
            <FieldError id={`${id}-error`} error={error} />
          </div>
        </Section>
      )}
    </>
  )
}
