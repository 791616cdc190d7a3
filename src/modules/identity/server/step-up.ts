import type { MemberId } from '#kernel/id.ts'
import type { Json } from '#kernel/hash.ts'
import { no, type Refusal } from '#kernel/result.ts'
import type { AppContext, Request } from '#modules/module.ts'
import type * as contract from '../contract.ts'
import { requiredFactors, type Factors, type StepUpAction, type StepUpMethod } from '../model/step-up.ts'
import type { Authenticator } from './authenticator.ts'
import { openKnownDevices } from './known-devices.ts'
import type { Passkeys } from './passkeys.ts'
import type { Challenges } from './webauthn-challenges.ts'
import type { Proven, StepUpRequest } from './public.ts'
import type { Sessions } from './sessions.ts'
import type { TransactionPassword } from './transaction-password.ts'

type Deps = {
  context: AppContext
  passkeys: Passkeys
  authenticator: Authenticator
  challenges: Challenges
  transaction: TransactionPassword
  sessions: Pick<Sessions, 'guesses' | 'cameFrom'>
}

/** Proofs of the member's will: what is asked for, and whether what was given proves it. */
export function stepUps({ context, passkeys, authenticator, challenges, transaction, sessions }: Deps) {
  const { config } = context
  const devices = openKnownDevices(context)
  /** Identity words its refusals for every module that gives them on. */
  const refuse = (refusal: Refusal): Refusal => ({ ...refusal, module: 'identity' })

  async function factorsOf(memberId: MemberId): Promise<Factors> {
    const [list, totp] = await Promise.all([passkeys.of(memberId), authenticator.isOn(memberId)])
    return { passkeys: list.length, totp }
  }

  async function ask({ input: { action }, caller }: Request<typeof contract.askPasskey>) {
    return passkeys.challenge(challenges.ask(action, caller), await passkeys.of(caller.memberId))
  }

  async function proveFactor(
    method: StepUpMethod,
    { caller, input, key }: StepUpRequest,
    action: StepUpAction,
    content: Json,
  ): Promise<Refusal | null> {
    const { memberId } = caller
    if (method === 'demo') return null
    if (method === 'totp')
      return input.oneTimeCode === undefined
        ? no('PROOF_NEEDED')
        : authenticator.check(await sessions.guesses(caller), input.oneTimeCode)
    if (input.proof === undefined) return no('PROOF_NEEDED')
    const { id, assertion } = input.proof
    const isSigned = await challenges.isAnswered({
      id,
      action,
      asked: caller,
      content,
      key,
      check: (challenge) => passkeys.verify(assertion, challenge, memberId),
    })
    return isSigned ? null : no('PROOF_INVALID')
  }

  /**
   * The proof that the member wants exactly this: `content` is what the phone had signed, field by field
   * (`useStepUp(action).prove(content)`). A write whose key has been answered is let through: it changes
   * nothing any more, whatever it asks for, and its answer is due. One whose first still waits may yet be the
   * first itself.
   */
  async function prove(
    request: StepUpRequest,
    action: StepUpAction,
    content: Json,
  ): Promise<Refusal | Proven> {
    const { memberId } = request.caller
    const {
      method: first,
      orTotp,
      transactionPassword,
    } = requiredFactors(action, await factorsOf(memberId), config.demo)
    if (first === null) return refuse(no('PASSKEY_NEEDED'))
    const method =
      orTotp && request.input.proof === undefined && request.input.oneTimeCode !== undefined ? 'totp' : first
    if (request.key !== '' && (await context.engine.hasIdempotencyKey(memberId, request.key)))
      return { ok: true, by: method }
    const password = async () =>
      transactionPassword
        ? transaction.check(await sessions.guesses(request.caller), request.input.transactionPassword ?? '')
        : null
    const factor = () => proveFactor(method, request, action, content)
    // The passkey first: who has none closes no transaction password by guessing. A code of the app counts
    // once, so it comes last.
    const refusal =
      method === 'passkey'
        ? ((await factor()) ?? (await password()))
        : ((await password()) ?? (await factor()))
    if (refusal !== null) return refuse(refusal)
    const { sessionId } = request.caller
    const deviceHash = sessions.cameFrom(sessionId)
    // A proof counts only if something was asked for: the demo setting may ask for nothing.
    if (deviceHash !== null && (method !== 'demo' || transactionPassword))
      await devices.noteFactor({ memberId, deviceHash }, context.clock.machine())
    return { ok: true, by: method }
  }

  return { factorsOf, ask, prove }
}
export type StepUps = ReturnType<typeof stepUps>
