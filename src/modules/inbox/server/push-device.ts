import { no, ok, type Result } from '#kernel/result.ts'

/**
 * Hosts at which the makers of browsers take notifications. Nobody else is sent anything: an address is what
 * a member's device says it is.
 */
export const PUSH_HOSTS = [
  'fcm.googleapis.com',
  '.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
] as const

/** In the order in which they are checked. */
export const PUSH_REJECTIONS = ['PUSH_ENDPOINT', 'PUSH_KEYS'] as const
export type DeviceKeys = { endpoint: string; p256dh: string; auth: string }

const POINT_BYTES = 65
const SECRET_BYTES = 16
/** An uncompressed point of a curve begins so. */
const UNCOMPRESSED = 'B'

/** Length of what base64url says, in bytes. */
const bytesOf = (text: string): number => Math.floor((text.replace(/=+$/, '').length * 6) / 8)

/**
 * The check that a device can be sent to: https on a host of a browser's maker (or `also`, for tests),
 * without a name or port of its own; a public key of P-256 and a secret of 16 bytes (RFC 8291).
 */
export function checkDevice(
  device: DeviceKeys,
  also: string | null = null,
): Result<DeviceKeys, (typeof PUSH_REJECTIONS)[number]> {
  const url = URL.canParse(device.endpoint) ? new URL(device.endpoint) : null
  if (url === null || url.username !== '' || url.password !== '' || !isKnown(url, also))
    return no('PUSH_ENDPOINT')
  const isKeyed =
    bytesOf(device.p256dh) === POINT_BYTES &&
    device.p256dh.startsWith(UNCOMPRESSED) &&
    bytesOf(device.auth) === SECRET_BYTES
  return isKeyed ? ok(device) : no('PUSH_KEYS')
}

function isKnown({ protocol, hostname, host, port, origin }: URL, also: string | null): boolean {
  if (also !== null && origin === also) return true
  if (protocol !== 'https:' || port !== '' || host !== hostname) return false
  return PUSH_HOSTS.some((known) => (known.startsWith('.') ? hostname.endsWith(known) : hostname === known))
}
