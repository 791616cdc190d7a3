import { useEffect, useRef, useSyncExternalStore } from 'react'
import { health, type DemoPast, type VenueHas } from '#wire/system.ts'
import { dateJst, type DateJst } from '#kernel/time.ts'
import { learnWallTime } from './clock.ts'
import { useServerNotice } from './server-clock.ts'
import { refreshAll, useRead } from './reads.ts'
import type { Poll } from './poll-intervals.ts'
import { store } from './store.ts'

/** The kind of server, said by every badge: the demo setting, the date that is replayed. */
type Info = {
  demo: boolean
  replayed: string | null
  /** Its prices and fills are made up. */
  simulated: boolean
  /** Left out: it has not been said (`venue.ts`). */
  venue?: VenueHas | undefined
  /** The day of its past that the demo setting lives through (decision 0138); null: none. */
  past: (DemoPast & { on: DateJst }) | null
}
const known = store<Info>({ demo: false, replayed: null, simulated: true, past: null })
export const useServerInfo = () => useSyncExternalStore(known.subscribe, known.get)

/**
 * Asks the server what kind of server it is, once a minute, and whether its clock is sure and its venue there
 * again; stands once in each app. Each day of the demo setting's past that is over, and its end, changes what
 * every page shows.
 */
export function ServerSetting(): null {
  const isInDoubt = useServerNotice() !== null
  const { past: shown } = useServerInfo()
  const poll: Poll = shown !== null ? 'demoPast' : isInDoubt ? 'clockInDoubt' : 'serverInfo'
  const { data } = useRead(health, {}, { quiet: true, poll })
  const { demo = false, simulated = true, venue, replay, demoPast, now } = data ?? {}
  const replayed = replay?.date ?? null
  const { day, of, step } = demoPast ?? {}
  const on = now && dateJst(Date.parse(now))
  useEffect(() => {
    if (now !== undefined) learnWallTime(Date.parse(now))
  }, [now])
  useEffect(() => {
    const isPast = day !== undefined && of !== undefined && step !== undefined && on !== undefined
    known.set({ demo, replayed, simulated, venue, past: isPast ? { day, of, step, on } : null })
  }, [demo, replayed, simulated, venue, day, of, step, on])
  const dayBefore = useRef(day)
  useEffect(() => {
    if (dayBefore.current !== undefined && dayBefore.current !== day) refreshAll()
    dayBefore.current = day
  }, [day])
  return null
}
