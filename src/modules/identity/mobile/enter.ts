import { call } from '#client/call.ts'
import type { NewDeviceKey } from '#client/device-key.ts'
import { storedFlag } from '#client/local-storage.ts'
import { takeAct } from '#client/member.ts'
import { navigate } from '#client/navigation.ts'
import { paths } from '#client/paths.ts'
import { ENTRANCE } from '../model/pages.ts'
import { session } from '#client/session.ts'
import { getSecurity } from '#modules/identity/contract.ts'
import { canKeepPasskey } from './passkey.ts'

/** The member of this device said that a passkey can wait. */
export const passkeyLater = storedFlag('passkeyLater')

type Entered = { token: string; userId: string }

/** Pages on which a login never ends: the way in, the start and the way out. */
const NOT_LANDED_ON = [...ENTRANCE, 'startup', 'logout'] as const

/** Back to the page that asked for the login, with what was typed there; what was wanted there goes on. */
export const toWhereOneWas = (): void => takeAct(navigate.leave(NOT_LANDED_ON))?.()

/**
 * After registration or a passkey: keep the session (what a guest had read goes with the token) and its key.
 * Pages that another member left open are closed.
 */
export async function enter(entered: Entered, key: NewDeviceKey): Promise<void> {
  await key.keep(entered.token)
  if (session.start(entered)) navigate.relaunch(paths.home())
  else toWhereOneWas()
}

/**
 * After the password: what protects the account besides is asked for now; where nothing does, a passkey is
 * offered once, if this device can keep one (product decision 2).
 */
export async function enterByPassword(entered: Entered, key: NewDeviceKey): Promise<void> {
  await key.keep(entered.token)
  const closesPages = session.start(entered)
  const [security, canKeep] = await Promise.all([
    call(getSecurity, {}, { quiet: true }).catch(() => null),
    canKeepPasskey(),
  ])
  const isProtected = security !== null && (security.passkeys.length > 0 || security.totp)
  const asks = closesPages ? navigate.relaunch : navigate.redirect
  if (security !== null && (isProtected || (canKeep && !passkeyLater.isSet()))) asks(paths.afterLogin())
  else if (closesPages) navigate.relaunch(paths.home())
  else toWhereOneWas()
}
