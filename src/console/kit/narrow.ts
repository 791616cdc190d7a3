import { useSyncExternalStore } from 'react'

/** A window in which the list of pages, the rows and an opened case do not fit beside each other. */
const NARROW = '(max-width: 59.99rem)'

const media = (): MediaQueryList => matchMedia(NARROW)
function onChange(changed: () => void): () => void {
  const query = media()
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** True on a phone, and wherever a window is too narrow for a desk: one thing stands at a time. */
export const useIsNarrow = (): boolean => useSyncExternalStore(onChange, () => media().matches)
