import { useCallback, useLayoutEffect, useRef, type FocusEvent, type KeyboardEvent } from 'react'

/** The button that a key moves to from the one at `from`; null for other keys, and at an edge. */
export function rovedTo(
  key: string,
  from: number,
  places: readonly { readonly row: number; readonly column: string }[],
): number | null {
  const at = places[from]
  if (at === undefined) return null
  const inColumn = (index: number) => places[index]!.column === at.column
  const inRow = (index: number) => places[index]!.row === at.row
  const before = (fits: (index: number) => boolean) =>
    places.findLastIndex((_, index) => index < from && fits(index))
  const after = (fits: (index: number) => boolean) =>
    places.findIndex((_, index) => index > from && fits(index))
  const found =
    key === 'ArrowUp'
      ? before(inColumn)
      : key === 'ArrowDown'
        ? after(inColumn)
        : key === 'ArrowLeft'
          ? before(inRow)
          : key === 'ArrowRight'
            ? after(inRow)
            : key === 'Home'
              ? places.findIndex(({ column }) => column === at.column)
              : key === 'End'
                ? places.findLastIndex(({ column }) => column === at.column)
                : -1
  return found === -1 || found === from ? null : found
}

/**
 * One Tab stop for buttons that stand in rows (`data-column` on each, one `li` a row): arrow keys, Home and
 * End move among them (roving tabindex). Tab comes back to the one that had the focus last, at first to
 * `data-first`.
 */
export function useRoving<E extends HTMLElement>() {
  const element = useRef<E | null>(null)
  const current = useRef<{ button: HTMLElement; index: number } | null>(null)
  const settle = useCallback(() => {
    const buttons = buttonsOf(element.current)
    const last = current.current
    const kept = last === null ? -1 : buttons.indexOf(last.button)
    const first = buttons.findIndex(({ dataset }) => dataset['first'] !== undefined)
    // A level that left the board leaves its place to the one that stands there now.
    const index =
      kept !== -1 ? kept : last === null ? Math.max(first, 0) : Math.min(last.index, buttons.length - 1)
    for (const [n, button] of buttons.entries()) button.tabIndex = n === index ? 0 : -1
  }, [])
  useLayoutEffect(settle)
  return {
    ref: element,
    onFocus({ target }: FocusEvent) {
      const index = buttonsOf(element.current).indexOf(target as HTMLElement)
      if (index === -1) return
      current.current = { button: target as HTMLElement, index }
      settle()
    },
    onKeyDown(event: KeyboardEvent) {
      const buttons = buttonsOf(element.current)
      const rows = buttons.map((button) => button.closest('li'))
      const places = buttons.map(({ dataset }, n) => ({
        row: rows.indexOf(rows[n]!),
        column: dataset['column'] ?? '',
      }))
      const to = rovedTo(event.key, buttons.indexOf(event.target as HTMLElement), places)
      if (to === null) return
      event.preventDefault()
      buttons[to]!.focus()
    },
  }
}

const buttonsOf = (element: HTMLElement | null): HTMLElement[] => [
  ...(element?.querySelectorAll<HTMLElement>('button[data-column]') ?? []),
]
