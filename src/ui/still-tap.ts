import { useRef, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react'
import { LONG_PRESS_MS, LONG_PRESS_TOLERANCE_PX } from '#kernel/specification.ts'

type Point = { readonly x: number; readonly y: number; readonly at: number }

/** A finger that neither moved nor lingered: a scroll, a drag and a long press are none. */
export const isStill = (down: Point, up: Point): boolean =>
  Math.hypot(up.x - down.x, up.y - down.y) < LONG_PRESS_TOLERANCE_PX && up.at - down.at < LONG_PRESS_MS

const pointOf = ({ clientX: x, clientY: y, timeStamp: at }: MouseEvent): Point => ({ x, y, at })

/**
 * Handlers for a button that acts at once and for good: by a still tap, by Enter (held, it acts once), or by
 * assistive technology. `value` is what the button stands for: where it changed under the finger, `onChanged`
 * is told and nothing is done.
 */
export function useStillTap<Value>(value: Value, act: (value: Value) => void, onChanged: () => void) {
  const begun = useRef<(Point & { value: Value }) | null>(null)
  return {
    onPointerDown(event: PointerEvent) {
      begun.current = event.isPrimary && event.button === 0 ? { ...pointOf(event), value } : null
    },
    onPointerCancel() {
      begun.current = null
    },
    onKeyDown(event: KeyboardEvent) {
      if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault()
    },
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
    onClick(event: MouseEvent) {
      const down = begun.current
      begun.current = null
      // Neither finger nor mouse: a key, or a screen reader.
      if (event.detail === 0) return act(value)
      if (down === null || !isStill(down, pointOf(event))) return
      if (down.value === value) act(value)
      else onChanged()
    },
  }
}
