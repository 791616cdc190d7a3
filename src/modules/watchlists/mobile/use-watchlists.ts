import type { AnyRoute } from '#client/call.ts'
import { refresh, useRead } from '#client/reads.ts'
import { useSession } from '#client/session.ts'
import { useT } from '#client/texts.ts'
import { useTopic } from '#client/topics.ts'
import { useWrite } from '#client/use-write.ts'
import { getWatchlists, watchlistsTopic, type WatchlistsView } from '../contract.ts'

export type Watchlist = WatchlistsView['lists'][number]

/** The member's lists; a guest has none, and is asked nothing. */
export function useWatchlists() {
  const { isLogin } = useSession()
  const read = useRead(getWatchlists, {}, { enabled: isLogin, quiet: true })
  useTopic(watchlistsTopic, isLogin ? {} : null, readAnew, { onReset: readAnew })
  return { read, isLogin, lists: read.data?.lists ?? null }
}

let isDue = false
/** All stars of a page hear of a change at once: one read does for them. */
function readAnew(): void {
  if (isDue) return
  isDue = true
  queueMicrotask(() => {
    isDue = false
    refresh(getWatchlists)
  })
}

/** A change of the lists. Refused because another device was quicker, it reads what stands now. */
export const useChange = <const R extends AnyRoute>(route: R) =>
  useWrite(route, { refreshes: [getWatchlists] })

/** The name of a list: the first one has the reader's word for favourites until it is named. */
export function useListName(): (list: Pick<Watchlist, 'name'>) => string {
  const t = useT()
  return ({ name }) => (name === '' ? t('watchlists.first') : name)
}
