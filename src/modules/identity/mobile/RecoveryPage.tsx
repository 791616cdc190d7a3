import { useState } from 'react'
import { deviceId } from '#client/device-id.ts'
import { navigate } from '#client/navigation.ts'
import { paths } from '#client/paths.ts'
import type { ScreenProps } from '#client/screens.ts'
import { session } from '#client/session.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '#kernel/specification.ts'
import { askRecovery, recover } from '#modules/identity/contract.ts'
import { Button } from '#ui/Button.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Field, PasswordField } from '#ui/Field.tsx'
import { MenuRow } from '#ui/MenuRow.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Notice } from '#ui/Notice.tsx'
import { CodeField } from '#ui/NumberField.tsx'
import { Page } from '#ui/Page.tsx'
import { Section } from '#ui/Section.tsx'
import { DeveloperInbox } from './DeveloperInbox.tsx'
import {
  EMPTY_RECOVERY,
  problemsOfRecovery,
  RECOVERED,
  type RecoveryForm,
  type What,
} from './recovery-form.ts'

/**
 * The way back in after a loss: what it was, a code by SMS, who one is. Reached from the login page and from
 * the security page.
 */
export default function RecoveryPage({ params }: ScreenProps<'recovery'>) {
  const t = useT()
  const f = useFormat()
  const [closedUntil, setClosedUntil] = useState<string | null>(null)
  const nav = <NavigationBar title={t('identity.recovery.title')} />
  if (closedUntil !== null) {
    return (
      <Page nav={nav}>
        <Empty
          title={t('identity.recovery.done')}
          note={t('identity.recovery.doneNote', { until: f.dateTime(closedUntil) })}
          action={{ label: t('identity.login.title'), href: paths.login() }}
        />
      </Page>
    )
  }
  return (
    <Page nav={nav}>
      <Notice tone="info" title={t('identity.recovery.lead')} note={t('identity.recovery.leadNote')} />
      {params.what === undefined ? (
        <Section flush label={t('identity.recovery.title')}>
          {RECOVERED.map((what) => (
            <MenuRow key={what} label={t(`identity.recovery.what.${what}`)} href={paths.recovery({ what })} />
          ))}
        </Section>
      ) : (
        <Form key={params.what} what={params.what} onDone={setClosedUntil} />
      )}
      <p className="text-grey-1 text-1 px-gutter py-3">{t('identity.recovery.support')}</p>
    </Page>
  )
}

function Form({ what, onDone }: { what: What; onDone: (closedUntil: string) => void }) {
  const t = useT()
  const [form, setForm] = useState(EMPTY_RECOVERY)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [tried, setTried] = useState(false)
  const code = useWrite(askRecovery)
  const write = useWrite(recover)
  const problems = problemsOfRecovery(what, form)
  const set = (field: keyof RecoveryForm) => (value: string) => setForm({ ...form, [field]: value })
  const errorOf = (field: keyof RecoveryForm) => {
    const problem = problems[field]
    if (!tried || problem === undefined) return undefined
    return problem === 'rejection.PASSWORD_LENGTH'
      ? t(`identity.${problem}`, { min: PASSWORD_MIN, max: PASSWORD_MAX })
      : t(`identity.${problem}`)
  }
  const newMobile = what === 'phone' ? { newMobile: form.newMobile.trim() } : {}
  const target = what === 'phone' ? form.newMobile.trim() : form.mobile.trim()

  async function send() {
    const answer = await code.run({
      input: { what, mobile: form.mobile.trim(), ...newMobile, deviceId: deviceId() },
    })
    if (answer.ok) setSentTo(target)
  }
  async function submit() {
    setTried(true)
    if (Object.keys(problems).length > 0) return
    const { mobile, verificationCode, nameKana, documentNumber, password, newPassword, confirmPassword } =
      form
    const answer = await write.run({
      input: {
        what,
        mobile: mobile.trim(),
        verificationCode,
        nameKana: nameKana.trim(),
        documentNumber: documentNumber.trim(),
        ...newMobile,
        deviceId: deviceId(),
        ...(what === 'password' ? { newPassword, confirmPassword } : { password }),
      },
    })
    if (!answer.ok) return
    // Every session has ended, this device's too.
    session.clear()
    onDone(answer.data.withdrawalsClosedUntil)
  }

  return (
    <Section>
      <form
        noValidate
        className="flex flex-col gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          void (sentTo === null ? send() : submit())
        }}
      >
        <h2 className="text-3 font-strong">{t(`identity.recovery.what.${what}`)}</h2>
        <p className="text-grey-1 text-2">{t(`identity.recovery.note.${what}`)}</p>
        <Field
          plain
          label={t(what === 'phone' ? 'identity.recovery.oldMobile' : 'identity.login.account')}
          rule={t('identity.register.mobileRule')}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          disabled={sentTo !== null}
          value={form.mobile}
          onChange={set('mobile')}
        />
        {what === 'phone' && (
          <Field
            plain
            label={t('identity.phone.new')}
            type="tel"
            inputMode="tel"
            autoComplete="off"
            disabled={sentTo !== null}
            value={form.newMobile}
            onChange={set('newMobile')}
          />
        )}
        {sentTo === null ? (
          <div className="flex pt-2">
            <Button type="submit" state={code.state} disabled={target === '' || form.mobile.trim() === ''}>
              {t('identity.register.sendCode')}
            </Button>
          </div>
        ) : (
          <>
            <p className="text-grey-1 text-1" role="status">
              {t('identity.recovery.codeSent')}
            </p>
            <CodeField
              label={t('identity.register.code')}
              rule={t('identity.register.codeRule')}
              autoComplete="one-time-code"
              value={form.verificationCode}
              onChange={set('verificationCode')}
              error={errorOf('verificationCode')}
            />
            <div className="flex">
              <DeveloperInbox mobile={sentTo} onUse={set('verificationCode')} />
            </div>
            <Field
              label={t('identity.recovery.nameKana')}
              rule={t('identity.recovery.ifVerified')}
              maxLength={64}
              autoComplete="off"
              value={form.nameKana}
              onChange={set('nameKana')}
            />
            <Field
              plain
              autoCapitalize="characters"
              label={t('identity.recovery.documentNumber')}
              rule={t('identity.recovery.ifVerified')}
              maxLength={32}
              autoComplete="off"
              value={form.documentNumber}
              onChange={set('documentNumber')}
            />
            {what === 'password' ? (
              <>
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
              </>
            ) : (
              <PasswordField
                label={t('identity.recovery.password')}
                autoComplete="current-password"
                value={form.password}
                onChange={set('password')}
                error={errorOf('password')}
              />
            )}
            {write.error !== null && write.state === 'idle' && (
              <p role="alert" className="text-danger text-1">
                {write.error.msg}
              </p>
            )}
            <div className="flex pt-2">
              <Button type="submit" state={write.state}>
                {t('identity.recovery.submit')}
              </Button>
            </div>
            <button type="button" className="text-brand text-2 min-h-touch" onClick={() => setSentTo(null)}>
              {t('identity.recovery.again')}
            </button>
          </>
        )}
      </form>
      <div className="flex pt-2">
        <Button kind="neutral" onPress={() => navigate.back()}>
          {t('ui.cancel')}
        </Button>
      </div>
    </Section>
  )
}
