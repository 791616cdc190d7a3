import { IconX } from '@tabler/icons-react'
import { useId } from 'react'
import { navigate } from '#client/navigation.ts'
import { paths } from '#client/paths.ts'
import { useT } from '#client/texts.ts'
import { Button } from '#ui/Button.tsx'
import { ICON } from '#ui/icon.ts'
import { Logo } from '#ui/Logo.tsx'
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
      <div className="relative flex flex-col items-center gap-2 p-5 pt-6 text-center">
        <button
          type="button"
          className="absolute top-1 right-1 grid size-touch place-items-center rounded-1 text-grey-1"
          aria-label={t('ui.close')}
          onClick={close}
        >
          <IconX {...ICON} />
        </button>
        <Logo size="m" />
        <h2 id={id} className="pt-3 text-3 font-strong">
          {t('mobile.guest.title')}
        </h2>
        <p className="text-2 text-balance text-grey-1">{t('mobile.guest.act', { act })}</p>
        <p className="text-2 text-balance text-grey-1">{t('mobile.guest.free')}</p>
        <div className="flex w-full pt-4">
          <Button onPress={() => go(paths.login())}>{t('mobile.guest.login')}</Button>
        </div>
        <p className="flex flex-wrap items-center justify-center gap-x-1 text-2 text-grey-1">
          {t('mobile.guest.noAccount')}
          <button
            type="button"
            className="min-h-touch rounded-1 px-1 font-strong text-brand"
            onClick={() => go(paths.register())}
          >
            {t('mobile.guest.register')}
          </button>
        </p>
      </div>
    </Modal>
  )
}
