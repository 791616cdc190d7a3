import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '#client/call.ts'
import { useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { askPasskey, getUserInfo, unlock } from '#modules/identity/contract.ts'
import { Button } from '#ui/Button.tsx'
import { ICON_S } from '#ui/icon.ts'
import { toast } from '#ui/toast.tsx'
import { canUsePasskeys, sign } from './passkey.ts'

/** Opens the trading unlock by a passkey of the member. Not there where this browser knows none. */
export function UnlockByPasskey({ onUnlocked }: { onUnlocked: () => void }) {
  const t = useT()
  const write = useWrite(unlock, { refreshes: [getUserInfo] })
  const [busy, setBusy] = useState(false)
  if (!canUsePasskeys()) return null

  async function open() {
    const challenge = await call(askPasskey, { input: { action: 'unlock' } }).catch(() => null)
    if (challenge === null) return
    const proof = await sign(challenge, 'unlock', {})
    if (proof === null) return toast(t('identity.passkey.notSigned'), { kind: 'fail' })
    if ((await write.run({ input: { proof } })).ok) onUnlocked()
  }
  return (
    <div className="flex">
      <Button
        kind="secondary"
        state={busy ? 'pending' : write.state}
        onPress={() => {
          setBusy(true)
          void open().finally(() => setBusy(false))
        }}
      >
        <IconFingerprint {...ICON_S} />
        {t('identity.unlock.byPasskey')}
      </Button>
    </div>
  )
}
