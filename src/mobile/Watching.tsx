import { useEffect } from 'react'

/** The first page comes first. */
const AFTER_MS = 4_000

/** For a member, the house is watched: does its journal go on, are its promises kept (trust room). Shows nothing: what is found stands on every page. */
export default function Watching() {
  useEffect(() => {
    let stop: (() => void) | null = null
    let left = false
    const timer = setTimeout(async () => {
      const { watch } = await import('#rooms/trust/mobile/public.ts')
      if (!left) stop = watch()
    }, AFTER_MS)
    return () => {
      left = true
      clearTimeout(timer)
      stop?.()
    }
  }, [])
  return null
}
