import { useState } from 'react'
import type { Json } from '#kernel/hash.ts'
import { call, renewSession } from '#client/call.ts'
import { newDeviceKey } from '#client/device-key.ts'
import { useT } from '#client/texts.ts'
import { addPasskey, askNewPasskey, type Will } from '#modules/identity/contract.ts'
import { session } from '#client/session.ts'
import { useWrite, type WriteState } from '#client/use-write.ts'
import { PasswordField } from '#ui/Field.tsx'
import { toast } from '#ui/toast.tsx'
import { create } from './passkey.ts'
import { PhoneCodeFields, usePhoneCode, type PhoneCode } from './PhoneCode.tsx'
import { useWill, WillFields, type WillState } from './WillFields.tsx'

/** What lets the member change what protects the account: what protects it now, or the first time the login password. */
export type FactorChange = {
  will: WillState
  asksPassword: boolean
  password: string
  setPassword: (password: string) => void
  code: PhoneCode
  /** Null: something is missing, and the member has been told. */
  prove: (content: Json) => Promise<(Will & { password?: string; verificationCode?: string }) | null>
  /** Give it the refusal of the write: where the login password is needed, its field appears. */
  heard: (rejection: string | null) => void
}

export function useFactorChange(): FactorChange {
  const will = useWill('factor.change')
  const [asksPassword, setAsksPassword] = useState(false)
  const [password, setPassword] = useState('')
  const code = usePhoneCode('firstPasskey')
  const isProtected = will.needs !== null && will.needs.method !== null
  return {
    will, asksPassword, password, setPassword, code,
    async prove(content) {
      const byPhone = code.give()
      if (will.needs === null || byPhone === null) return null
      const given = isProtected ? await will.prove(content) : asksPassword ? { password } : {}
      return given === null ? null : { ...given, ...byPhone }
    },
    heard: (rejection) => { if (rejection === 'PASSWORD_NEEDED' || rejection === 'OLD_PASSWORD_WRONG') setAsksPassword(true) },
  }
}

/** What the member fills in for it: the code to the phone, mostly nothing else, since a passkey asks by itself. */
export function FactorChangeFields({ change }: { change: FactorChange }) {
  const t = useT()
  const { will, asksPassword, password, setPassword, code } = change
  const isProtected = will.needs !== null && will.needs.method !== null
  return (
    <>
      <PhoneCodeFields code={code} />
      {isProtected && <WillFields will={will} />}
      {!isProtected && asksPassword && <PasswordField label={t('identity.login.password')} autoComplete="current-password" value={password} onChange={setPassword} />}
    </>
  )
}

/** Makes a passkey on this device. Resolves to true when it is there; the session is a full one from then on. */
export function useAddPasskey(change: FactorChange): { state: WriteState; add: (name: string) => Promise<boolean> } {
  const t = useT()
  const write = useWrite(addPasskey)
  const [busy, setBusy] = useState(false)

  async function make(name: string): Promise<boolean> {
    const given = await change.prove({ change: 'add-passkey' })
    if (given === null) return false
    const question = await call(askNewPasskey).catch(() => null)
    if (question === null) return false
    const created = await create(question)
    if (created === null) {
      toast(t('identity.passkey.notMade'), { kind: 'fail' })
      return false
    }
    return renewSession(async () => {
      const key = await newDeviceKey()
      const answer = await write.run({ input: { name, created, ...key.fields, ...given } })
      if (answer.ok) {
        await key.keep(answer.data.token)
        session.renew(answer.data.token)
      } else change.heard(answer.error.rejection)
      return answer.ok
    })
  }
  return {
    state: busy ? 'pending' : write.state,
    async add(name) {
      setBusy(true)
      const isThere = await make(name)
      setBusy(false)
      return isThere
    },
  }
}
