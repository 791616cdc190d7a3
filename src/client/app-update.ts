import { useSyncExternalStore } from 'react'
import { elapsed } from './clock.ts'
import { store } from './store.ts'

/** A tab that has slept asks again at most this often. */
const ASK_AGAIN_MS = 15 * 60_000

/** The server has another build than the one that runs here. */
const newer = store(false)
let askedAt = 0

const SCRIPTS = /<script type="module"[^>]* src="([^"]+)"/g

/**
 * True if the server has a newer app: the page that it gives out now starts with a file that does not run
 * here. Rejects where the server cannot be asked.
 */
export async function checkForUpdate(): Promise<boolean> {
  askedAt = elapsed()
  const answer = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(5_000) })
  const served = [...(await answer.text()).matchAll(SCRIPTS)].map(([, src]) => new URL(src!, location.href))
  const mine = [...document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]')]
  if (!answer.ok || served.length === 0) throw new Error('no app from the server')
  newer.set(served.some(({ href }) => mine.every(({ src }) => src !== href)))
  return newer.get()
}

export const useUpdate = (): boolean => useSyncExternalStore(newer.subscribe, newer.get)

export const loadUpdate = (): void => location.reload()

const askQuietly = (): void => void checkForUpdate().catch(() => {})

/** The policies that the browser wants before an address may become a script: this one is the app's own. */
type Policies = {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string }
}
const ownScript = (url: string): string => {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies }
  return (
    trustedTypes?.createPolicy('akari-worker', { createScriptURL: (own) => own }).createScriptURL(url) ?? url
  )
}

/**
 * Installs the worker that lets the app start offline, and looks for a newer app when one takes over or a
 * sleeping tab wakes. Where a browser has no workers, or refuses them, the app runs as it is.
 */
export function startUpdates(): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && elapsed() - askedAt > ASK_AGAIN_MS) askQuietly()
  })
  // Over plain HTTP a browser has none, whatever its type says.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (workers === undefined || import.meta.env.DEV) return
  const hadOne = workers.controller !== null
  workers.addEventListener('controllerchange', () => hadOne && askQuietly())
  workers
    .register(ownScript('/service-worker.js'))
    .then(() => workers.ready)
    .then(
      ({ active }) => {
        const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's, not a window's
        active?.postMessage({ keep: loaded.filter((path) => path.startsWith('/assets/')) })
      },
      () => {},
    )
}
