import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import type { Json } from '#kernel/hash.ts'
import { call } from '#client/call.ts'
import type { CallError } from '#client/call-error.ts'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useT } from '#client/texts.ts'
import { askPasskey, getSecurity, type StepUpProof } from '#modules/identity/contract.ts'
import { requiredFactors, type StepUpAction, type RequiredFactors } from '#modules/identity/model/step-up.ts'
import { PasswordField } from '#ui/Field.tsx'
import { CodeField } from '#ui/NumberField.tsx'
import { ICON_S } from '#ui/icon.ts'
import { toast } from '#ui/toast.tsx'
import { sign } from './passkey.ts'

/** A proof of the member's will that a screen is about to ask for. */
export type StepUpState = {
  /** The factors that this member must give; null until they are known. */
  needs: RequiredFactors | null
  hasTransactionPassword: boolean
  /** Typed so far, and whether its fields shall say what is missing. */
  transactionPassword: string
  oneTimeCode: string
  tried: boolean
  /** The member chose the code of the authenticator app where a passkey was asked. */
  byCode: boolean
  chooseCode: () => void
  type: (part: { transactionPassword?: string; oneTimeCode?: string }) => void
  /**
   * The fields to send with the write: `{ ...input, ...proof }`. `content` is what the passkey signs; the
   * server builds the same. Null: something is missing or the member let it be, and has been told. Call it
   * when the member confirms, then send at once.
   */
  prove: (content: Json) => Promise<StepUpProof | null>
  /** Give it the refusal of the write: a transaction password that is refused is emptied, and says why. */
  heard: (error: Pick<CallError, 'rejection' | 'msg'>) => void
  /** Reason of the refused transaction password, until it is typed anew. */
  refusal: string | null
}

const isRefusalOfPassword = (rejection: string | null): boolean =>
  rejection === 'TRANSACTION_PASSWORD_WRONG' || rejection === 'TRANSACTION_PASSWORD_LOCKED'

/**
 * Asks the member for the proof that an act needs: `const stepUp = useStepUp('withdrawal')`, `<StepUpFields
 * stepUp={stepUp} />`, `await stepUp.prove(content)`.
 */
export function useStepUp(action: StepUpAction): StepUpState {
  const t = useT()
  const security = useRead(getSecurity, {})
  const [typed, setTyped] = useState({ transactionPassword: '', oneTimeCode: '' })
  const [tried, setTried] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [byCode, setByCode] = useState(false)
  const { data } = security
  const needs =
    data === undefined
      ? null
      : requiredFactors(action, { passkeys: data.passkeys.length, totp: data.totp }, data.demo)

  async function prove(content: Json): Promise<StepUpProof | null> {
    setTried(true)
    if (needs === null) return null
    const { transactionPassword } = needs
    const method = needs.orTotp && byCode ? 'totp' : needs.method
    if (method === null) {
      toast(t('identity.rejection.PASSKEY_NEEDED'), { kind: 'fail' })
      return null
    }
    if (transactionPassword && data?.hasTransactionPassword === false) {
      toast(t('identity.rejection.TRANSACTION_PASSWORD_UNSET'), { kind: 'fail' })
      return null
    }
    if (transactionPassword && typed.transactionPassword === '') return null
    if (method === 'totp' && typed.oneTimeCode === '') return null
    const password = transactionPassword ? { transactionPassword: typed.transactionPassword } : {}
    if (method !== 'passkey')
      return method === 'totp' ? { ...password, oneTimeCode: typed.oneTimeCode } : password
    const challenge = await call(askPasskey, { input: { action } }).catch(() => null)
    if (challenge === null) return null
    const proof = await sign(challenge, action, content)
    if (proof === null) toast(t('identity.passkey.notSigned'), { kind: 'fail' })
    return proof === null ? null : { ...password, proof }
  }

  return {
    needs,
    hasTransactionPassword: data?.hasTransactionPassword ?? true,
    ...typed,
    tried,
    byCode,
    chooseCode: () => setByCode(true),
    type(part) {
      setTyped({ ...typed, ...part })
      if (part.transactionPassword !== undefined) setRefusal(null)
    },
    prove,
    heard({ rejection, msg }) {
      if (!isRefusalOfPassword(rejection)) return
      setTyped({ ...typed, transactionPassword: '' })
      setRefusal(msg)
    },
    refusal,
  }
}

/**
 * The fields of a proof: transaction password, code of the authenticator app, or the word that a passkey will
 * be asked.
 */
export function StepUpFields({ stepUp }: { stepUp: StepUpState }) {
  const t = useT()
  const { needs, tried, type } = stepUp
  if (needs === null) return null
  const asksCode = needs.method === 'totp' || (needs.orTotp && stepUp.byCode)
  if (needs.method === null) {
    return (
      <p className="text-1 py-2">
        {t('identity.rejection.PASSKEY_NEEDED')}{' '}
        <a className="text-brand inline-flex min-h-touch items-center" href={paths.security()}>
          {t('identity.security.title')}
        </a>
      </p>
    )
  }
  return (
    <>
      {needs.transactionPassword &&
        (stepUp.hasTransactionPassword ? (
          <PasswordField
            label={t('identity.transaction.title')}
            rule={needs.method === 'passkey' && !asksCode ? t('identity.will.thenPasskey') : undefined}
            autoComplete="off"
            value={stepUp.transactionPassword}
            onChange={(transactionPassword) => type({ transactionPassword })}
            error={
              stepUp.refusal ??
              (tried && stepUp.transactionPassword === ''
                ? t('identity.required.transactionPassword')
                : undefined)
            }
          />
        ) : (
          <p className="text-1 py-2">
            {t('identity.rejection.TRANSACTION_PASSWORD_UNSET')}{' '}
            <a className="text-brand inline-flex min-h-touch items-center" href={paths.transactionPassword()}>
              {t('identity.will.setNow')}
            </a>
          </p>
        ))}
      {asksCode && (
        <CodeField
          label={t('identity.totp.code')}
          rule={t('identity.totp.codeRule')}
          autoComplete="one-time-code"
          value={stepUp.oneTimeCode}
          onChange={(oneTimeCode) => type({ oneTimeCode })}
          error={tried && stepUp.oneTimeCode === '' ? t('identity.required.code') : undefined}
        />
      )}
      {needs.orTotp && !stepUp.byCode && (
        <button
          type="button"
          className="text-brand text-2 min-h-touch self-start"
          onClick={stepUp.chooseCode}
        >
          {t('identity.will.byCode')}
        </button>
      )}
      {needs.method === 'passkey' && !needs.transactionPassword && (
        <p className="text-grey-1 text-1 flex items-center gap-2 py-2">
          <IconFingerprint {...ICON_S} />
          {t('identity.will.passkey')}
        </p>
      )}
    </>
  )
}
