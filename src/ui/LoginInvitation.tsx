import type { ReactNode } from 'react'
import { paths } from '#client/paths.ts'
import { useT } from '#client/texts.ts'
import { Button } from './Button.tsx'
import { Logo } from './Logo.tsx'

const REGISTER = 'grid min-h-touch place-items-center rounded-1 px-1 font-strong text-brand'

type Props = {
  /** The thing that needs a login. */
  why: string
  note?: ReactNode
  titleId?: string
  /** A function that goes to the page, after what comes before it; links without it. */
  go?: (url: string) => void
}

/**
 * A guest, in the place of what is a member's own or in the popup over it: welcome, logo, why, and both ways
 * in (specification, chapter 2). Beside another page it says why, and leads to the login alone: a window
 * invites once.
 */
export function LoginInvitation({ why, note, titleId, go }: Props) {
  const t = useT()
  return (
    <div className="flex flex-col items-center gap-2 bg-surface p-5 pt-6 text-center">
      <span className="side-hides">
        <Logo size="m" />
      </span>
      <h2 id={titleId} className="side-hides pt-3 text-3 font-strong">
        {t('ui.guest.title')}
      </h2>
      <p className="text-2 text-balance text-grey-1">{why}</p>
      {note && <p className="text-2 text-balance text-grey-1">{note}</p>}
      <div className="flex w-full max-w-80 pt-4">
        <Button {...(go === undefined ? { href: paths.login() } : { onPress: () => go(paths.login()) })}>
          {t('ui.guest.login')}
        </Button>
      </div>
      <p className="side-hides flex flex-wrap items-center justify-center gap-x-1 text-2 text-grey-1">
        {t('ui.guest.noAccount')}
        {go === undefined ? (
          <a className={REGISTER} href={paths.register()}>
            {t('ui.guest.register')}
          </a>
        ) : (
          <button type="button" className={REGISTER} onClick={() => go(paths.register())}>
            {t('ui.guest.register')}
          </button>
        )}
      </p>
    </div>
  )
}
