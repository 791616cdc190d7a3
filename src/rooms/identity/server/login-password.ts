import { no, type Refusal } from '#kernel/result.ts'
import type { Limits } from '#platform/limits.ts'
import type { House } from '#rooms/room.ts'
import { passwordGate } from './failures.ts'
import { minutesOf } from './minutes.ts'
import type { Secrets } from './secrets.ts'

export type LoginPassword = {
  /** Null: it is the password of this account. Wrong ones count for the account, wherever they were tried; `hash` null: there is no such account. */
  check(mobile: string, hash: string | null, password: string): Promise<Refusal<'LOGIN_LOCKED' | 'LOGIN_FAILED'> | null>
  /** The same for a member who is logged in. */
  checkOf(memberId: string, password: string): Promise<Refusal<'LOGIN_LOCKED' | 'OLD_PASSWORD_WRONG'> | null>
}

/** The login password, wherever it is asked for: one count of wrong ones for an account. */
export function loginPassword({ db, clock }: House, secrets: Secrets, limits: Limits): LoginPassword {
  const gate = passwordGate('login', limits.login.perAccount, db, clock)
  const check: LoginPassword['check'] = async (mobile, hash, password) => {
    const attempt = await gate.attempt(mobile, () => secrets.matches(hash, password))
    if (attempt.right) return null
    return attempt.lockedMs > 0 ? no('LOGIN_LOCKED', minutesOf(attempt.lockedMs)) : no('LOGIN_FAILED')
  }
  return {
    check,
    async checkOf(memberId, password) {
      const { mobile, passwordHash } = await db.kysely.selectFrom('credentials').select(['mobile', 'passwordHash']).where('memberId', '=', memberId).executeTakeFirstOrThrow()
      const refusal = await check(mobile, passwordHash, password)
      return refusal?.rejection === 'LOGIN_FAILED' ? no('OLD_PASSWORD_WRONG') : (refusal as Refusal<'LOGIN_LOCKED'> | null)
    },
  }
}
