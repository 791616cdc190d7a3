import { no, type Refusal } from '#kernel/result.ts'
import { isLoopback, windowLimiter, type Limits } from '#platform/limits.ts'
import { TooMany, type AppContext, type Request } from '#modules/module.ts'
import type { login } from '../contract.ts'
import { normalizeMobile } from '../model/mobile.ts'
import { deviceKeyOf } from './device-keys.ts'
import type { SessionIssuer } from './issue-session.ts'
import { guesserOf } from './guessers.ts'
import type { LoginPassword } from './login-password.ts'

/**
 * Counts tries to get in from one address, by whatever route; throws when there were too many. In the demo
 * setting this machine is left out.
 */
export function addressGate({ config, clock }: AppContext, limits: Limits): (address: string) => void {
  const perAddress = windowLimiter(limits.login.perAddress)
  return (address) => {
    if (config.demo && isLoopback(address)) return
    const wait = perAddress.take(address, clock.machine())
    if (wait > 0) throw new TooMany(wait)
  }
}

type Deps = {
  context: AppContext
  passwords: LoginPassword
  sessionIssuer: SessionIssuer
  takeAddress: (address: string) => void
}

/**
 * Login by mobile number and password. Whether an account exists cannot be told from answer, order or time.
 */
export function loginWith({ context, passwords, sessionIssuer, takeAddress }: Deps) {
  return async ({
    input: { account, password, deviceId, deviceKey, work },
    address,
    userAgent,
    lang,
  }: Request<typeof login>): Promise<Refusal | { token: string; userId: string }> => {
    if (account.trim() === '') return no('ACCOUNT_REQUIRED')
    if (password === '') return no('PASSWORD_REQUIRED')
    takeAddress(address)
    const mobile = normalizeMobile(account.trim()) ?? account.trim()
    const member = await context.db.kysely
      .selectFrom('credentials')
      .select(['memberId', 'passwordHash'])
      .where('mobile', '=', mobile)
      .executeTakeFirst()
    const guesser = await guesserOf(context, member?.memberId, deviceId, address)
    const refusal = await passwords.check({
      mobile,
      hash: member?.passwordHash ?? null,
      password,
      guesser,
      work,
    })
    return (
      refusal ??
      sessionIssuer.enter(member!.memberId, 'password', {
        userAgent,
        lang,
        deviceId,
        key: deviceKeyOf(deviceKey, 'login'),
      })
    )
  }
}
