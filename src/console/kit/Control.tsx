import type { ReactNode } from 'react'
import { useKeys } from './keys.ts'

const LOOKS = {
  primary: 'bg-brand text-on-brand',
  neutral: 'bg-sunk text-ink',
  danger: 'bg-danger-wash text-danger',
  plain: 'text-brand',
} as const

type Props = {
  look?: keyof typeof LOOKS
  /**
   * True while its act is under way: it says so and cannot be pressed. A button that is given it settles
   * (`press-guard.ts`).
   */
  busy?: boolean
  disabled?: boolean
  /** The key that does the same, as long as the button can be pressed. */
  hotkey?: string
  tall?: boolean
  pressed?: boolean
  label?: string
  type?: 'button' | 'submit'
  onPress?: () => void
  children: ReactNode
}

/** A button of a desk: 32 px, 44 px where it decides something (`tall`). */
export function DeskButton({
  look = 'neutral',
  busy,
  disabled = false,
  hotkey,
  tall = false,
  pressed,
  label,
  type = 'button',
  onPress,
  children,
}: Props) {
  // A key does what its button may at this moment, and no more.
  const isLive = !disabled && !busy && onPress !== undefined
  useKeys(hotkey === undefined || !isLive ? {} : { [hotkey]: onPress })
  const shown = disabled && !busy ? 'bg-sunk text-grey-1' : LOOKS[look]
  return (
    <button
      type={type}
      className={`desk-button ${tall ? 'tall' : ''} ${busy === undefined ? '' : 'settles'} ${pressed ? 'bg-brand-wash text-brand' : shown}`}
      aria-label={label}
      aria-pressed={pressed}
      aria-busy={busy || undefined}
      disabled={disabled && !busy}
      aria-keyshortcuts={hotkey}
      onClick={() => {
        if (!busy) onPress?.()
      }}
    >
      {busy && <span className="ring size-4" aria-hidden />}
      {children}
      {hotkey !== undefined && (
        <span className="desk-key" aria-hidden>
          {hotkey.length === 1 ? hotkey.toUpperCase() : hotkey}
        </span>
      )}
    </button>
  )
}

const TONES = {
  ok: 'bg-ok-wash text-ok',
  warn: 'bg-warn-wash text-warn',
  danger: 'bg-danger-wash text-danger',
  grey: 'bg-sunk text-grey-1',
  brand: 'bg-brand-wash text-brand',
} as const
export type Tone = keyof typeof TONES

/** A word about a state; its colour never stands alone. */
export function Mark({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center rounded-1 px-2 text-1 font-strong whitespace-nowrap ${TONES[tone]}`}
    >
      {children}
    </span>
  )
}
