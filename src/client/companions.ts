import { useEffect, useSyncExternalStore } from 'react'
import { useNavigation, usePage } from './navigation.ts'
import { store } from './store.ts'

/**
 * Addresses that pages name to stand beside them on a wide screen, while nothing has been opened from them
 * (decision 0122). By the page's id; of one round, so that nothing of an earlier session is left.
 */
type Companions = { readonly round: number; readonly urls: Readonly<Record<string, string>> }
const companions = store<Companions>({ round: 0, urls: {} })

const urlsOf = (round: number): Companions['urls'] => {
  const now = companions.get()
  return now.round === round ? now.urls : {}
}

/**
 * Names what stands beside the page that it is called on; undefined: not known yet. The first one stays: a
 * list that moves does not change what somebody reads.
 */
export function useCompanion(url: string | undefined): void {
  const { id } = usePage()
  const { round } = useNavigation()
  useEffect(() => {
    const urls = urlsOf(round)
    if (url !== undefined && urls[id] === undefined) companions.set({ round, urls: { ...urls, [id]: url } })
  }, [id, round, url])
}

/** The address that a page, by its id, has named. */
export function useCompanions(): (id: string) => string | undefined {
  const { round } = useNavigation()
  const { round: named, urls } = useSyncExternalStore(companions.subscribe, companions.get)
  return (id) => (named === round ? urls[id] : undefined)
}

/** Addresses of the pages that stand beside the tab, and of those that lie under them. */
export const besideTab = store<readonly string[]>([])

/** True for a link whose page stands beside it on a wide screen: its row is marked. */
export const useIsBeside = (href: string | undefined): boolean =>
  useSyncExternalStore(besideTab.subscribe, () => href !== undefined && besideTab.get().includes(href))
