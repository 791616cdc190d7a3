import { no, type Refusal } from '#kernel/result.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '#kernel/specification.ts'
import type { AppContext, Request } from '#modules/module.ts'
import type * as contract from '../contract.ts'
import { passwordProblem } from '../model/password.ts'
import { isSamePassword } from '../model/same-password.ts'
import { openCredentials } from './credentials.ts'
import type { LoginPassword } from './login-password.ts'
import type { FactorChanges } from './factor-changes.ts'
import type { Secrets } from './secrets.ts'
import type { StepUps } from './step-up.ts'

/**
 * The first problem of a new password and its confirmation, in the order in which problems are said; null
 * when they may be used.
 */
export function newPasswordRefusal(password: string, confirmation: string): Refusal | null {
  const problem = passwordProblem(password)
  if (problem !== null) return no(problem, { min: PASSWORD_MIN, max: PASSWORD_MAX })
  return isSamePassword(password, confirmation) ? null : no('PASSWORDS_DIFFER')
}

type Deps = {
  context: AppContext
  secrets: Secrets
  passwords: LoginPassword
  stepUps: StepUps
  changes: FactorChanges
}

/**
 * Another login password (specification, chapter 5): the old one, a new one twice, and a passkey outside the
 * demo setting.
 */
export function passwordChange({ context, secrets, passwords, stepUps, changes }: Deps) {
  const credentials = openCredentials(context)
  return async (
    request: Request<typeof contract.changePassword>,
  ): Promise<Refusal | { status: 'changed' }> => {
    const { caller, input } = request
    const { memberId, sessionId } = caller
    if (input.oldPassword === '') return no('OLD_PASSWORD_REQUIRED')
    if (input.newPassword === '') return no('NEW_PASSWORD_REQUIRED')
    const refusal =
      newPasswordRefusal(input.newPassword, input.confirmPassword) ??
      (await passwords.checkOf(memberId, sessionId, input.oldPassword))
    if (refusal !== null) return refusal
    const { passwordHash, transactionHash } = await credentials.of(memberId)
    if (transactionHash !== null && (await secrets.matches(transactionHash, input.newPassword)))
      return no('SAME_AS_TRANSACTION_PASSWORD')
    const proven = await stepUps.prove(request, 'password.change', { newPassword: input.newPassword })
    if (!proven.ok) return proven
    const set = credentials.parts.password(memberId, await secrets.hash(input.newPassword))
    const isChanged = await changes.make(
      'loginPasswordChanged',
      { memberId, sessionId },
      {},
      async (trx) =>
        (await trx
          .updateTable('credentials')
          .set(set)
          .where('memberId', '=', memberId)
          .where('passwordHash', '=', passwordHash)
          .returning('memberId')
          .executeTakeFirst()) !== undefined,
    )
    // Another device changed it between the check and now: what was checked is no longer the old one.
    if (!isChanged) return no('OLD_PASSWORD_WRONG')
    return { status: 'changed' }
  }
}
