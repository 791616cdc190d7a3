import type { MemberId } from '#kernel/id.ts'
import { storedList } from '#client/local-storage.ts'
import { hexOf } from '#kernel/hex.ts'

/**
 * Notifications of this browser. `unsupported`: it has none (or the app is not installed, where that is asked
 * for first).
 */
export type DeviceState = 'unsupported' | 'blocked' | 'off' | 'on'

const manager = async (): Promise<PushManager | null> => {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return null
  return (await navigator.serviceWorker.getRegistration())?.pushManager ?? null
}

/** `on` is what the context says too: `known` are the devices that it tells. */
export async function deviceState(known: readonly string[]): Promise<DeviceState> {
  const push = await manager()
  if (push === null) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  const subscription = await push.getSubscription()
  return subscription !== null && known.includes(await idOf(subscription.endpoint)) ? 'on' : 'off'
}

/**
 * Hears of leave given or taken in the browser's own settings, and looks again when the page comes back to
 * sight; the function returned ends it.
 */
export function onLeaveChanged(listener: () => void): () => void {
  const events = new AbortController()
  const { signal } = events
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && listener(), {
    signal,
  })
  void navigator.permissions?.query({ name: 'notifications' }).then(
    (leave) => leave.addEventListener('change', listener, { signal }),
    () => {},
  )
  return () => events.abort()
}

/** The name of a device: SHA-256 of its address, in hex. */
async function idOf(endpoint: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)))
  return hexOf(digest)
}

/** Members who want notifications on this device: leaving ends the server's knowledge of it, not the wish. */
const wanting = storedList<string>({
  key: 'push.members',
  most: 5,
  parse: (value) => (typeof value === 'string' ? value : null),
  same: (a, b) => a === b,
})
export const wantDevice = (memberId: MemberId, wanted: boolean): void =>
  wanted ? wanting.add(memberId) : wanting.remove(memberId)

/**
 * The new subscription of a device that lost its own, where its member wants to be told; null where nothing
 * is amiss.
 */
export async function lostDevice(
  memberId: MemberId,
  push: { publicKey: string; known: readonly string[] },
): Promise<Subscription | null> {
  if (
    !wanting.entries().includes(memberId) ||
    (await deviceState(push.known)) !== 'off' ||
    Notification.permission !== 'granted'
  )
    return null
  return allowDevice(push.publicKey)
}

export type Subscription = { endpoint: string; p256dh: string; auth: string }

/**
 * Asks for leave and gives the address and keys of this device; null where the member says no. `publicKey`:
 * the server's, base64url.
 */
export async function allowDevice(publicKey: string): Promise<Subscription | null> {
  const push = await manager()
  if (push === null || (await Notification.requestPermission()) !== 'granted') return null
  const subscribe = () => push.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint, keys } = (
    await subscribe().catch(async () => {
      // A subscription made with the key that the server had before stands in the way.
      await (await push.getSubscription())?.unsubscribe()
      return subscribe()
    })
  ).toJSON()
  return endpoint === undefined || keys?.p256dh === undefined || keys.auth === undefined
    ? null
    : { endpoint, p256dh: keys.p256dh, auth: keys.auth }
}

/** The address that this device had; null where it had none. */
export async function silenceDevice(): Promise<string | null> {
  const subscription = await (await manager())?.getSubscription()
  if (!subscription) return null
  await subscription.unsubscribe()
  return subscription.endpoint
}
