import { IconFingerprint } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useDraft } from '#client/drafts.ts'
import { call } from '#client/call.ts'
import { deviceId } from '#client/device-id.ts'
import { newDeviceKey } from '#client/device-key.ts'
import { paths } from '#client/paths.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { askLoginPasskey, login, loginByPasskey, smsCode } from '#modules/identity/contract.ts'
import { Button } from '#ui/Button.tsx'
import { Field, focusFirstError, PasswordField } from '#ui/Field.tsx'
import { ICON_S } from '#ui/icon.ts'
import { Logo } from '#ui/Logo.tsx'
import { CodeField } from '#ui/NumberField.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section } from '#ui/Section.tsx'
import { toast } from '#ui/toast.tsx'
import { enter, enterByPassword } from './enter.ts'
import { canUsePasskeys, sign } from './passkey.ts'

const LINK = 'text-brand font-strong inline-flex min-h-touch items-center'

export default function LoginPage(_: ScreenProps<'login'>) {
  const t = useT()
  const form = useRef<HTMLFormElement>(null)
  const [account, setAccount] = useDraft('account', () => '')
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const write = useWrite(login, { quiet: true })
  const [working, setWorking] = useState(false)
  const [isLocked, setLocked] = useState(false)
  const [code, setCode] = useState('')
  // A refusal of the server stays until something else is typed.
  const [refused, setRefused] = useState<string>()
  const errors = {
    account: tried && account.trim() === '' ? t('identity.rejection.ACCOUNT_REQUIRED') : undefined,
    password: tried && password === '' ? t('identity.rejection.PASSWORD_REQUIRED') : refused,
  }

  async function submit() {
    setTried(true)
    if (account.trim() === '' || password === '') return focusFirstError(form.current)
    const key = await newDeviceKey()
    const input = {
      account: account.trim(),
      password,
      deviceId: deviceId(),
      ...(code === '' ? {} : { verificationCode: code }),
      ...key.fields,
    }
    let answer = await write.run({ input })
    if (!answer.ok && answer.error.rejection === 'WORK_NEEDED') {
      const { challenge, bits } = answer.error.detail
      setWorking(true)
      const work = await import('./work.ts')
        .then(({ doWork }) => doWork(String(challenge), Number(bits)))
        .finally(() => setWorking(false))
      answer = await write.run({ input: { ...input, work } })
    }
    if (!answer.ok) {
      if (answer.error.rejection === 'LOGIN_LOCKED') setLocked(true)
      setRefused(answer.error.msg)
      return
    }
    toast(t('identity.login.done'), { kind: 'ok' })
    await enterByPassword(answer.data, key)
  }

  return (
    <Page nav={<NavigationBar title={t('identity.login.title')} />}>
      <Section>
        <form
          ref={form}
          noValidate
          className="flex flex-col gap-3 py-3"
          onSubmit={(event) => {
            event.preventDefault()
            void submit()
          }}
        >
          <div className="flex flex-col items-center gap-3 pb-4">
            <Logo size="l" />
            <p className="text-grey-1 text-2">{t('identity.login.lead')}</p>
          </div>
          <Field
            plain
            label={t('identity.login.account')}
            type="tel"
            inputMode="tel"
            autoComplete="username"
            value={account}
            onChange={(typed) => {
              setAccount(typed)
              setRefused(undefined)
            }}
            error={errors.account}
          />
          <PasswordField
            label={t('identity.login.password')}
            autoComplete="current-password"
            value={password}
            onChange={(typed) => {
              setPassword(typed)
              setRefused(undefined)
            }}
            error={errors.password}
          />
          {isLocked && <ByPhone mobile={account.trim()} code={code} setCode={setCode} />}
          <div className="flex pt-2">
            <Button type="submit" state={working ? 'pending' : write.state}>
              {t('identity.login.submit')}
            </Button>
          </div>
          {working && (
            <p role="status" className="text-grey-1 text-1">
              {t('identity.login.working')}
            </p>
          )}
        </form>
        {canUsePasskeys() && <ByPasskey />}
        <div className="text-grey-1 text-2 flex flex-col items-center pt-2 text-center">
          <a className={LINK} href={paths.recovery()}>
            {t('identity.login.trouble')}
          </a>
          <p>
            {t('identity.login.noAccount')}{' '}
            <a className={LINK} href={paths.register()}>
              {t('identity.login.register')}
            </a>
          </p>
        </div>
      </Section>
    </Page>
  )
}

/** The code to the phone that logs in where somebody else's wrong passwords have closed it. */
function ByPhone({
  mobile,
  code,
  setCode,
}: {
  mobile: string
  code: string
  setCode: (code: string) => void
}) {
  const t = useT()
  const write = useWrite(smsCode)
  async function send() {
    const answer = await write.run({ input: { mobile, deviceId: deviceId(), for: 'login' } })
    if (answer.ok) toast(t('identity.register.codeSent'), { kind: 'ok' })
  }
  return (
    <>
      <p className="text-grey-1 text-1">{t('identity.login.byPhone')}</p>
      <CodeField
        label={t('identity.register.code')}
        autoComplete="one-time-code"
        value={code}
        onChange={setCode}
      />
      <div className="flex">
        <Button kind="secondary" size="s" state={write.state} onPress={() => void send()}>
          {t('identity.register.sendCode')}
        </Button>
      </div>
    </>
  )
}

/** The passkey alone: no number, no password. */
function ByPasskey() {
  const t = useT()
  const write = useWrite(loginByPasskey)
  const [busy, setBusy] = useState(false)

  async function ask() {
    const challenge = await call(askLoginPasskey).catch(() => null)
    if (challenge === null) return
    const key = await newDeviceKey()
    const proof = await sign(challenge, 'login', key.fields)
    if (proof === null) return toast(t('identity.passkey.notSigned'), { kind: 'fail' })
    const answer = await write.run({ input: { proof, deviceId: deviceId(), ...key.fields } })
    if (!answer.ok) return
    toast(t('identity.login.done'), { kind: 'ok' })
    await enter(answer.data, key)
  }
  return (
    <div className="flex">
      <Button
        kind="secondary"
        state={busy ? 'pending' : write.state}
        onPress={() => {
          setBusy(true)
          void ask().finally(() => setBusy(false))
        }}
      >
        <IconFingerprint {...ICON_S} />
        {t('identity.login.byPasskey')}
      </Button>
    </div>
  )
}
