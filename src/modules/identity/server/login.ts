import { no, type Refusal } from '#kernel/result.ts'
import { sharedTries } from '#platform/database/shared-tries.ts'
import { isLoopback, type Limits } from '#platform/limits.ts'
import { TooMany, type AppContext, type Request } from '#modules/module.ts'
import type { login } from '../contract.ts'
import { normalizeMobile } from '../model/mobile.ts'
import { openCredentials } from './credentials.ts'
import { deviceKeyOf } from './device-keys.ts'
import type { SessionIssuer } from './issue-session.ts'
import { guesserOf, type Guesser } from './guessers.ts'
import type { LoginPassword } from './login-password.ts'
import { askerOf, type CodeOf, type PhoneCodes } from './sms.ts'

/**
 * Counts what is tried from one address; throws when it was too much. In the demo setting this machine is
 * left out.
 */
export function addressGate(
  { config, clock, db }: AppContext,
  limits: Limits,
  what: 'passwords' | 'passkeys',
): (address: string) => Promise<void> {
  const perAddress = sharedTries(db, `tries at ${what} of an address`, limits.login.perAddress)
  return async (address) => {
    if (config.demo && isLoopback(address)) return
    const wait = await perAddress.take(address, clock.machine())
    if (wait > 0) throw new TooMany(wait)
  }
}

/**
 * The same for tries at passwords, by whatever route. A device that was in has its own count: who guesses
 * behind the same address keeps it from nothing.
 */
export function guesserGate(context: AppContext, limits: Limits): (guesser: Guesser) => Promise<void> {
  const ofAddress = addressGate(context, limits, 'passwords')
  const perDevice = sharedTries(context.db, 'tries at passwords of a device', limits.login.perAddress)
  return async ({ name, isKnown, address }) => {
    if (!isKnown) return ofAddress(address)
    const wait = await perDevice.take(name, context.clock.machine())
    if (wait > 0) throw new TooMany(wait)
  }
}

type Deps = {
  context: AppContext
  passwords: LoginPassword
  codes: PhoneCodes
  sessionIssuer: SessionIssuer
  takeGuesser: (guesser: Guesser) => Promise<void>
}

/**
 * Login by mobile number and password. Whether an account exists cannot be told from answer, order or time.
 */
export function loginWith({ context, passwords, codes, sessionIssuer, takeGuesser }: Deps) {
  const credentials = openCredentials(context)
  return async (request: Request<typeof login>): Promise<Refusal | { token: string; userId: string }> => {
    const {
      input: { account, password, deviceId, deviceKey, work, verificationCode },
      address,
      userAgent,
      lang,
    } = request
    if (account.trim() === '') return no('ACCOUNT_REQUIRED')
    if (password === '') return no('PASSWORD_REQUIRED')
    const mobile = normalizeMobile(account.trim()) ?? account.trim()
    const member = await credentials.byMobile(mobile)
    const device = await guesserOf(context, member?.memberId, deviceId, address)
    await takeGuesser(device)
    const phone: CodeOf | null =
      verificationCode === undefined || device.isKnown
        ? null
        : { mobile, purpose: 'login', asker: askerOf({ ...request, caller: null }) }
    if (phone !== null && !(await codes.isRight(phone, verificationCode!))) return no('VERIFICATION_INVALID')
    const refusal = await passwords.check({
      mobile,
      hash: member?.passwordHash ?? null,
      password,
      // Whoever holds the phone has a count of their own, wherever they are.
      guesser: phone === null ? device : { ...device, name: 'phone', isKnown: true },
      work,
    })
    if (refusal !== null) return refusal
    if (phone !== null && !(await codes.use(phone))) return no('VERIFICATION_INVALID')
    return sessionIssuer.enter(member!.memberId, 'password', {
      userAgent,
      lang,
      deviceId,
      key: deviceKeyOf(deviceKey, 'login'),
    })
  }
}
