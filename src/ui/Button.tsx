import type { ReactNode } from 'react'
import type { WriteState } from '#client/use-write.ts'
import { useT } from '#client/texts.ts'

const KINDS = {
  primary: 'bg-brand text-on-brand',
  secondary: 'border border-brand bg-surface text-brand',
  neutral: 'bg-sunk text-ink',
  buy: 'bg-up text-on-up',
  sell: 'bg-down text-on-down',
  danger: 'bg-danger text-on-brand',
} as const
const SIZES = { m: 'min-h-control text-3', s: 'min-h-touch text-2' } as const

export type ButtonKind = keyof typeof KINDS
type Props = {
  kind?: ButtonKind
  /**
   * `useWrite().state`: while it is not idle the button says so and cannot be pressed. A button with a state
   * sends or decides: it takes no press before it has settled (`press-guard.ts`).
   */
  state?: WriteState
  disabled?: boolean
  /** `s` inside sections. */
  size?: keyof typeof SIZES
  type?: 'button' | 'submit'
  label?: string
  children: ReactNode
} & ({ href: string; onPress?: never } | { onPress?: () => void; href?: never })

/** The verb, and the figure it is about, stand on it. Fills the width that it is given. */
export function Button({
  kind = 'primary',
  state,
  disabled,
  size = 'm',
  type = 'button',
  label,
  children,
  href,
  onPress,
}: Props) {
  const t = useT()
  const busy = state && state !== 'idle'
  const look = disabled && !busy ? 'bg-sunk text-grey-1' : KINDS[kind]
  const className = `flex min-w-0 flex-1 items-center justify-center gap-2 rounded-1 px-3 py-1 text-center font-strong transition-opacity active:opacity-80 ${SIZES[size]} ${look} ${state ? 'settles' : ''}`
  if (href !== undefined)
    return (
      <a className={className} href={href} aria-label={label}>
        {children}
      </a>
    )
  return (
    // Busy, it keeps the focus: `disabled` would drop it to the page.
    <button
      type={type}
      className={className}
      aria-label={busy ? undefined : label}
      disabled={disabled && !busy}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onPress?.())}
    >
      {busy ? (
        <>
          <span className="ring size-5" aria-hidden />
          {t('ui.pending')}
        </>
      ) : (
        children
      )}
    </button>
  )
}
