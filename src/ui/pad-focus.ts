import { useEffect, useRef, useState } from 'react'

/**
 * True while a figure is being typed: from the focus on to the end of the tap that took it away. Ended
 * sooner, the number pad would go while the finger is still down, the page would move under it, and the tap
 * would meet nothing.
 */
export function usePadFocus(): { editing: boolean; focused: () => void; left: () => void } {
  const [editing, setEditing] = useState(false)
  const isPressed = useRef(false)
  const isLeft = useRef(false)
  // A click comes in the same turn as the end of its press: the next turn is after both.
  const end = () => void setTimeout(() => isLeft.current && setEditing(false))
  useEffect(() => {
    if (!editing) return
    const events = new AbortController()
    const options = { signal: events.signal, capture: true }
    addEventListener(
      'pointerdown',
      () => {
        isPressed.current = true
      },
      options,
    )
    for (const over of ['pointerup', 'pointercancel']) {
      addEventListener(
        over,
        () => {
          isPressed.current = false
          if (isLeft.current) end()
        },
        options,
      )
    }
    return () => events.abort()
  }, [editing])
  return {
    editing,
    focused() {
      isLeft.current = false
      setEditing(true)
    },
    left() {
      isLeft.current = true
      if (!isPressed.current) end()
    },
  }
}
