import { useSyncExternalStore } from 'react'
import { store } from './store.ts'

/** The event that Chromium gives a page that may be put on the home screen. */
type InstallEvent = Event & { prompt(): Promise<unknown> }

const offered = store<InstallEvent | null>(null)

/**
 * Keeps the browser's offer for the settings page, where the member asks for it; nothing pops up by itself.
 */
export function listenForInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offered.set(event as InstallEvent)
  })
  addEventListener('appinstalled', () => offered.set(null))
}

/**
 * Opens the browser's own question; null where the app is installed already, or this browser installs in its
 * own menu.
 */
export function useInstall(): (() => void) | null {
  const event = useSyncExternalStore(offered.subscribe, offered.get)
  return event === null ? null : () => void event.prompt().finally(() => offered.set(null))
}
