import { useState } from 'react'
import type { Json } from '#kernel/hash.ts'
import { call, replaceToken } from '#client/call.ts'
import { newDeviceKey } from '#client/device-key.ts'
import { useT } from '#client/texts.ts'
import { addPasskey, askNewPasskey, type StepUpProof } from '#modules/identity/contract.ts'
import { session } from '#client/session.ts'
import { useWrite, type WriteState } from '#client/use-write.ts'
import { PasswordField } from '#ui/Field.tsx'
import { toast } from '#ui/toast.tsx'
import { create } from './passkey.ts'
import { PhoneCodeFields, usePhoneCode, type PhoneCode } from './PhoneCode.tsx'
import { useStepUp, StepUpFields, type StepUpState } from './StepUpFields.tsx'

/**
 * The proof that lets the member change a factor: the one that protects the account now, or the first time
 * the login password.
 */
export type FactorChange = {
  stepUp: StepUpState
  asksPassword: boolean
  password: string
  setPassword: (password: string) => void
  code: PhoneCode
  /** Null: something is missing, and the member has been told. */
  prove: (content: Json) => Promise<(StepUpProof & { password?: string; verificationCode?: string }) | null>
  /** Give it the refusal of the write: where the login password is needed, its field appears. */
  heard: (rejection: string | null) => void
}

export function useFactorChange(): FactorChange {
  const stepUp = useStepUp('factor.change')
  const [asksPassword, setAsksPassword] = useState(false)
  const [password, setPassword] = useState('')
  const code = usePhoneCode('firstPasskey')
  const isProtected = stepUp.needs !== null && stepUp.needs.method !== null
  return {
    stepUp,
    asksPassword,
    password,
    setPassword,
    code,
    async prove(content) {
      const byPhone = code.give()
      if (stepUp.needs === null || byPhone === null) return null
      const proof = isProtected ? await stepUp.prove(content) : asksPassword ? { password } : {}
      return proof === null ? null : { ...proof, ...byPhone }
    },
    heard: (rejection) => {
      if (rejection === 'PASSWORD_NEEDED' || rejection === 'OLD_PASSWORD_WRONG') setAsksPassword(true)
    },
  }
}

/**
 * The fields that the member fills in for it: the code to the phone, mostly nothing else, since a passkey
 * asks by itself.
 */
export function FactorChangeFields({ change }: { change: FactorChange }) {
  const t = useT()
  const { stepUp, asksPassword, password, setPassword, code } = change
  const isProtected = stepUp.needs !== null && stepUp.needs.method !== null
  return (
    <>
      <PhoneCodeFields code={code} />
      {isProtected && <StepUpFields stepUp={stepUp} />}
      {!isProtected && asksPassword && (
        <PasswordField
          label={t('identity.login.password')}
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
      )}
    </>
  )
}

/**
 * Makes a passkey on this device. Resolves to true when it is there; the session is a full one from then on.
 */
export function useAddPasskey(change: FactorChange): {
  state: WriteState
  add: (name: string) => Promise<boolean>
} {
  const t = useT()
  const write = useWrite(addPasskey)
  const [busy, setBusy] = useState(false)

  async function make(name: string): Promise<boolean> {
    const proof = await change.prove({ change: 'add-passkey' })
    if (proof === null) return false
    const challenge = await call(askNewPasskey).catch(() => null)
    if (challenge === null) return false
    const created = await create(challenge)
    if (created === null) {
      toast(t('identity.passkey.notMade'), { kind: 'fail' })
      return false
    }
    return replaceToken(async () => {
      const key = await newDeviceKey()
      const answer = await write.run({ input: { name, created, ...key.fields, ...proof } })
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
