import { useState } from 'react'
import { encode } from 'uqr'
import { replaceToken } from '#client/call.ts'
import { newDeviceKey } from '#client/device-key.ts'
import { refresh, useRead } from '#client/reads.ts'
import type { ScreenProps } from '#client/screens.ts'
import { session } from '#client/session.ts'
import { useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { beginTotp, confirmTotp, getSecurity, listSessions, removeTotp } from '#modules/identity/contract.ts'
import { Button } from '#ui/Button.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { CodeField } from '#ui/NumberField.tsx'
import { Page } from '#ui/Page.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { toast } from '#ui/toast.tsx'
import { FactorChangeFields, useFactorChange } from './factor-change.tsx'

/** The authenticator app: a stop-gap for devices without a passkey, and what it is good for. */
export default function AuthenticatorPage(_: ScreenProps<'authenticator'>) {
  const t = useT()
  const security = useRead(getSecurity, {})
  return (
    <Page nav={<NavigationBar title={t('identity.totp.title')} />}>
      <Loaded read={security} skeleton="lines">
        {(data) => (
          <>
            <Section first>
              <SectionHead title={t(data.totp ? 'identity.totp.isOn' : 'identity.totp.isOff')} />
              <p className="text-2">{t('identity.totp.lead')}</p>
              <ul className="text-grey-1 text-2 flex list-disc flex-col gap-1 py-2 pl-5">
                {(['trade', 'withdraw', 'change'] as const).map((what) => (
                  <li key={what}>{t(`identity.totp.limits.${what}`)}</li>
                ))}
              </ul>
            </Section>
            <Section>{data.totp ? <Remove /> : <SetUp />}</Section>
          </>
        )}
      </Loaded>
    </Page>
  )
}

function SetUp() {
  const t = useT()
  const begin = useWrite(beginTotp)
  const [proof, setInputs] = useState<{ secret: string; uri: string } | null>(null)
  async function start() {
    const answer = await begin.run({})
    if (answer.ok) setInputs(answer.data)
  }
  if (proof !== null) return <Confirm {...proof} />
  return (
    <div className="flex">
      <Button state={begin.state} onPress={() => void start()}>
        {t('identity.totp.begin')}
      </Button>
    </div>
  )
}

function Confirm({ secret, uri }: { secret: string; uri: string }) {
  const t = useT()
  const [firstCode, setCode] = useState('')
  const change = useFactorChange()
  const write = useWrite(confirmTotp)
  async function confirm() {
    const proof = await change.prove({ change: 'totp-on' })
    if (proof === null) return
    await replaceToken(async () => {
      const key = await newDeviceKey()
      const answer = await write.run({ input: { firstCode, ...key.fields, ...proof } })
      if (!answer.ok) return change.heard(answer.error.rejection)
      await key.keep(answer.data.token)
      session.renew(answer.data.token)
      refresh(getSecurity)
      refresh(listSessions)
      toast(t('identity.totp.done'), { kind: 'ok' })
    })
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void confirm()
      }}
    >
      <p className="text-2">{t('identity.totp.scan')}</p>
      <Square text={uri} label={t('identity.totp.square')} />
      <p className="text-grey-1 text-1">{t('identity.totp.orType')}</p>
      <p
        className="bg-sunk rounded-1 px-3 py-2 text-center font-[family-name:var(--font-code)] text-2 break-all select-all"
        lang="en"
      >
        {secret.match(/.{1,4}/g)?.join(' ')}
      </p>
      <CodeField
        label={t('identity.totp.firstCode')}
        rule={t('identity.totp.codeRule')}
        autoComplete="one-time-code"
        value={firstCode}
        onChange={setCode}
        error={write.error?.rejection === 'CODE_WRONG' ? write.error.msg : undefined}
      />
      <FactorChangeFields change={change} />
      <p className="text-grey-1 text-1">{t('identity.security.othersEnd')}</p>
      <div className="flex pt-2">
        <Button type="submit" state={write.state} disabled={firstCode.length < 6}>
          {t('identity.totp.submit')}
        </Button>
      </div>
    </form>
  )
}

/** Dark on white whatever the colours of the app: cameras read it so. */
function Square({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      className="mx-auto size-52 bg-surface"
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} className="fill-ink" />
    </svg>
  )
}

function Remove() {
  const t = useT()
  const change = useFactorChange()
  const write = useWrite(removeTotp, { refreshes: [getSecurity, listSessions] })
  async function remove() {
    const proof = await change.prove({ change: 'totp-off' })
    if (proof === null) return
    const answer = await write.run({ input: proof })
    if (answer.ok) toast(t('identity.totp.removed'), { kind: 'ok' })
  }
  return (
    <div className="flex flex-col gap-2">
      <FactorChangeFields change={change} />
      <p className="text-grey-1 text-1">{t('identity.security.othersEnd')}</p>
      <div className="flex pt-2">
        <Button kind="danger" state={write.state} onPress={() => void remove()}>
          {t('identity.totp.remove')}
        </Button>
      </div>
    </div>
  )
}
