import type { MemberId } from '#kernel/id.ts'
import { no, type Refusal } from '#kernel/result.ts'
import type { Limits } from '#platform/limits.ts'
import type { AppContext } from '#modules/module.ts'
import { openCredentials } from './credentials.ts'
import type { Guesses } from './authenticator.ts'
import { passwordGate } from './failures.ts'
import { minutesOf } from './minutes.ts'
import type { Secrets } from './secrets.ts'

/** The second password: whether it is set, and whether this is it. Five wrong ones close it for a day. */
export function transactionPassword(context: AppContext, secrets: Secrets, limits: Limits) {
  const credentials = openCredentials(context)
  const { failures, lockMs } = limits.transactionPassword
  const gate = passwordGate(context, 'transaction', {
    failures,
    withinMs: lockMs,
    firstLockMs: lockMs,
    longestLockMs: lockMs,
  })
  const hashOf = async (memberId: MemberId): Promise<string | null> =>
    (await credentials.of(memberId)).transactionHash

  return {
    hashOf,
    /** Null: this is the member's transaction password. */
    async check({ memberId, count }: Guesses, password: string): Promise<Refusal | null> {
      const hash = await hashOf(memberId)
      if (hash === null) return no('TRANSACTION_PASSWORD_UNSET')
      // A field that was left out is no guess.
      if (password === '') return no('TRANSACTION_PASSWORD_REQUIRED')
      const attempt = await gate.attempt(count, () => secrets.matches(hash, password))
      if (attempt.right) return null
      return attempt.lockedMs > 0
        ? no('TRANSACTION_PASSWORD_LOCKED', minutesOf(attempt.lockedMs))
        : no('TRANSACTION_PASSWORD_WRONG')
    },
    /** A passkey has opened what wrong ones had closed. */
    forgive: async ({ memberId, count }: Guesses) => {
      await gate.forgive(memberId)
      await gate.forgive(count)
    },
  }
}
export type TransactionPassword = ReturnType<typeof transactionPassword>
