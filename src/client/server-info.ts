import { useEffect, useSyncExternalStore } from 'react'
import { health } from '#wire/system.ts'
import { useIsClockUnsure } from './server-clock.ts'
import { useRead } from './reads.ts'
import { store } from './store.ts'

/** The kind of server, said by every badge: the demo setting, the date that is replayed. */
const known = store<{ demo: boolean; replayed: string | null }>({ demo: false, replayed: null })
export const useServerInfo = () => useSyncExternalStore(known.subscribe, known.get)

/**
 * Asks the server what kind of server it is, once a minute, and whether its clock is sure again; stands once
 * in each app.
 */
export function ServerSetting(): null {
  const { data } = useRead(
    health,
    {},
    { quiet: true, poll: useIsClockUnsure() ? 'clockInDoubt' : 'serverInfo' },
  )
  const demo = data?.demo ?? false
  const replayed = data?.replay?.date ?? null
  useEffect(() => known.set({ demo, replayed }), [demo, replayed])
  return null
}
