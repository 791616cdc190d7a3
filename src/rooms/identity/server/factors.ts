import type { Json } from '#kernel/hash.ts'
import { no, type Refusal } from '#kernel/result.ts'
import type { Limits } from '#platform/limits.ts'
import type { Caller, House, Request } from '#rooms/room.ts'
import type * as contract from '../contract.ts'
import { deviceName } from '../model/device.ts'
import { maskMobile } from '../model/mobile.ts'
import type { Authenticator } from './authenticator.ts'
import type { Entrance } from './entrance.ts'
import type { LoginPassword } from './login-password.ts'
import type { Notices } from './notices.ts'
import { MOST_PASSKEYS, type Passkeys } from './passkeys.ts'
import { challengeOf, type Questions } from './questions.ts'
import type { Sessions } from './sessions.ts'
import type { WillRequest, Wills } from './will.ts'

export type FactorsGiven = {
  house: House; limits: Limits; passkeys: Passkeys; authenticator: Authenticator; questions: Questions; wills: Wills; passwords: LoginPassword
  sessions: Sessions; entrance: Entrance; notices: Notices
}
type Entered = { token: string; userId: string }
type Will = contract.Will & { password?: string | undefined }

/** Passkeys and the authenticator app: setting them up, and what they make of a session. */
export function factors({ house, limits, passkeys, authenticator, questions, wills, passwords, sessions, entrance, notices }: FactorsGiven) {
  const { db: { kysely }, clock } = house

  /**
   * Whether the member may change what protects the account: by what protects it now; the first time by the login password, which a
   * login of just now has proven. A view session left open somewhere cannot plant a passkey.
   */
  async function mayChange(request: { caller: Caller | null; input: Will }, content: Json): Promise<Refusal | null> {
    const { memberId, sessionId } = request.caller!
    const known = await wills.factorsOf(memberId)
    if (known.passkeys > 0 || known.totp) {
      const proven = await wills.prove({ ...request, key: '' } satisfies WillRequest, 'factor.change', content)
      return proven.ok ? null : proven
    }
    if (clock.machine() - sessions.about(sessionId).startedAt < limits.session.freshMs) return null
    return request.input.password === undefined ? no('PASSWORD_NEEDED') : passwords.checkOf(memberId, request.input.password)
  }
  const endOthers = ({ memberId, sessionId }: Caller) => sessions.endOthers(memberId, sessionId)

  async function askNewPasskey({ caller }: Request<typeof contract.askNewPasskey>) {
    const { memberId } = caller!
    const [list, { mobile }] = await Promise.all([
      passkeys.of(memberId), kysely.selectFrom('credentials').select('mobile').where('memberId', '=', memberId).executeTakeFirstOrThrow(),
    ])
    return {
      ...passkeys.question(questions.ask('enrol', caller), list),
      user: { id: Buffer.from(memberId).toString('base64url'), name: maskMobile(mobile) },
    }
  }

  /** A new passkey. Whoever has just made it is at the device: the session is full from now on. */
  async function addPasskey({ caller, input, userAgent }: Request<typeof contract.addPasskey>): Promise<Refusal | Entered> {
    const { memberId } = caller!
    if ((await passkeys.of(memberId)).length >= MOST_PASSKEYS) return no('TOO_MANY_PASSKEYS')
    const refusal = await mayChange({ caller, input }, { change: 'add-passkey' })
    if (refusal !== null) return refusal
    const { id, attestation } = input.created
    const made = questions.take(id, 'enrol', caller) ? await passkeys.read(attestation, challengeOf(id, 'enrol', {})) : null
    if (made === null) return no('PROOF_INVALID')
    const name = input.name.trim() === '' ? deviceName(userAgent) : input.name.trim()
    const added = await kysely.insertInto('passkeys').values({ ...made, memberId, name, madeAt: clock.machine(), usedAt: null })
      .onConflict((on) => on.column('id').doNothing()).returning('id').executeTakeFirst()
    if (added === undefined) return no('PROOF_INVALID')
    await endOthers(caller!)
    await notices.tell(memberId, 'passkeyAdded', {})
    return entrance.raise(caller!, 'passkey', userAgent)
  }

  async function removePasskey({ caller, input }: Request<typeof contract.removePasskey>): Promise<Refusal | { status: 'removed' }> {
    const { memberId } = caller!
    if (!(await passkeys.of(memberId)).some(({ id }) => id === input.passkeyId)) return no('PASSKEY_NOT_FOUND')
    const refusal = await mayChange({ caller, input }, { change: 'remove-passkey', passkeyId: input.passkeyId })
    if (refusal !== null) return refusal
    await kysely.deleteFrom('passkeys').where('id', '=', input.passkeyId).where('memberId', '=', memberId).execute()
    await endOthers(caller!)
    await notices.tell(memberId, 'passkeyRemoved', {})
    return { status: 'removed' }
  }

  async function beginTotp({ caller }: Request<typeof contract.beginTotp>): Promise<Refusal | { secret: string; uri: string }> {
    const { mobile } = await kysely.selectFrom('credentials').select('mobile').where('memberId', '=', caller!.memberId).executeTakeFirstOrThrow()
    return (await authenticator.begin(caller!.memberId, maskMobile(mobile))) ?? no('TOTP_ON')
  }

  async function confirmTotp({ caller, input, userAgent }: Request<typeof contract.confirmTotp>): Promise<Refusal | Entered> {
    const { memberId, sessionId } = caller!
    const refusal = (await mayChange({ caller, input }, { change: 'totp-on' })) ?? (await authenticator.confirm(memberId, input.firstCode))
    if (refusal !== null) return refusal
    const { factor } = sessions.about(sessionId)
    await endOthers(caller!)
    await notices.tell(memberId, 'authenticatorOn', {})
    return entrance.raise(caller!, factor === 'passkey' ? factor : 'totp', userAgent)
  }

  async function removeTotp({ caller, input }: Request<typeof contract.removeTotp>): Promise<Refusal | { status: 'removed' }> {
    const { memberId } = caller!
    if (!(await authenticator.isOn(memberId))) return no('TOTP_OFF')
    const refusal = await mayChange({ caller, input }, { change: 'totp-off' })
    if (refusal !== null) return refusal
    await authenticator.remove(memberId)
    await endOthers(caller!)
    await notices.tell(memberId, 'authenticatorOff', {})
    return { status: 'removed' }
  }

  /** Password and passkey: a full session. Password and code: trading, and withdrawals within the limits of the stop-gap. */
  async function stepUp({ caller, input, userAgent }: Request<typeof contract.stepUp>): Promise<Refusal | Entered> {
    const { memberId, sessionId } = caller!
    if (input.oneTimeCode !== undefined) {
      const refusal = (await authenticator.isOn(memberId)) ? await authenticator.check(memberId, input.oneTimeCode) : no('TOTP_OFF')
      if (refusal !== null) return refusal
      return entrance.raise(caller!, sessions.about(sessionId).factor === 'passkey' ? 'passkey' : 'totp', userAgent)
    }
    if (input.proof === undefined) return no('PROOF_NEEDED')
    const { id, assertion } = input.proof
    const isTheirs = questions.take(id, 'step-up', caller) && (await passkeys.verify(assertion, challengeOf(id, 'step-up', {}), memberId)) !== null
    return isTheirs ? entrance.raise(caller!, 'passkey', userAgent) : no('PROOF_INVALID')
  }

  return { askNewPasskey, addPasskey, removePasskey, beginTotp, confirmTotp, removeTotp, stepUp }
}

/** Logging in with a passkey alone. It stays open while passwords are locked (threat T10). */
export function passkeyLogin({ passkeys, questions, entrance }: Pick<FactorsGiven, 'passkeys' | 'questions' | 'entrance'>, takeAddress: (address: string) => void) {
  return {
    ask({ address }: Request<typeof contract.askLoginPasskey>) {
      takeAddress(address)
      return passkeys.question(questions.ask('login', null), [])
    },
    async enter({ input: { proof: { id, assertion }, deviceId }, userAgent, lang }: Request<typeof contract.loginByPasskey>): Promise<Refusal | Entered> {
      const found = questions.take(id, 'login', null) ? await passkeys.verify(assertion, challengeOf(id, 'login', {}), null) : null
      return found === null ? no('PASSKEY_UNKNOWN') : entrance.enter(found.memberId, 'passkey', { userAgent, lang, deviceId })
    },
  }
}
