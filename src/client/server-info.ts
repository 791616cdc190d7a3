import { useEffect, useSyncExternalStore } from 'react'
import { DAY } from '#kernel/time.ts'
import { health } from '#wire/system.ts'
import { useIsClockUnsure } from './server-clock.ts'
import { useRead } from './reads.ts'
import { store } from './store.ts'

/** The kind of server, said by every badge: the demo setting, the date that is replayed. */
type Info = {
  demo: boolean
  replayed: string | null
  /** The demo setting lives through its past at this moment (decision 0138). */
  isPast: boolean
}
const known = store<Info>({ demo: false, replayed: null, isPast: false })
export const useServerInfo = () => useSyncExternalStore(known.subscribe, known.get)

/**
 * Asks the server what kind of server it is, once a minute, and whether its clock is sure again; stands once
 * in each app.
 */
export function ServerSetting(): null {
  const isUnsure = useIsClockUnsure()
  const { isPast } = useServerInfo()
  const { data } = useRead(
    health,
    {},
    { quiet: true, poll: isUnsure || isPast ? 'clockInDoubt' : 'serverInfo' },
  )
  const demo = data?.demo ?? false
  const replayed = data?.replay?.date ?? null
  const now = data?.now
  useEffect(() => {
    const behind = demo && now !== undefined && Date.parse(now) < Date.now() - DAY
    known.set({ demo, replayed, isPast: behind })
  }, [demo, replayed, now])
  return null
}
