import { useState } from 'react'
import { useRead } from '#client/reads.ts'
import { useT } from '#client/texts.ts'
import { useWrite, type WriteState } from '#client/use-write.ts'
import { askFactorCode, getSecurity } from '#modules/identity/contract.ts'
import { changeNeeds, type FactorChange } from '#modules/identity/model/factor-change.ts'
import { Button } from '#ui/Button.tsx'
import { CodeField } from '#ui/NumberField.tsx'
import { toast } from '#ui/toast.tsx'

const DIGITS = 6

/**
 * The code to the member's own phone that a change of a factor asks for, outside the demo setting, or a
 * step-up once its tries are used up.
 */
export type PhoneCode = {
  /** It is asked for from now on. */
  ask: () => void
  isAsked: boolean
  /** The phone that it goes to, its middle hidden. */
  mobile: string
  value: string
  type: (value: string) => void
  isMissing: boolean
  state: WriteState
  send: () => Promise<void>
  /** The fields to send with the write; null: the code is missing, and the member sees where. */
  give: () => { verificationCode?: string } | null
}

export function usePhoneCode(change: FactorChange | 'step-up'): PhoneCode {
  const t = useT()
  const { data } = useRead(getSecurity, {})
  const write = useWrite(askFactorCode)
  const [value, type] = useState('')
  const [tried, setTried] = useState(false)
  const [asked, ask] = useState(false)
  const isStepUp = change === 'step-up'
  const isAsked =
    asked || (!isStepUp && data !== undefined && changeNeeds(change, data.demo).code === 'registered')
  const isMissing = value.trim().length < DIGITS
  return {
    ask: () => ask(true),
    isAsked,
    mobile: data?.mobile ?? '',
    value,
    type,
    isMissing: tried && isMissing,
    state: write.state,
    async send() {
      const answer = await write.run({ input: isStepUp ? { for: change } : {} })
      if (answer.ok) toast(t('identity.register.codeSent'), { kind: 'ok' })
    },
    give() {
      setTried(true)
      if (!isAsked) return {}
      return isMissing ? null : { verificationCode: value.trim() }
    },
  }
}

/** Field and button of a code sent to the phone, with what the change brings about, or another `note`. */
export function PhoneCodeFields({ code, note }: { code: PhoneCode; note?: string }) {
  const t = useT()
  if (!code.isAsked) return null
  return (
    <div className="flex flex-col gap-2 pb-2">
      <p className="text-grey-1 text-1">{note ?? t('identity.phoneCode.note')}</p>
      <CodeField
        label={t('identity.register.code')}
        rule={t('identity.phoneCode.rule', { mobile: code.mobile })}
        autoComplete="one-time-code"
        value={code.value}
        onChange={code.type}
        error={code.isMissing ? t('identity.required.code') : undefined}
      />
      <div className="flex">
        <Button kind="secondary" size="s" state={code.state} onPress={() => void code.send()}>
          {t('identity.register.sendCode')}
        </Button>
      </div>
    </div>
  )
}
