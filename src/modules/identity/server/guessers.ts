import type { MemberId } from '#kernel/id.ts'
import { createHash } from 'node:crypto'
import type { AppContext } from '#modules/module.ts'
import { openKnownDevices } from './known-devices.ts'
import { isStrongDeviceId } from './sms.ts'

/** The name of a device as it is kept. */
export const deviceHashOf = (deviceId: string): Buffer => createHash('sha256').update(deviceId).digest()

/**
 * The one who guesses, for counting wrong guesses: a device on which this member has been in before, told by
 * a name that nobody else knows, or whoever comes from this address. So wrong guesses of strangers close
 * nothing for the member's own devices (OWASP calls such names device cookies).
 */
export type Guesser = { name: string; isKnown: boolean; address: string }

export async function guesserOf(
  context: AppContext,
  memberId: MemberId | undefined,
  deviceId: string | undefined,
  address: string,
): Promise<Guesser> {
  const stranger = { name: `address ${address}`, isKnown: false, address }
  if (!isStrongDeviceId(deviceId)) return stranger
  const deviceHash = deviceHashOf(deviceId)
  const known =
    memberId === undefined ? undefined : await openKnownDevices(context).find({ memberId, deviceHash })
  return known === undefined
    ? stranger
    : { name: `device ${deviceHash.toString('base64url')}`, isKnown: true, address }
}
