import type { MemberId } from '#kernel/id.ts'
import { no, type Refusal } from '#kernel/result.ts'
import type { Limits } from '#platform/limits.ts'
import type { AppContext } from '#modules/module.ts'
import type { Work } from '../model/work.ts'
import { openCredentials } from './credentials.ts'
import { passwordGate } from './failures.ts'
import type { Guesser } from './guessers.ts'
import { minutesOf } from './minutes.ts'
import type { Secrets } from './secrets.ts'
import { strangers } from './strangers.ts'

type Guess = {
  mobile: string
  /** null: there is no such account. */ hash: string | null
  password: string
  guesser: Guesser
  work: Work | undefined
}

export type LoginPassword = {
  /**
   * Null: it is the password of this account. Wrong ones count for who guesses, and strangers' for the
   * account too.
   */
  check(guess: Guess): Promise<Refusal<'WORK_NEEDED' | 'LOGIN_LOCKED' | 'LOGIN_FAILED'> | null>
  /** The same for a member who is logged in; wrong ones count for the session. */
  checkOf(
    memberId: MemberId,
    sessionId: string,
    password: string,
  ): Promise<Refusal<'LOGIN_LOCKED' | 'OLD_PASSWORD_WRONG'> | null>
}

/** The login password, wherever it is asked for. Who guesses wrong is locked out, nobody else. */
export function loginPassword(context: AppContext, secrets: Secrets, limits: Limits): LoginPassword {
  const credentials = openCredentials(context)
  const gate = passwordGate(context, 'login', limits.login.perGuesser)
  const ofStrangers = strangers(context, limits.login.ofStrangers)
  /** `onWrong` hears of a password that was looked at, and was not it. */
  async function guess(
    mobile: string,
    hash: string | null,
    password: string,
    name: string,
    onWrong = async () => {},
  ): Promise<Refusal<'LOGIN_LOCKED' | 'LOGIN_FAILED'> | null> {
    const attempt = await gate.attempt(`${mobile} ${name}`, async () => {
      const isRight = await secrets.matches(hash, password)
      if (!isRight) await onWrong()
      return isRight
    })
    if (attempt.right) return null
    return attempt.lockedMs > 0 ? no('LOGIN_LOCKED', minutesOf(attempt.lockedMs)) : no('LOGIN_FAILED')
  }
  return {
    async check({ mobile, hash, password, guesser, work }) {
      if (guesser.isKnown) return guess(mobile, hash, password, guesser.name)
      const asked = await ofStrangers.workFor(mobile, work)
      if (asked !== null) return no('WORK_NEEDED', asked)
      return guess(mobile, hash, password, guesser.name, () => ofStrangers.failed(mobile))
    },
    async checkOf(memberId, sessionId, password) {
      const { mobile, passwordHash } = await credentials.of(memberId)
      const refusal = await guess(mobile, passwordHash, password, `session ${sessionId}`)
      return refusal?.rejection === 'LOGIN_FAILED'
        ? no('OLD_PASSWORD_WRONG')
        : (refusal as Refusal<'LOGIN_LOCKED'> | null)
    },
  }
}
