import type { MemberId } from '#kernel/id.ts'
import type { Json } from '#kernel/hash.ts'
import { no, type Refusal } from '#kernel/result.ts'
import type { Limits } from '#platform/limits.ts'
import type { Caller, AppContext, Request } from '#modules/module.ts'
import type * as contract from '../contract.ts'
import { deviceName } from '../model/device.ts'
import { countByPhone } from '../model/guess-count.ts'
import { appAddition, passkeyAddition } from '../model/factor-change.ts'
import { maskMobile } from '../model/mobile.ts'
import type { Authenticator } from './authenticator.ts'
import { deviceKeyOf, keyContent } from './device-keys.ts'
import type { SessionIssuer } from './issue-session.ts'
import type { FactorChanges } from './factor-changes.ts'
import type { LoginPassword } from './login-password.ts'
import { MOST_PASSKEYS, type Passkeys } from './passkeys.ts'
import type { Challenges } from './webauthn-challenges.ts'
import type { Sessions } from './sessions.ts'
import type { StepUps } from './step-up.ts'

export type FactorsDeps = {
  context: AppContext
  limits: Limits
  passkeys: Passkeys
  authenticator: Authenticator
  challenges: Challenges
  stepUps: StepUps
  passwords: LoginPassword
  sessions: Sessions
  sessionIssuer: SessionIssuer
  changes: FactorChanges
}
type Entered = { token: string; userId: string }
type Changing = { caller: Caller; input: contract.StepUpProof & { password?: string | undefined } }

/**
 * The check that the member may change a factor: by the factor that protects the account now; the first time
 * by the login password, which a login of just now has proven. A view session left open somewhere cannot
 * plant a passkey.
 */
function mayChangeBy({ context: { clock }, limits, stepUps, passwords, sessions }: FactorsDeps) {
  return async (request: Changing, content: Json): Promise<Refusal | null> => {
    const { memberId, sessionId } = request.caller
    const known = await stepUps.factorsOf(memberId)
    if (known.passkeys > 0 || known.totp) {
      const proven = await stepUps.prove({ ...request, key: '' }, 'factor.change', content)
      return proven.ok ? null : proven
    }
    if (clock.machine() - sessions.about(sessionId).startedAt < limits.session.freshMs) return null
    return request.input.password === undefined
      ? no('PASSWORD_NEEDED')
      : passwords.checkOf(memberId, sessionId, request.input.password)
  }
}

const shownMobile = async ({ db: { kysely } }: AppContext, memberId: MemberId): Promise<string> =>
  maskMobile(
    (
      await kysely
        .selectFrom('credentials')
        .select('mobile')
        .where('memberId', '=', memberId)
        .executeTakeFirstOrThrow()
    ).mobile,
  )

/** Making and removing passkeys. */
export function passkeyRoutes(deps: FactorsDeps) {
  const { context, passkeys, challenges, stepUps, sessionIssuer, changes } = deps
  const { clock } = context
  const mayChange = mayChangeBy(deps)

  async function ask({ caller }: Request<typeof contract.askNewPasskey>) {
    const { memberId } = caller
    const [list, name] = await Promise.all([passkeys.of(memberId), shownMobile(context, memberId)])
    return {
      ...passkeys.challenge(challenges.ask('enrol', caller), list),
      user: { id: Buffer.from(memberId).toString('base64url'), name },
    }
  }

  /** A new passkey. Whoever has just made it is at the device: the session is full from now on. */
  async function add(request: Request<typeof contract.addPasskey>): Promise<Refusal | Entered> {
    const { caller, input, userAgent } = request
    const { memberId, sessionId } = caller
    if ((await passkeys.of(memberId)).length >= MOST_PASSKEYS) return no('TOO_MANY_PASSKEYS')
    const change = passkeyAddition(await stepUps.factorsOf(memberId))
    const refusal =
      (await changes.refusedCode(change, request)) ??
      (await mayChange({ caller, input }, { change: 'add-passkey' }))
    if (refusal !== null) return refusal
    const { id, attestation } = input.created
    const made = await challenges.answer({
      id,
      action: 'enrol',
      asked: caller,
      content: {},
      check: (challenge) => passkeys.read(attestation, challenge),
    })
    if (made === null) return no('PROOF_INVALID')
    const late = await changes.begin(change, request)
    if (late !== null) return late
    const name = input.name.trim() === '' ? deviceName(userAgent) : input.name.trim()
    const row = { ...made, memberId, name, madeAt: clock.machine(), usedAt: null }
    const isAdded = await changes.make(change, { memberId, sessionId }, {}, (trx) => passkeys.add(trx, row))
    if (!isAdded) return no('PROOF_INVALID')
    return sessionIssuer.raise(caller, 'passkey', userAgent, deviceKeyOf(input.deviceKey, 'enrol'))
  }

  async function remove(
    request: Request<typeof contract.removePasskey>,
  ): Promise<Refusal | { status: 'removed' }> {
    const { caller, input } = request
    const { memberId, sessionId } = caller
    const { passkeyId } = input
    if (!(await passkeys.of(memberId)).some(({ id }) => id === passkeyId)) return no('PASSKEY_NOT_FOUND')
    const refusal =
      (await changes.refusedCode('passkeyRemoved', request)) ??
      (await mayChange({ caller, input }, { change: 'remove-passkey', passkeyId })) ??
      (await changes.begin('passkeyRemoved', request))
    if (refusal !== null) return refusal
    await changes.make('passkeyRemoved', { memberId, sessionId }, {}, async (trx) => {
      await passkeys.remove(trx, memberId, passkeyId)
      return true
    })
    return { status: 'removed' }
  }
  return { ask, add, remove }
}

/** Setting up and removing the authenticator app. */
export function totpRoutes(deps: FactorsDeps) {
  const { context, stepUps, authenticator, sessions, sessionIssuer, changes } = deps
  const mayChange = mayChangeBy(deps)

  async function begin({
    caller,
  }: Request<typeof contract.beginTotp>): Promise<Refusal | { secret: string; uri: string }> {
    const { memberId } = caller
    return (await authenticator.begin(memberId, await shownMobile(context, memberId))) ?? no('TOTP_ON')
  }

  async function confirm(request: Request<typeof contract.confirmTotp>): Promise<Refusal | Entered> {
    const { caller, input, userAgent } = request
    const { memberId, sessionId } = caller
    const change = appAddition(await stepUps.factorsOf(memberId))
    const refusal =
      (await changes.refusedCode(change, request)) ??
      (await mayChange({ caller, input }, { change: 'totp-on' })) ??
      (await authenticator.checkFirst(await sessions.guesses(caller), input.firstCode)) ??
      (await changes.begin(change, request))
    if (refusal !== null) return refusal
    const isOn = await changes.make(change, { memberId, sessionId }, {}, (trx) =>
      authenticator.turnOn(trx, memberId),
    )
    if (!isOn) return no('CODE_WRONG')
    const { factor } = sessions.about(sessionId)
    return sessionIssuer.raise(
      caller,
      factor === 'passkey' ? factor : 'totp',
      userAgent,
      deviceKeyOf(input.deviceKey, 'factor.change'),
    )
  }

  async function remove(
    request: Request<typeof contract.removeTotp>,
  ): Promise<Refusal | { status: 'removed' }> {
    const { caller, input } = request
    const { memberId, sessionId } = caller
    if (!(await authenticator.isOn(memberId))) return no('TOTP_OFF')
    const refusal =
      (await changes.refusedCode('appRemoved', request)) ??
      (await mayChange({ caller, input }, { change: 'totp-off' })) ??
      (await changes.begin('appRemoved', request))
    if (refusal !== null) return refusal
    await changes.make('appRemoved', { memberId, sessionId }, {}, async (trx) => {
      await authenticator.remove(trx, memberId)
      return true
    })
    return { status: 'removed' }
  }
  return { begin, confirm, remove }
}

/**
 * Password and passkey: a full session. Password and code: trading, and withdrawals within the limits of the
 * stop-gap. Where those who know the password alone have used up the tries at the app's codes, whoever holds
 * the phone as well goes on by a count of their own.
 */
export function stepUpRoute(deps: FactorsDeps) {
  const { passkeys, authenticator, challenges, sessions, sessionIssuer, changes } = deps

  async function refusedCode(
    request: Request<typeof contract.stepUp>,
    oneTimeCode: string,
  ): Promise<Refusal | null> {
    const { caller, input } = request
    const { memberId } = caller
    const guesses = await sessions.guesses(caller)
    if (guesses.isShared && input.verificationCode !== undefined)
      return (
        (await changes.refusedPhone(request)) ??
        (await authenticator.check({ ...guesses, count: countByPhone(memberId) }, oneTimeCode)) ??
        (await changes.usePhone(request))
      )
    const refusal = await authenticator.check(guesses, oneTimeCode)
    return guesses.isShared && refusal?.rejection === 'CODE_LOCKED' ? no('SMS_CODE_NEEDED') : refusal
  }

  return async (request: Request<typeof contract.stepUp>): Promise<Refusal | Entered> => {
    const { caller, input, userAgent } = request
    const { memberId, sessionId } = caller
    if (input.oneTimeCode !== undefined) {
      const refusal = (await authenticator.isOn(memberId))
        ? await refusedCode(request, input.oneTimeCode)
        : no('TOTP_OFF')
      if (refusal !== null) return refusal
      return sessionIssuer.raise(
        caller,
        sessions.about(sessionId).factor === 'passkey' ? 'passkey' : 'totp',
        userAgent,
        deviceKeyOf(input.deviceKey, 'step-up'),
      )
    }
    if (input.proof === undefined) return no('PROOF_NEEDED')
    const { id, assertion } = input.proof
    const signed = await challenges.answer({
      id,
      action: 'step-up',
      asked: caller,
      content: keyContent(input.deviceKey),
      check: (challenge) => passkeys.verify(assertion, challenge, memberId),
    })
    return signed === null
      ? no('PROOF_INVALID')
      : sessionIssuer.raise(
          caller,
          'passkey',
          userAgent,
          deviceKeyOf(input.deviceKey, 'step-up', input.proof),
        )
  }
}

/** Logging in with a passkey alone. It stays open while passwords are locked (threat T10). */
export function passkeyLogin(
  { passkeys, challenges, sessionIssuer }: Pick<FactorsDeps, 'passkeys' | 'challenges' | 'sessionIssuer'>,
  takeTry: (address: string) => Promise<void>,
) {
  return {
    async ask({ address }: Request<typeof contract.askLoginPasskey>) {
      await takeTry(address)
      return passkeys.challenge(challenges.ask('login', null), [])
    },
    async enter({
      input: { proof, deviceId, deviceKey },
      userAgent,
      lang,
    }: Request<typeof contract.loginByPasskey>): Promise<Refusal | Entered> {
      const { id, assertion } = proof
      const found = await challenges.answer({
        id,
        action: 'login',
        asked: null,
        content: keyContent(deviceKey),
        check: (challenge) => passkeys.verify(assertion, challenge, null),
      })
      return found === null
        ? no('PASSKEY_UNKNOWN')
        : sessionIssuer.enter(found.memberId, 'passkey', {
            userAgent,
            lang,
            deviceId,
            key: deviceKeyOf(deviceKey, 'login', proof),
          })
    },
  }
}
