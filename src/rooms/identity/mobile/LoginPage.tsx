import { useRef, useState } from 'react'
import type { ScreenProps } from '#client/screens.ts'
import { paths } from '#client/paths.ts'
import { useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { login } from '#rooms/identity/contract.ts'
import { Button } from '#ui/Button.tsx'
import { Field, focusFirstError, PasswordField } from '#ui/Field.tsx'
import { Logo } from '#ui/Logo.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section } from '#ui/Section.tsx'
import { toast } from '#ui/toast.tsx'
import { enter } from './enter.ts'

export default function LoginPage(_: ScreenProps<'login'>) {
  const t = useT()
  const form = useRef<HTMLFormElement>(null)
  const [account, setAccount] = useState('')
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const write = useWrite(login)
  const errors = {
    account: tried && account.trim() === '' ? t('identity.rejection.ACCOUNT_REQUIRED') : undefined,
    password: tried && password === '' ? t('identity.rejection.PASSWORD_REQUIRED') : undefined,
  }

  async function submit() {
    setTried(true)
    if (account.trim() === '' || password === '') return focusFirstError(form.current)
    const answer = await write.run({ input: { account: account.trim(), password } })
    if (!answer.ok) return
    toast(t('identity.login.done'), { kind: 'ok' })
    enter(answer.data)
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
            label={t('identity.login.account')} type="tel" inputMode="tel" autoComplete="username"
            value={account} onChange={setAccount} error={errors.account}
          />
          <PasswordField
            label={t('identity.login.password')} autoComplete="current-password"
            value={password} onChange={setPassword} error={errors.password}
          />
          <div className="flex pt-2"><Button type="submit" state={write.state}>{t('identity.login.submit')}</Button></div>
          <p className="text-grey-1 text-2 text-center">
            {t('identity.login.noAccount')}{' '}
            <a className="text-brand font-strong inline-flex min-h-touch items-center" href={paths.register()}>{t('identity.login.register')}</a>
          </p>
        </form>
      </Section>
    </Page>
  )
}
