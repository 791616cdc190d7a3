import type { ReactNode } from 'react'
import { useIsBeside } from '#client/companions.ts'
import { useLongPress } from './press.ts'

/** Target of a press: where it leads, or what it does; neither: the row is only read. */
export type Target = { href?: string | undefined; onPress?: (() => void) | undefined }
export type RowProps = {
  children: ReactNode
  onLongPress?: (() => void) | undefined
  flash?: Record<string, string>
  label?: string
  className?: string
  /** Of a row that shows and hides what stands under it. */
  expanded?: boolean | undefined
} & Target

/** A row of a list: hairline from x 16 to the edge, pressed as a whole. */
export function Row({
  children,
  href,
  onPress,
  onLongPress,
  flash,
  label,
  className = '',
  expanded,
}: RowProps) {
  const held = useLongPress(onLongPress)
  const isShown = useIsBeside(href)
  const inside = (
    <span className={`hairline flex min-h-row w-full items-center ${className}`} {...flash}>
      {children}
    </span>
  )
  const box = 'row block w-full text-left'
  if (href !== undefined)
    return (
      <a
        className={`pressable ${box}`}
        href={href}
        aria-label={label}
        aria-current={isShown || undefined}
        draggable={false}
        {...held}
      >
        {inside}
      </a>
    )
  if (onPress !== undefined)
    return (
      <button
        type="button"
        className={`pressable ${box}`}
        aria-label={label}
        aria-expanded={expanded}
        onClick={onPress}
        {...held}
      >
        {inside}
      </button>
    )
  return (
    <div className={box} {...held}>
      {inside}
    </div>
  )
}
