import { useRef, useState } from 'react'
import { useDraft } from '#client/drafts.ts'
import { useRead } from '#client/reads.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { ActionBar } from '#ui/ActionBar.tsx'
import { Button } from '#ui/Button.tsx'
import { Field, focusFirstError } from '#ui/Field.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { getAccountOpening, saveProfile, type AccountOpening } from '../contract.ts'
import { INSIDER_TIES, PROFILE_FIELDS, PROFILE_LISTS, type ProfileField } from '../model/profile.ts'

/** Investor profile and insider registration. */
export default function ProfilePage(_: ScreenProps<'investorProfile'>) {
  const t = useT()
  const read = useRead(getAccountOpening, {})
  if (read.data !== undefined) return <ProfileForm saved={read.data.profile} />
  return (
    <Page nav={<NavigationBar title={t('members.profile.title')} />}>
      <Loaded read={read} skeleton={<Skeleton kind="lines" rows={8} />}>
        {() => null}
      </Loaded>
    </Page>
  )
}

type Answers = Partial<Record<ProfileField, string>>
type Typed = { answers: Answers; tie: (typeof INSIDER_TIES)[number] | null; code: string }

function ProfileForm({ saved }: { saved: AccountOpening['profile'] }) {
  const t = useT()
  const f = useFormat()
  const form = useRef<HTMLDivElement>(null)
  const [{ answers, tie, code }, setTyped, drop] = useDraft<Typed>('profile', () => ({
    answers: saved === null ? {} : Object.fromEntries(PROFILE_FIELDS.map((field) => [field, saved[field]])),
    tie: saved?.insiderTie ?? null,
    code: saved?.insiderCode ?? '',
  }))
  const change = (part: Partial<Typed>) => setTyped((now) => ({ ...now, ...part }))
  const [tried, setTried] = useState(false)
  const write = useWrite(saveProfile, { refreshes: [getAccountOpening], quiet: true })
  const isComplete = PROFILE_FIELDS.every((field) => answers[field] !== undefined) && tie !== null
  const requiredOf = (label: string, isMissing: boolean) =>
    tried && isMissing ? t('members.profile.required', { field: label }) : null

  async function save() {
    setTried(true)
    if (!isComplete) return focusFirstError(form.current)
    const isTied = tie !== 'none'
    const input = {
      ...(answers as Record<ProfileField, never>),
      insiderTie: tie,
      insiderCode: isTied && code.trim() !== '' ? code.trim().toUpperCase() : null,
    }
    const answer = await write.run({ input })
    if (answer.ok) {
      drop()
      return toast(t('members.profile.saved'), { kind: 'ok' })
    }
    focusFirstError(form.current)
    if (answer.error.rejection === null && answer.error.kind !== 'malformed')
      toast(answer.error.msg, { kind: 'fail' })
  }
  const codeError =
    write.error === null
      ? null
      : write.error.kind === 'malformed'
        ? t('members.rejection.INSIDER_CODE_UNKNOWN')
        : write.error.rejection === null
          ? null
          : write.error.msg
  return (
    <Page
      nav={<NavigationBar title={t('members.profile.title')} />}
      footer={
        <ActionBar>
          <Button state={write.state} onPress={() => void save()}>
            {t('members.profile.save')}
          </Button>
        </ActionBar>
      }
    >
      <div ref={form}>
        <Section>
          <p className="pb-1 text-2 text-grey-1">{t('members.profile.lead')}</p>
          {PROFILE_FIELDS.map((field) => {
            const label = t(`members.profile.${field}`)
            const options = (PROFILE_LISTS[field] as readonly string[]).map((value) => ({
              value,
              label: t(`members.profile.${field}.${value}` as 'members.profile.income.over-2000'),
            }))
            return (
              <SelectField
                key={field}
                label={label}
                options={options}
                value={answers[field] ?? null}
                placeholder={t('members.profile.choose')}
                onChange={(value) => change({ answers: { ...answers, [field]: value } })}
                error={requiredOf(label, answers[field] === undefined)}
              />
            )
          })}
        </Section>
        <Section>
          <SectionHead title={t('members.profile.insider')} />
          <p className="pb-1 text-2 text-grey-1">{t('members.profile.insiderLead')}</p>
          <SelectField
            label={t('members.profile.insiderTie')}
            value={tie}
            placeholder={t('members.profile.choose')}
            onChange={(next) => change({ tie: next })}
            options={INSIDER_TIES.map((value) => ({
              value,
              label: t(`members.profile.insiderTie.${value}`),
            }))}
            error={requiredOf(t('members.profile.insiderTie'), tie === null)}
          />
          {tie !== null && tie !== 'none' && (
            <Field
              plain
              label={t('members.profile.insiderCode')}
              value={code}
              onChange={(next) => change({ code: next })}
              autoCapitalize="characters"
              autoComplete="off"
              maxLength={5}
              error={codeError}
            />
          )}
          {saved !== null && (
            <p className="pt-2 text-1 text-grey-1">
              {t('members.profile.savedAt', { at: f.dateTime(saved.at) })}
            </p>
          )}
        </Section>
      </div>
    </Page>
  )
}
