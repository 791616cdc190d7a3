import { no, type Refusal } from '#kernel/result.ts'
import { isLoopback, windowLimiter, type Limits } from '#platform/limits.ts'
import { TooMany, type House, type Request } from '#rooms/room.ts'
import type { login } from '../contract.ts'
import { normalizeMobile } from '../model/mobile.ts'
import type { Entrance } from './entrance.ts'
import { passwordGate } from './failures.ts'
import { minutesOf } from './minutes.ts'
import type { Secrets } from './secrets.ts'

/** Login by mobile number and password. Whether an account exists cannot be told from answer, order or time. */
export function loginWith({ house, limits, secrets, entrance }: { house: House; limits: Limits; secrets: Secrets; entrance: Entrance }) {
  const { db, clock, config } = house
  const gate = passwordGate('login', limits.login.perAccount, db, clock)
  const perAddress = windowLimiter(limits.login.perAddress)

  return async ({ input: { account, password, deviceId }, address, userAgent, lang }: Request<typeof login>): Promise<Refusal | { token: string; userId: string }> => {
    if (account.trim() === '') return no('ACCOUNT_REQUIRED')
    if (password === '') return no('PASSWORD_REQUIRED')
    if (!(config.demo && isLoopback(address))) {
      const wait = perAddress.take(address, clock.machine())
      if (wait > 0) throw new TooMany(wait)
    }
    const mobile = normalizeMobile(account.trim()) ?? account.trim()
    const member = await db.kysely.selectFrom('credentials').select(['memberId', 'passwordHash']).where('mobile', '=', mobile).executeTakeFirst()
    const attempt = await gate.attempt(mobile, () => secrets.matches(member?.passwordHash ?? null, password))
    if (attempt.right) return entrance.enter(member!.memberId, 'password', { userAgent, lang, deviceId })
    return attempt.lockedMs > 0 ? no('LOGIN_LOCKED', minutesOf(attempt.lockedMs)) : no('LOGIN_FAILED')
  }
}
