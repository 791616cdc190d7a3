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

/** Once, when the network is back. The function returned ends the waiting. */
export function whenOnline(act: () => void): () => void {
  addEventListener('online', act, { once: true })
  return () => removeEventListener('online', act)
}
