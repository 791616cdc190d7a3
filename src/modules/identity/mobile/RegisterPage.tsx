import { useRef, useState } from 'react'
import { useDraft } from '#client/drafts.ts'
import type { ScreenProps } from '#client/screens.ts'
import { deviceId } from '#client/device-id.ts'
import { newDeviceKey } from '#client/device-key.ts'
import { paths } from '#client/paths.ts'
import { useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '#kernel/specification.ts'
import { register, smsCode } from '#modules/identity/contract.ts'
import { Button } from '#ui/Button.tsx'
import { Field, focusFirstError, PasswordField } from '#ui/Field.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Notice } from '#ui/Notice.tsx'
import { CodeField } from '#ui/NumberField.tsx'
import { Page } from '#ui/Page.tsx'
import { Section } from '#ui/Section.tsx'
import { toast } from '#ui/toast.tsx'
import { DeveloperInbox } from './DeveloperInbox.tsx'
import { enter } from './enter.ts'
import { NO_SECRETS, fieldOf, problemsOf, type RegisterForm } from './register-form.ts'
import { useResendWait } from './resend-wait.ts'

export default function RegisterPage({ params }: ScreenProps<'register'>) {
  const t = useT()
  const element = useRef<HTMLFormElement>(null)
  const [kept, setKept] = useDraft('registration', () => ({
    mobile: '',
    invitationCode: params.invitation ?? '',
  }))
  const [secrets, setSecrets] = useState(NO_SECRETS)
  const form: RegisterForm = { ...kept, ...secrets }
  const [tried, setTried] = useState(false)
  // A refusal stands at its field until that field is changed.
  const [answered, setAnswered] = useState(false)
  const [left, startCountdown] = useResendWait()
  const code = useWrite(smsCode, { quiet: true })
  const write = useWrite(register, { quiet: true })
  const problems = problemsOf(form)
  const refused = [write.error, code.error].find((error) => error !== null) ?? null
  const refusedField = answered ? fieldOf(refused?.rejection ?? null) : null

  const set = (field: keyof RegisterForm) => (value: string) => {
    if (field in secrets) setSecrets((now) => ({ ...now, [field]: value }))
    else setKept((now) => ({ ...now, [field]: value }))
    if (refusedField === field) setAnswered(false)
  }
  const errorOf = (field: keyof RegisterForm) => {
    if (refusedField === field) return refused?.msg
    const problem = tried ? problems[field] : undefined
    return problem && t(`identity.${problem}`, { min: PASSWORD_MIN, max: PASSWORD_MAX })
  }

  async function sendCode() {
    const answer = await code.run({ input: { mobile: form.mobile.trim(), deviceId: deviceId() } })
    setAnswered(true)
    if (!answer.ok) {
      if (fieldOf(answer.error.rejection) === null) toast(answer.error.msg, { kind: 'fail' })
      return
    }
    startCountdown()
    toast(t('identity.register.codeSent'), { kind: 'ok' })
  }

  async function submit() {
    setTried(true)
    if (Object.keys(problems).length > 0) return focusFirstError(element.current)
    const key = await newDeviceKey()
    const input = {
      ...form,
      ...key.fields,
      mobile: form.mobile.trim(),
      invitationCode: form.invitationCode.trim(),
      verificationCode: form.verificationCode.trim(),
      deviceId: deviceId(),
    }
    const answer = await write.run({ input })
    setAnswered(true)
    if (answer.ok) {
      toast(t('identity.register.done'), { kind: 'ok' })
      return enter(answer.data, key)
    }
    if (fieldOf(answer.error.rejection) === null) toast(answer.error.msg, { kind: 'fail' })
    else focusFirstError(element.current)
  }

  return (
    <Page nav={<NavigationBar title={t('identity.register.title')} />}>
      <Notice tone="warn" title={t('identity.register.lead')} note={t('identity.register.simulated')} />
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
          <Field
            plain
            label={t('identity.register.mobile')}
            rule={t('identity.register.mobileRule')}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            value={form.mobile}
            onChange={set('mobile')}
            error={errorOf('mobile')}
          />
          <div className="flex flex-col gap-2">
            <CodeField
              label={t('identity.register.code')}
              rule={t('identity.register.codeRule')}
              autoComplete="one-time-code"
              value={form.verificationCode}
              onChange={set('verificationCode')}
              error={errorOf('verificationCode')}
            />
            <div className="flex gap-2">
              <Button
                kind="secondary"
                size="s"
                state={code.state}
                disabled={left > 0 || form.mobile.trim() === ''}
                onPress={() => void sendCode()}
              >
                {left > 0
                  ? t('identity.register.resendIn', { seconds: left })
                  : t('identity.register.sendCode')}
              </Button>
              <DeveloperInbox mobile={form.mobile.trim()} onUse={set('verificationCode')} />
            </div>
          </div>
          <PasswordField
            label={t('identity.register.password')}
            rule={t('identity.register.passwordRule')}
            autoComplete="new-password"
            value={form.password}
            onChange={set('password')}
            error={errorOf('password')}
          />
          <PasswordField
            label={t('identity.register.confirmPassword')}
            autoComplete="new-password"
            value={form.confirmPassword}
            onChange={set('confirmPassword')}
            error={errorOf('confirmPassword')}
          />
          <Field
            plain
            label={t('identity.register.invitationCode')}
            autoComplete="off"
            autoCapitalize="characters"
            value={form.invitationCode}
            onChange={set('invitationCode')}
            error={errorOf('invitationCode')}
          />
          <div className="flex pt-2">
            <Button type="submit" state={write.state}>
              {t('identity.register.submit')}
            </Button>
          </div>
          <p className="text-grey-1 text-2 text-center">
            {t('identity.register.hasAccount')}{' '}
            <a className="text-brand font-strong inline-flex min-h-touch items-center" href={paths.login()}>
              {t('identity.login.title')}
            </a>
          </p>
        </form>
      </Section>
    </Page>
  )
}
