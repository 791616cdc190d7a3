import { useEffect, useRef, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react'
import { LONG_PRESS_MS, LONG_PRESS_TOLERANCE_PX } from '#kernel/specification.ts'

const REPEAT_MS = 90

/**
 * Handlers for an element that opens a menu when held: 350 ms, within 10 px. The click that follows is
 * dropped; the keyboard's menu key does the same. Clicks of a keyboard or a screen reader (`detail` 0) follow
 * no finger and are never dropped: where what opened took the finger's click, none came to use the mark up.
 */
export function useLongPress(onLongPress: (() => void) | undefined) {
  const held = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout> } | null>(null)
  const fired = useRef(false)
  const end = () => {
    clearTimeout(held.current?.timer)
    held.current = null
  }
  useEffect(() => () => clearTimeout(held.current?.timer), [])
  if (onLongPress === undefined) return {}
  return {
    onPointerDown(event: PointerEvent) {
      fired.current = false
      if (event.button !== 0) return
      end()
      const timer = setTimeout(() => {
        fired.current = true
        onLongPress()
      }, LONG_PRESS_MS)
      held.current = { x: event.clientX, y: event.clientY, timer }
    },
    onPointerMove(event: PointerEvent) {
      const from = held.current
      if (
        from !== null &&
        Math.hypot(event.clientX - from.x, event.clientY - from.y) > LONG_PRESS_TOLERANCE_PX
      )
        end()
    },
    onPointerUp: end,
    onPointerCancel: end,
    onContextMenu(event: MouseEvent) {
      event.preventDefault()
      if (!fired.current && event.detail === 0) onLongPress()
    },
    onClickCapture(event: MouseEvent) {
      const follows = fired.current && event.detail > 0
      fired.current = false
      if (!follows) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

/** Handlers for a button that acts at once and again and again while it is held. */
export function useRepeatPress(act: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const held = useRef(false)
  useEffect(() => () => clearTimeout(timer.current), [])
  // Each repetition runs the newest `act`: what it does depends on the value that the one before has set.
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  const again = () => {
    latest.current()
    timer.current = setTimeout(again, REPEAT_MS)
  }
  const end = () => clearTimeout(timer.current)
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return
      held.current = false
      end()
      timer.current = setTimeout(() => {
        held.current = true
        again()
      }, LONG_PRESS_MS)
    },
    onPointerUp: end,
    onPointerLeave: end,
    onPointerCancel: end,
    onClick(event: MouseEvent) {
      end()
      if (!held.current || event.detail === 0) act()
      held.current = false
    },
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
  }
}

/** Arrow keys, Home and End move between the parts of a group; the new index, or null for other keys. */
export function movedIndex(event: KeyboardEvent, index: number, count: number): number | null {
  switch (event.key) {
    case 'ArrowRight':
      return (index + 1) % count
    case 'ArrowLeft':
      return (index - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
