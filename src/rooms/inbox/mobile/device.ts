/** Notifications of this browser. `unsupported`: it has none (or the app is not installed, where that is asked for first). */
export type DeviceState = 'unsupported' | 'blocked' | 'off' | 'on'

const manager = async (): Promise<PushManager | null> => {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return null
  return (await navigator.serviceWorker.getRegistration())?.pushManager ?? null
}

export async function deviceState(): Promise<DeviceState> {
  const push = await manager()
  if (push === null) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  return (await push.getSubscription()) === null ? 'off' : 'on'
}

export type Subscription = { endpoint: string; p256dh: string; auth: string }

/** Asks for leave and gives the address and keys of this device; null where the member says no. `publicKey`: the house's, base64url. */
export async function allowDevice(publicKey: string): Promise<Subscription | null> {
  const push = await manager()
  if (push === null || (await Notification.requestPermission()) !== 'granted') return null
  const { endpoint, keys } = (await push.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })).toJSON()
  return endpoint === undefined || keys?.p256dh === undefined || keys.auth === undefined ? null : { endpoint, p256dh: keys.p256dh, auth: keys.auth }
}

/** The address that this device had; null where it had none. */
export async function silenceDevice(): Promise<string | null> {
  const subscription = await (await manager())?.getSubscription()
  if (!subscription) return null
  await subscription.unsubscribe()
  return subscription.endpoint
}
