import { IconInbox, IconRefresh, IconWifiOff } from '@tabler/icons-react'
import { useEffect, type ReactNode } from 'react'
import type { CallError } from '#client/call-error.ts'
import { sayOnPage } from '#client/failures.ts'
import { useT } from '#client/texts.ts'
import { Button } from './Button.tsx'
import { ICON_S } from './icon.ts'

type Action = { label: string } & ({ href: string; onPress?: never } | { onPress: () => void; href?: never })

function Centred({
  icon,
  title,
  note,
  children,
}: {
  icon: ReactNode
  title: string
  note?: ReactNode
  children?: ReactNode
}) {
  return (
    <div className="flex flex-col items-center gap-1 bg-surface px-8 py-12 text-center text-balance further:grid further:grid-cols-[minmax(0,1fr)_auto] further:gap-x-3 further:px-gutter further:py-3 further:text-left">
      <span className="mb-3 grid size-18 place-items-center rounded-round bg-sunk text-grey-2 further:hidden">
        {icon}
      </span>
      <h2 className="text-3 font-strong further:text-2">{title}</h2>
      {note && <p className="text-2 text-grey-1 further:col-start-1">{note}</p>}
      {children}
    </div>
  )
}

const LARGE = { stroke: 1.75, className: 'size-8', 'aria-hidden': true } as const

type EmptyProps = { icon?: ReactNode; title: string; note?: ReactNode; action?: Action }

/** Nothing there: what is missing, and one next step. */
export function Empty({ icon, title, note, action }: EmptyProps) {
  return (
    <Centred icon={icon ?? <IconInbox {...LARGE} />} title={title} note={note}>
      {action && (
        <div className="mt-4 flex w-50 max-w-full">
          <Button {...(action.href === undefined ? { onPress: action.onPress } : { href: action.href })}>
            {action.label}
          </Button>
        </div>
      )}
    </Centred>
  )
}

type ErrorProps = {
  error?: CallError | null
  /** The thing that could not be had. */
  title?: string
  /** It is the outcome of what was sent: nobody can say here that nothing is affected. */
  isOutcome?: boolean
  onRetry: () => void
}

/**
 * The failure and its reason, the parts not affected, and another try. Where one stands above on the page, it
 * is a line only.
 */
export function ErrorState({ error, title, isOutcome, onRetry }: ErrorProps) {
  const t = useT()
  const cause = error?.msg
  useEffect(() => (cause === undefined ? undefined : sayOnPage(cause)), [cause])
  return (
    <div role="alert" className="error [section+&]:mt-band">
      <Centred icon={<IconWifiOff {...LARGE} />} title={title ?? t('ui.cannotLoad')} note={cause}>
        <div className="mt-4 flex w-50 further:col-start-2 further:row-span-2 further:row-start-1 further:mt-0 further:w-auto further:*:text-2">
          <Button kind="secondary" onPress={onRetry}>
            <IconRefresh {...ICON_S} />
            {t('ui.retry')}
          </Button>
        </div>
        {!isOutcome && <p className="mt-3 text-1 text-grey-1 further:hidden">{t('ui.notAffected')}</p>}
      </Centred>
    </div>
  )
}
