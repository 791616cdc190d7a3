import { useState, type ReactNode } from 'react'
import { serverNow } from '#client/clock.ts'
import { useT } from '#client/texts.ts'
import { useWrite, type WriteState } from '#client/use-write.ts'
import { getUserInfo, unlock, type UserInfo } from '#rooms/identity/contract.ts'
import { PasswordField } from '#ui/Field.tsx'
import { Section } from '#ui/Section.tsx'
import { toast } from '#ui/toast.tsx'
import { UnlockByPasskey } from './UnlockByPasskey.tsx'

export type TradingLock = {
  /** Of the unlocking itself. */
  state: WriteState
  /** Nothing more is to be typed. */
  ready: boolean
  /** Unlocks where it is locked; whether trading is open now. */
  open: () => Promise<boolean>
  /** After a refusal: the passkey has not helped. */
  again: () => void
  /** Transaction password or passkey; null while trading is unlocked. */
  fields: ReactNode
}

/** What every form that trades asks first where the trading unlock has lapsed (product decision 2). `refused`: the server has just said that it has. */
export function useTradingLock(info: UserInfo | null, refused = false): TradingLock {
  const t = useT()
  const [password, setPassword] = useState('')
  const [byPasskey, setByPasskey] = useState(false)
  const write = useWrite(unlock, { refreshes: [getUserInfo] })
  const until = info?.tradingUnlockedUntil ?? null
  const locked = info !== null && !byPasskey && (until === null || Date.parse(until) <= serverNow() || refused)
  return {
    state: write.state, ready: !locked || password !== '',
    open: async () => !locked || (await write.run({ input: { transactionPassword: password } })).ok,
    again: () => setByPasskey(false),
    fields: locked ? (
      <Section>
        <div className="flex items-end gap-2">
          <div className="min-w-0 grow">
            <PasswordField label={t('orders.confirm.password')} rule={t('orders.confirm.passwordRule')} autoComplete="off" value={password} onChange={setPassword} error={write.error?.msg} />
          </div>
          <div className="py-1.5">
            <UnlockByPasskey
              onUnlocked={() => {
                setByPasskey(true)
                toast(t('identity.unlock.done'), { kind: 'ok' })
              }}
            />
          </div>
        </div>
      </Section>
    ) : null,
  }
}
