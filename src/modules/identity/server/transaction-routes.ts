import { no, type Refusal } from '#kernel/result.ts'
import { iso } from '#kernel/time.ts'
import { onWall } from '#platform/clock.ts'
import type { AppContext, Request } from '#modules/module.ts'
import type { setTransactionPassword, unlock } from '../contract.ts'
import { openCredentials } from './credentials.ts'
import type { FactorChanges } from './factor-changes.ts'
import type { Passkeys } from './passkeys.ts'
import { newPasswordRefusal } from './passwords.ts'
import type { Secrets } from './secrets.ts'
import type { Sessions } from './sessions.ts'
import type { StepUps } from './step-up.ts'
import type { TransactionPassword } from './transaction-password.ts'
import type { Challenges } from './webauthn-challenges.ts'

const isReset = ({ oldPassword, proof }: Request<typeof setTransactionPassword>['input']): boolean =>
  oldPassword === undefined && proof !== undefined

type Deps = {
  context: AppContext
  secrets: Secrets
  transaction: TransactionPassword
  sessions: Sessions
  stepUps: StepUps
  passkeys: Passkeys
  challenges: Challenges
  changes: FactorChanges
}

/** Setting the transaction password, and opening the trading unlock with it or with a passkey. */
export function transactionRoutes({
  context,
  secrets,
  transaction,
  sessions,
  stepUps,
  passkeys,
  challenges,
  changes,
}: Deps) {
  const { clock, config } = context
  const credentials = openCredentials(context)
  async function open({
    input,
    caller,
  }: Request<typeof unlock>): Promise<Refusal | { status: 'unlocked'; until: string }> {
    const { memberId, sessionId } = caller
    if (input.proof !== undefined) {
      const { id, assertion } = input.proof
      const signed = await challenges.answer({
        id,
        action: 'unlock',
        asked: caller,
        content: {},
        check: (challenge) => passkeys.verify(assertion, challenge, memberId),
      })
      if (signed === null) return no('PROOF_INVALID')
      await transaction.forgive(await sessions.guesses(caller))
    } else {
      // Two passwords are still no factor: outside the demo setting passwords alone never move money
      // (security-and-trust 3).
      if (!config.demo && sessions.about(sessionId).factor === 'password') return no('STEP_UP_NEEDED')
      const refusal = await transaction.check(await sessions.guesses(caller), input.transactionPassword ?? '')
      if (refusal !== null) return refusal
    }
    return { status: 'unlocked', until: iso(onWall(clock, await sessions.unlock(sessionId))) }
  }

  /**
   * The proof that lets a member replace a transaction password: the one before, or a passkey when it is
   * forgotten.
   */
  async function mayReplace({
    caller,
    input,
  }: Request<typeof setTransactionPassword>): Promise<Refusal | null> {
    if (isReset(input)) {
      const proven = await stepUps.prove(
        { caller, input: { proof: input.proof }, key: '' },
        'transaction-password.reset',
        { newPassword: input.newPassword },
      )
      return proven.ok ? null : proven
    }
    const refusal = await transaction.check(await sessions.guesses(caller), input.oldPassword ?? '')
    return refusal?.rejection === 'TRANSACTION_PASSWORD_WRONG' ||
      refusal?.rejection === 'TRANSACTION_PASSWORD_REQUIRED'
      ? no('OLD_PASSWORD_WRONG')
      : refusal
  }

  async function set(
    request: Request<typeof setTransactionPassword>,
  ): Promise<Refusal | { status: 'changed' }> {
    const { input, caller } = request
    const { memberId, sessionId } = caller
    const before = await transaction.hashOf(memberId)
    const change =
      before === null
        ? 'firstTransactionPassword'
        : isReset(input)
          ? 'transactionPasswordReset'
          : 'transactionPasswordChanged'
    const refusal =
      newPasswordRefusal(input.newPassword, input.confirmPassword) ??
      (await changes.refusedCode(change, request)) ??
      (before === null ? null : await mayReplace(request))
    if (refusal !== null) return refusal
    const { passwordHash } = await credentials.of(memberId)
    if (await secrets.matches(passwordHash, input.newPassword)) return no('SAME_AS_LOGIN_PASSWORD')
    const late = await changes.begin(change, request)
    if (late !== null) return late
    const parts = credentials.parts.transaction(memberId, await secrets.hash(input.newPassword))
    const isChanged = await changes.make(
      change,
      { memberId, sessionId },
      {},
      async (trx) =>
        (await trx
          .updateTable('credentials')
          .set(parts)
          .where('memberId', '=', memberId)
          .where('transactionHash', before === null ? 'is' : '=', before)
          .returning('memberId')
          .executeTakeFirst()) !== undefined,
    )
    // Another device changed it between the check and now: what was checked is no longer the old one.
    if (!isChanged) return no('OLD_PASSWORD_WRONG')
    return { status: 'changed' }
  }
  return { open, set }
}
