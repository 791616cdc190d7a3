import { useSyncExternalStore } from 'react'

/**
 * The number of pages side by side: one on a phone upright; a tab and a page from 600 px, which is a phone on
 * its side; from 1100 px another page at the side, as the ticket beside its issue (decision 0122).
 */
export type Columns = 1 | 2 | 3

// In em, as the browser's own size of text: where it is larger, there is room for fewer.
const two = matchMedia('(min-width: 37.5em)')
const three = matchMedia('(min-width: 68.75em)')

const low = matchMedia('(min-width: 37.5em) and (max-height: 29.99em)')

const subscribe = (listener: () => void) => {
  const queries = [two, three, low]
  for (const query of queries) query.addEventListener('change', listener)
  return () => {
    for (const query of queries) query.removeEventListener('change', listener)
  }
}

export const useColumns = (): Columns =>
  useSyncExternalStore(subscribe, () => (three.matches ? 3 : two.matches ? 2 : 1))

/** True in a window with little height, as of a phone on its side: a page's head has one line. */
export const useIsLow = (): boolean => useSyncExternalStore(subscribe, () => low.matches)
