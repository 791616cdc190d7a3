import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '#client/call.ts'
import { useRead } from '#client/reads.ts'
import { useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { askPasskey, getSecurity, getUserInfo, unlock } from '#rooms/identity/contract.ts'
import { ICON } from '#ui/icon.ts'
import { toast } from '#ui/toast.tsx'
import { canUsePasskeys, sign } from './passkey.ts'

/** Opens the trading unlock by a passkey, beside the field of the transaction password. Not there for members without one. */
export function UnlockByPasskey({ onUnlocked }: { onUnlocked: () => void }) {
  const t = useT()
  const security = useRead(getSecurity, {}, { quiet: true })
  const write = useWrite(unlock, { refreshes: [getUserInfo] })
  const [busy, setBusy] = useState(false)
  if (!canUsePasskeys() || (security.data?.passkeys.length ?? 0) === 0) return null

  async function open() {
    const question = await call(askPasskey, { input: { action: 'unlock' } }).catch(() => null)
    if (question === null) return
    const proof = await sign(question, 'unlock', {})
    if (proof === null) return toast(t('identity.passkey.notSigned'), { kind: 'fail' })
    if ((await write.run({ input: { proof } })).ok) onUnlocked()
  }
  return (
    <button
      type="button" className="pressable grid size-12 shrink-0 place-items-center rounded-1 border border-grey-2 text-brand" aria-label={t('identity.unlock.byPasskey')} aria-busy={busy || undefined}
      onClick={() => {
        if (busy) return
        setBusy(true)
        void open().finally(() => setBusy(false))
      }}
    >
      {busy ? <span className="ring size-5" aria-hidden /> : <IconFingerprint {...ICON} />}
    </button>
  )
}
