import { useEffect, useRef } from 'react'

/** The act of each key; letters are small. Not while somebody types, nor with Ctrl, Alt or ⌘. */
export type Keys = Readonly<Record<string, (() => void) | undefined>>

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && /^(checkbox|radio|button)$/.test(target.type))

/** Shortcuts of what is on screen. An open dialog keeps them all. */
export function useKeys(keys: Keys): void {
  const current = useRef(keys)
  useEffect(() => {
    current.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.defaultPrevented ||
        document.querySelector('dialog[open]') !== null
      )
        return
      if (isTyping(event.target) && event.key !== 'Escape') return
      // Enter on a button or a link is theirs.
      if (
        event.key === 'Enter' &&
        event.target instanceof Element &&
        event.target.closest('a, button') !== null
      )
        return
      const act = current.current[event.key.length === 1 ? event.key.toLowerCase() : event.key]
      if (act === undefined) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
