import { refresh } from '#client/reads.ts'
import { useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import {
  freezeAccount,
  getSecurity,
  getUserInfo,
  listSessions,
  unfreezeAccount,
} from '#modules/identity/contract.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Modal.tsx'
import { toast } from '#ui/toast.tsx'
import { useStepUp, StepUpFields } from './StepUpFields.tsx'

type Open = { open: boolean; onClose: () => void }

/**
 * The acts that a freeze stops and those it leaves, shown before it is done. It needs no proof: whoever stops
 * too much can open again, a thief cannot.
 */
export function FreezeSheet({ open, onClose }: Open) {
  const t = useT()
  const write = useWrite(freezeAccount, { refreshes: [getSecurity, getUserInfo, listSessions] })
  async function freeze() {
    const answer = await write.run({})
    if (!answer.ok) return
    toast(t('identity.freeze.done'), { kind: 'ok' })
    onClose()
  }
  return (
    <Sheet open={open} onClose={onClose} title={t('identity.freeze.title')}>
      <div className="flex flex-col gap-3 px-gutter pb-4">
        <p className="text-2">{t('identity.freeze.lead')}</p>
        <ul className="text-2 flex list-disc flex-col gap-1 pl-5">
          {(['orders', 'withdrawals', 'sessions'] as const).map((what) => (
            <li key={what}>{t(`identity.freeze.stops.${what}`)}</li>
          ))}
        </ul>
        <p className="text-grey-1 text-2">{t('identity.freeze.stays')}</p>
        <div className="flex gap-2">
          <Button kind="neutral" onPress={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button kind="danger" state={write.state} onPress={() => void freeze()}>
            {t('identity.freeze.submit')}
          </Button>
        </div>
      </div>
    </Sheet>
  )
}

/** Opens the account again, with the proof that a thief does not have. */
export function UnfreezeSheet({ open, onClose }: Open) {
  const t = useT()
  return (
    <Sheet open={open} onClose={onClose} title={t('identity.freeze.open')}>
      <Unfreeze onDone={onClose} />
    </Sheet>
  )
}

function Unfreeze({ onDone }: { onDone: () => void }) {
  const t = useT()
  const stepUp = useStepUp('account.unfreeze')
  const write = useWrite(unfreezeAccount)
  async function open() {
    const proof = await stepUp.prove({})
    if (proof === null) return
    const answer = await write.run({ input: proof })
    if (!answer.ok) return stepUp.heard(answer.error)
    toast(t('identity.freeze.opened'), { kind: 'ok' })
    refresh(getSecurity)
    refresh(getUserInfo)
    onDone()
  }
  return (
    <div className="flex flex-col gap-2 px-gutter pb-4">
      <p className="text-2">{t('identity.freeze.openNote')}</p>
      <StepUpFields stepUp={stepUp} />
      <div className="flex pt-2">
        <Button state={write.state} onPress={() => void open()}>
          {t('identity.freeze.openSubmit')}
        </Button>
      </div>
    </div>
  )
}
