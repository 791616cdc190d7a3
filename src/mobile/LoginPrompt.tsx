import { IconX } from '@tabler/icons-react'
import { useId } from 'react'
import { navigate } from '#client/navigation.ts'
import { useT } from '#client/texts.ts'
import { ICON } from '#ui/icon.ts'
import { LoginInvitation } from '#ui/LoginInvitation.tsx'
import { Modal } from '#ui/Modal.tsx'

type Props = { act: string; close: () => void; proceed: () => void }

/** A guest tried a member's act: the popup names it, and says that looking is free. */
export default function LoginPrompt({ act, close, proceed }: Props) {
  const t = useT()
  const id = useId()
  const go = (url: string) => {
    proceed()
    navigate.to(url)
  }
  return (
    <Modal kind="box" open onClose={close} labelledBy={id}>
      <div className="relative">
        <button
          type="button"
          className="absolute top-1 right-1 grid size-touch place-items-center rounded-1 text-grey-1"
          aria-label={t('ui.close')}
          onClick={close}
        >
          <IconX {...ICON} />
        </button>
        <LoginInvitation
          why={t('mobile.guest.act', { act })}
          note={t('mobile.guest.free')}
          titleId={id}
          go={go}
        />
      </div>
    </Modal>
  )
}
