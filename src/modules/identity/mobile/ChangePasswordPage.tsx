import { useRef, useState } from 'react'
import { navigate } from '#client/navigation.ts'
import { paths } from '#client/paths.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '#kernel/specification.ts'
import { charactersOf } from '#kernel/typed.ts'
import { changePassword, getSecurity, listSessions } from '#modules/identity/contract.ts'
import { isSamePassword } from '#modules/identity/model/same-password.ts'
import { Button } from '#ui/Button.tsx'
import { focusFirstError, PasswordField } from '#ui/Field.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section } from '#ui/Section.tsx'
import { toast } from '#ui/toast.tsx'
import { useStepUp, StepUpFields } from './StepUpFields.tsx'

const EMPTY = { oldPassword: '', newPassword: '', confirmPassword: '' }

/** Another login password: the old one, a new one twice (specification, chapter 5). */
export default function ChangePasswordPage(_: ScreenProps<'changePassword'>) {
  const t = useT()
  return (
    <Page nav={<NavigationBar title={t('identity.changePassword.title')} />}>
      <Form />
    </Page>
  )
}

function Form() {
  const t = useT()
  const element = useRef<HTMLFormElement>(null)
  const [form, setForm] = useState(EMPTY)
  const [tried, setTried] = useState(false)
  const stepUp = useStepUp('password.change')
  const write = useWrite(changePassword, { refreshes: [getSecurity, listSessions] })
  const length = charactersOf(form.newPassword)
  const problems = {
    oldPassword: form.oldPassword === '' ? t('identity.rejection.OLD_PASSWORD_REQUIRED') : undefined,
    newPassword:
      length === 0
        ? t('identity.rejection.NEW_PASSWORD_REQUIRED')
        : length < PASSWORD_MIN || length > PASSWORD_MAX
          ? t('identity.rejection.PASSWORD_LENGTH', { min: PASSWORD_MIN, max: PASSWORD_MAX })
          : undefined,
    confirmPassword: isSamePassword(form.confirmPassword, form.newPassword)
      ? undefined
      : t('identity.rejection.PASSWORDS_DIFFER'),
  }
  const errorOf = (field: keyof typeof EMPTY) => (tried ? problems[field] : undefined)
  const set = (field: keyof typeof EMPTY) => (value: string) => setForm({ ...form, [field]: value })

  async function submit() {
    setTried(true)
    if (Object.values(problems).some((problem) => problem !== undefined))
      return focusFirstError(element.current)
    const proof = await stepUp.prove({ newPassword: form.newPassword })
    if (proof === null) return
    const answer = await write.run({ input: { ...form, ...proof } })
    if (!answer.ok) return
    toast(t('identity.changePassword.done'), { kind: 'ok' })
    navigate.back()
  }

  return (
    <Section>
      <form
        ref={element}
        noValidate
        className="flex flex-col gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <p className="text-grey-1">{t('identity.changePassword.lead')}</p>
        <PasswordField
          label={t('identity.changePassword.old')}
          autoComplete="current-password"
          value={form.oldPassword}
          onChange={set('oldPassword')}
          error={errorOf('oldPassword')}
        />
        <PasswordField
          label={t('identity.changePassword.new')}
          rule={t('identity.register.passwordRule')}
          autoComplete="new-password"
          value={form.newPassword}
          onChange={set('newPassword')}
          error={errorOf('newPassword')}
        />
        <PasswordField
          label={t('identity.changePassword.confirm')}
          autoComplete="new-password"
          value={form.confirmPassword}
          onChange={set('confirmPassword')}
          error={errorOf('confirmPassword')}
        />
        <StepUpFields stepUp={stepUp} />
        <div className="flex pt-2">
          <Button type="submit" state={write.state}>
            {t('identity.changePassword.submit')}
          </Button>
        </div>
        <a
          className="text-brand text-2 inline-flex min-h-touch items-center justify-center"
          href={paths.recovery({ what: 'password' })}
        >
          {t('identity.changePassword.forgotten')}
        </a>
      </form>
    </Section>
  )
}
