import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useT } from '#client/texts.ts'
import { useChosenInView } from './chosen-in-view.ts'
import { ICON_XS } from './icon.ts'

type Props = {
  children: ReactNode
  selected?: boolean
  /** Shown with a lock, not hidden; pressing it may say what opens it. */
  locked?: boolean
  /** `tall` beside other controls of 44. */
  tall?: boolean
  label?: string
  disabled?: boolean
  onPress: () => void
}

/** A choice of 32 px (its target is 44). */
export function Chip({ children, selected, locked, tall, label, disabled, onPress }: Props) {
  const t = useT()
  return (
    <button
      type="button"
      aria-pressed={selected ?? false}
      aria-label={label}
      disabled={disabled}
      onClick={onPress}
      className={`chip relative flex shrink-0 items-center justify-center gap-1 rounded-1 px-3 text-2 whitespace-nowrap ${tall ? 'min-h-touch' : 'min-h-chip'} ${selected ? 'bg-brand-wash font-strong text-brand' : locked || disabled ? 'bg-sunk text-grey-1' : 'bg-sunk text-ink'}`}
    >
      {locked && (
        <>
          <IconLock {...ICON_XS} />
          <span className="sr-only">{t('ui.locked')}</span>
        </>
      )}
      {children}
    </button>
  )
}

/** Chips in one line that scrolls sideways; `grow` shares the width among them. */
export function Chips({ children, label, grow }: { children: ReactNode; label?: string; grow?: boolean }) {
  const strip = useChosenInView<HTMLDivElement>('[aria-pressed=true]')
  return (
    <div
      ref={strip}
      role="group"
      aria-label={label}
      className={
        grow
          ? 'chips-grow flex gap-1.5'
          : 'scroller relative -mx-4 flex gap-2 overflow-x-auto px-gutter py-1.5'
      }
    >
      {children}
    </div>
  )
}
