import { useEffect, useRef, type RefObject } from 'react'

/**
 * A strip that scrolls sideways: what is chosen in it comes into sight, and stays where the finger puts it
 * until another is chosen.
 */
export function useChosenInView<E extends HTMLElement>(chosen: string): RefObject<E | null> {
  const strip = useRef<E>(null)
  const shown = useRef<Element | null>(null)
  useEffect(() => {
    const one = strip.current?.querySelector<HTMLElement>(chosen) ?? null
    if (one === shown.current) return
    shown.current = one
    // With the frame that is drawn next, for which the page is laid out anyway.
    if (one !== null) requestAnimationFrame(() => strip.current && moveTo(strip.current, one))
  })
  return strip
}

function moveTo(strip: HTMLElement, { offsetLeft, offsetWidth }: HTMLElement): void {
  const { scrollLeft, clientWidth } = strip
  const rest = (clientWidth - offsetWidth) / 2
  if (offsetLeft < scrollLeft || offsetLeft + offsetWidth > scrollLeft + clientWidth)
    strip.scrollLeft = offsetLeft - rest
}
