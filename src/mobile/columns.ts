import { useSyncExternalStore } from 'react'

/**
 * The number of pages side by side: the phone's one; from 961 px a tab and a page; from 1280 px another page
 * at the side.
 */
export type Columns = 1 | 2 | 3

const two = matchMedia('(min-width: 961px)')
const three = matchMedia('(min-width: 1280px)')
const still = matchMedia('(prefers-reduced-motion: reduce)')

const subscribe = (listener: () => void) => {
  const queries = [two, three]
  for (const query of queries) query.addEventListener('change', listener)
  return () => {
    for (const query of queries) query.removeEventListener('change', listener)
  }
}

export const useColumns = (): Columns =>
  useSyncExternalStore(subscribe, () => (three.matches ? 3 : two.matches ? 2 : 1))

/** The member wants no movement. */
export const isStill = (): boolean => still.matches
