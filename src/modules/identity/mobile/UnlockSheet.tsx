import { useState } from 'react'
import { navigate } from '#client/navigation.ts'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { getSecurity, getUserInfo, unlock } from '#modules/identity/contract.ts'
import { Button } from '#ui/Button.tsx'
import { PasswordField } from '#ui/Field.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Sheet } from '#ui/Modal.tsx'
import { toast } from '#ui/toast.tsx'
import { UnlockByPasskey } from './UnlockByPasskey.tsx'

type Props = { onAnswer: (opened: boolean) => void }

/**
 * Over whatever page was sending something: the trading unlock has lapsed, and is opened by the transaction
 * password or a passkey (product decision 2).
 */
export default function UnlockSheet({ onAnswer }: Props) {
  const t = useT()
  const security = useRead(getSecurity, {})
  const opened = () => {
    toast(t('identity.unlock.done'), { kind: 'ok' })
    onAnswer(true)
  }
  return (
    <Sheet open onClose={() => onAnswer(false)} title={t('identity.unlock.title')}>
      <div className="flex flex-col gap-2 px-gutter pb-2">
        <p className="text-2 text-grey-1">{t('identity.unlock.note')}</p>
        <Loaded read={security} skeleton="lines">
          {({ hasTransactionPassword, passkeys }) => (
            <>
              {hasTransactionPassword ? (
                <ByPassword onOpened={opened} onOver={() => onAnswer(false)} />
              ) : (
                <SetOne onLeave={() => onAnswer(false)} />
              )}
              {passkeys.length > 0 && <UnlockByPasskey onUnlocked={opened} />}
            </>
          )}
        </Loaded>
      </div>
    </Sheet>
  )
}

function ByPassword({ onOpened, onOver }: { onOpened: () => void; onOver: () => void }) {
  const t = useT()
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const write = useWrite(unlock, { refreshes: [getUserInfo], quiet: true })
  async function open() {
    setTried(true)
    if (password === '') return
    const answer = await write.run({ input: { transactionPassword: password } })
    if (answer.ok) onOpened()
    else if (answer.error.kind === 'session') onOver()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void open()
      }}
    >
      <PasswordField
        label={t('identity.transaction.title')}
        autoComplete="off"
        value={password}
        onChange={setPassword}
        error={
          write.error?.msg ?? (tried && password === '' ? t('identity.required.transactionPassword') : null)
        }
      />
      <div className="flex pt-2">
        <Button type="submit" state={write.state}>
          {t('identity.unlock.submit')}
        </Button>
      </div>
    </form>
  )
}

function SetOne({ onLeave }: { onLeave: () => void }) {
  const t = useT()
  return (
    <>
      <p className="py-2 text-2">{t('identity.rejection.TRANSACTION_PASSWORD_UNSET')}</p>
      <div className="flex">
        <Button
          onPress={() => {
            onLeave()
            navigate.to(paths.transactionPassword())
          }}
        >
          {t('identity.will.setNow')}
        </Button>
      </div>
    </>
  )
}
