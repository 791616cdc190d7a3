import { useEffect, useSyncExternalStore } from 'react'
import { health } from '#wire/system.ts'
import { useRead } from './reads.ts'
import { store } from './store.ts'

/** The kind of house, said by every badge: the demo setting, the date that is replayed. */
const known = store<{ demo: boolean; replayed: string | null }>({ demo: false, replayed: null })
export const useHouse = () => useSyncExternalStore(known.subscribe, known.get)

/** Asks the server what kind of house it is, once a minute; stands once in each app. */
export function HouseSetting(): null {
  const { data } = useRead(health, {}, { quiet: true, refetchInterval: 60_000 })
  const demo = data?.demo ?? false
  const replayed = data?.replay?.date ?? null
  useEffect(() => known.set({ demo, replayed }), [demo, replayed])
  return null
}
