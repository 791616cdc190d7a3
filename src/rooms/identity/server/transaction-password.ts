import { no, type Refusal } from '#kernel/result.ts'
import type { Limits } from '#platform/limits.ts'
import type { House, Request } from '#rooms/room.ts'
import type { setTransactionPassword, unlock } from '../contract.ts'
import { PASSWORD_MAX, PASSWORD_MIN, passwordProblem } from '../model/password.ts'
import { passwordGate } from './failures.ts'
import { minutesOf } from './minutes.ts'
import type { Secrets } from './secrets.ts'
import type { Sessions } from './sessions.ts'

/** The second password: set on first need, asked again where a lapsed trading unlock is renewed. */
export function transactionPassword({ house, limits, secrets, sessions }: { house: House; limits: Limits; secrets: Secrets; sessions: Sessions }) {
  const { db, clock } = house
  const { failures, lockMs } = limits.transactionPassword
  const rule = { failures, withinMs: lockMs, firstLockMs: lockMs, longestLockMs: lockMs }
  const gate = passwordGate('transaction', rule, db, clock)
  const hashes = (memberId: string) =>
    db.kysely.selectFrom('credentials').select(['passwordHash', 'transactionHash']).where('memberId', '=', memberId).executeTakeFirstOrThrow()

  /** Null: this is the member's transaction password. Wrong ones count, and close it. */
  async function check(memberId: string, password: string): Promise<Refusal | null> {
    const { transactionHash } = await hashes(memberId)
    if (transactionHash === null) return no('TRANSACTION_PASSWORD_UNSET')
    const attempt = await gate.attempt(memberId, () => secrets.matches(transactionHash, password))
    if (attempt.right) return null
    return attempt.lockedMs > 0 ? no('TRANSACTION_PASSWORD_LOCKED', minutesOf(attempt.lockedMs)) : no('TRANSACTION_PASSWORD_WRONG')
  }
  const isSet = async (memberId: string): Promise<boolean> => (await hashes(memberId)).transactionHash !== null

  async function open({ input, caller }: Request<typeof unlock>): Promise<Refusal | { status: 'unlocked'; until: string }> {
    const { memberId, sessionId } = caller!
    const refusal = await check(memberId, input.transactionPassword)
    return refusal ?? { status: 'unlocked', until: new Date(await sessions.unlock(sessionId)).toISOString() }
  }

  async function set({ input, caller }: Request<typeof setTransactionPassword>): Promise<Refusal | { status: 'changed' }> {
    const { memberId } = caller!
    const problem = passwordProblem(input.newPassword)
    if (problem !== null) return no(problem, { min: PASSWORD_MIN, max: PASSWORD_MAX })
    if (input.newPassword !== input.confirmPassword) return no('PASSWORDS_DIFFER')
    const { passwordHash, transactionHash } = await hashes(memberId)
    if (transactionHash !== null) {
      const attempt = await gate.attempt(memberId, () => secrets.matches(transactionHash, input.oldPassword ?? ''))
      if (!attempt.right) return attempt.lockedMs > 0 ? no('TRANSACTION_PASSWORD_LOCKED', minutesOf(attempt.lockedMs)) : no('OLD_PASSWORD_WRONG')
    }
    if (await secrets.matches(passwordHash, input.newPassword)) return no('SAME_AS_LOGIN_PASSWORD')
    const changed = await db.kysely.updateTable('credentials').set({ transactionHash: await secrets.hash(input.newPassword) })
      .where('memberId', '=', memberId).where('transactionHash', transactionHash === null ? 'is' : '=', transactionHash)
      .returning('memberId').executeTakeFirst()
    // Another device changed it between the check and now: what was checked is no longer the old one.
    return changed === undefined ? no('OLD_PASSWORD_WRONG') : { status: 'changed' }
  }
  return { open, set, check, isSet }
}
export type TransactionPassword = ReturnType<typeof transactionPassword>
