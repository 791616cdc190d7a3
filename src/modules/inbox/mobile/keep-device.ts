import type { MemberId } from '#kernel/id.ts'
import { call } from '#client/call.ts'
import { refresh } from '#client/reads.ts'
import { session } from '#client/session.ts'
import { getPush, subscribePush } from '../contract.ts'
import { lostDevice } from './device.ts'

/**
 * After a login, and where the browser has changed the device's address: whoever wanted notifications here
 * gets them on. Says nothing; the switch shows what is.
 */
async function restore(memberId: MemberId): Promise<void> {
  const device = await lostDevice(memberId, await call(getPush, {}, { quiet: true }))
  if (device === null || session.get().userId !== memberId) return
  await call(subscribePush, { input: device }, { quiet: true })
  refresh(getPush)
}

/** Looks once, and whenever the service worker says that something changed; the function returned ends it. */
export function keepDevice(memberId: MemberId): () => void {
  const look = () => void restore(memberId).catch(() => {})
  const heard = (event: MessageEvent) => event.data === 'push-changed' && look()
  look()
  navigator.serviceWorker?.addEventListener('message', heard)
  return () => navigator.serviceWorker?.removeEventListener('message', heard)
}
