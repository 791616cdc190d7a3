import { useRef, useState } from 'react'
import type { ScreenProps } from '#client/screens.ts'
import { navigate } from '#client/navigation.ts'
import { paths } from '#client/paths.ts'
import { refresh } from '#client/reads.ts'
import { useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '#kernel/specification.ts'
import { charactersOf } from '#kernel/typed.ts'
import { getSecurity, getUserInfo, setTransactionPassword } from '#modules/identity/contract.ts'
import { isSamePassword } from '#modules/identity/model/same-password.ts'
import { Button } from '#ui/Button.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { focusFirstError, PasswordField } from '#ui/Field.tsx'
import { Section } from '#ui/Section.tsx'
import { toast } from '#ui/toast.tsx'
import { PhoneCodeFields, usePhoneCode } from './PhoneCode.tsx'
import { useUserInfo } from './user-info.ts'
import { useStepUp, StepUpFields } from './StepUpFields.tsx'

const LINK = 'text-brand text-2 inline-flex min-h-touch items-center justify-center'
const EMPTY = { oldPassword: '', newPassword: '', confirmPassword: '' }

export default function TransactionPasswordPage(_: ScreenProps<'transactionPassword'>) {
  const t = useT()
  const element = useRef<HTMLFormElement>(null)
  const [form, setForm] = useState(EMPTY)
  const [tried, setTried] = useState(false)
  const info = useUserInfo()
  const write = useWrite(setTransactionPassword)
  const isSet = info?.hasTransactionPassword === true
  /** Forgotten: a passkey stands in for the old one. */
  const [forgotten, setForgotten] = useState(false)
  const stepUp = useStepUp('transaction-password.reset')
  const asksOld = isSet && !forgotten
  const code = usePhoneCode('firstTransactionPassword')
  const length = charactersOf(form.newPassword)
  const problems = {
    oldPassword: asksOld && form.oldPassword === '' ? t('identity.required.old') : undefined,
    newPassword:
      length < PASSWORD_MIN || length > PASSWORD_MAX
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
    const { oldPassword, newPassword, confirmPassword } = form
    const byPhone = code.give()
    if (byPhone === null) return focusFirstError(element.current)
    const proof = isSet && forgotten ? await stepUp.prove({ newPassword }) : {}
    if (proof === null) return
    const answer = await write.run({
      input: { newPassword, confirmPassword, ...(asksOld ? { oldPassword } : {}), ...proof, ...byPhone },
    })
    if (!answer.ok) return
    toast(t('identity.transaction.done'), { kind: 'ok' })
    // Forms that wait below ask for it from now on.
    refresh(getUserInfo)
    refresh(getSecurity)
    navigate.back()
  }

  return (
    <Page nav={<NavigationBar title={t('identity.transaction.title')} />}>
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
          <p className="text-grey-1">
            {t(isSet ? 'identity.transaction.leadChange' : 'identity.transaction.leadNew')}
          </p>
          {asksOld && (
            <PasswordField
              label={t('identity.transaction.old')}
              autoComplete="off"
              value={form.oldPassword}
              onChange={set('oldPassword')}
              error={errorOf('oldPassword')}
            />
          )}
          <PasswordField
            label={t('identity.transaction.new')}
            rule={t('identity.register.passwordRule')}
            autoComplete="off"
            value={form.newPassword}
            onChange={set('newPassword')}
            error={errorOf('newPassword')}
          />
          <PasswordField
            label={t('identity.transaction.confirm')}
            autoComplete="off"
            value={form.confirmPassword}
            onChange={set('confirmPassword')}
            error={errorOf('confirmPassword')}
          />
          <PhoneCodeFields code={code} />
          {isSet && forgotten && <StepUpFields stepUp={stepUp} />}
          <div className="flex pt-2">
            <Button type="submit" state={write.state}>
              {t('identity.transaction.submit')}
            </Button>
          </div>
          {asksOld &&
            (stepUp.needs?.method === 'passkey' ? (
              <button type="button" className={LINK} onClick={() => setForgotten(true)}>
                {t('identity.transaction.byPasskey')}
              </button>
            ) : (
              <a className={LINK} href={paths.recovery({ what: 'transaction-password' })}>
                {t('identity.transaction.forgotten')}
              </a>
            ))}
        </form>
      </Section>
    </Page>
  )
}
