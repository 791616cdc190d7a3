import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** False only where the device itself knows that it has no network. */
export const isOnline = (): boolean => (navigator.onLine as boolean | undefined) !== false
export const useOnline = (): boolean => useSyncExternalStore(subscribe, isOnline)

let lost = 0
// Tests of the client run without a browser.
if (typeof addEventListener === 'function') addEventListener('offline', () => lost++)

/** From now on: whether the device has been, or is, without a network. */
export function watchOffline(): () => boolean {
  const before = lost
  return () => lost > before || !isOnline()
}

/** Runs `act` once, when the network is back. The function returned ends the waiting. */
export function whenOnline(act: () => void): () => void {
  addEventListener('online', act, { once: true })
  return () => removeEventListener('online', act)
}
