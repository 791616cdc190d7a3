import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { call, replaceToken } from '#client/call.ts'
import { newDeviceKey } from '#client/device-key.ts'
import { refresh } from '#client/reads.ts'
import { session } from '#client/session.ts'
import { useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import type { InputOf } from '#wire/route.ts'
import {
  askPasskey,
  getSecurity,
  getUserInfo,
  stepUp,
  type SecurityView,
} from '#modules/identity/contract.ts'
import { Button } from '#ui/Button.tsx'
import { CodeField } from '#ui/NumberField.tsx'
import { ICON_S } from '#ui/icon.ts'
import { toast } from '#ui/toast.tsx'
import { sign } from './passkey.ts'
import { PhoneCodeFields, usePhoneCode } from './PhoneCode.tsx'

/**
 * Makes the session of a password a full one by a passkey, or one that may trade by a code of the
 * authenticator app.
 */
export function SessionStepUp({
  security,
  onDone,
}: {
  security: Pick<SecurityView, 'passkeys' | 'totp'>
  onDone: () => void
}) {
  const t = useT()
  const write = useWrite(stepUp)
  const [code, setCode] = useState('')
  const phone = usePhoneCode('step-up')
  const [busy, setBusy] = useState(false)

  const send = (input: InputOf<typeof stepUp>) =>
    replaceToken(async () => {
      const key = await newDeviceKey()
      const answer = await write.run({ input: { ...input, ...key.fields } })
      if (!answer.ok) {
        if (answer.error.rejection === 'SMS_CODE_NEEDED') phone.ask()
        return
      }
      await key.keep(answer.data.token)
      session.renew(answer.data.token)
      refresh(getSecurity)
      refresh(getUserInfo)
      toast(t('identity.stepUp.done'), { kind: 'ok' })
      onDone()
    })
  async function byPasskey() {
    const challenge = await call(askPasskey, { input: { action: 'step-up' } }).catch(() => null)
    if (challenge === null) return
    const proof = await sign(challenge, 'step-up', (await newDeviceKey()).fields)
    if (proof === null) toast(t('identity.passkey.notSigned'), { kind: 'fail' })
    else await send({ proof })
  }

  return (
    <div className="flex flex-col gap-2">
      {security.passkeys.length > 0 && (
        <div className="flex">
          <Button
            state={busy ? 'pending' : write.state}
            onPress={() => {
              setBusy(true)
              void byPasskey().finally(() => setBusy(false))
            }}
          >
            <IconFingerprint {...ICON_S} />
            {t('identity.stepUp.passkey')}
          </Button>
        </div>
      )}
      {security.totp && (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            const byPhone = phone.give()
            if (code !== '' && byPhone !== null) void send({ oneTimeCode: code, ...byPhone })
          }}
        >
          <CodeField
            label={t('identity.totp.code')}
            rule={t('identity.totp.codeRule')}
            autoComplete="one-time-code"
            value={code}
            onChange={setCode}
            error={write.error?.msg}
          />
          <PhoneCodeFields code={phone} note={t('identity.stepUp.byPhone')} />
          <div className="flex pt-2">
            <Button
              type="submit"
              kind={security.passkeys.length > 0 ? 'secondary' : 'primary'}
              state={write.state}
              disabled={code.length < 6}
            >
              {t('identity.stepUp.code')}
            </Button>
          </div>
        </form>
      )}
    </div>
  )
}
