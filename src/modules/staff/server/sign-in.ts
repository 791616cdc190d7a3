import { assert } from '#kernel/assert.ts'
import { createHmac, timingSafeEqual, type JsonWebKey } from 'node:crypto'
import { verifyRegistrationResponse } from '@simplewebauthn/server'
import { cose, decodeCredentialPublicKey } from '@simplewebauthn/server/helpers'
import { no, type Refusal } from '#kernel/result.ts'
import { iso } from '#kernel/time.ts'
import { operatorCaller, SYSTEM_CALLER } from '#platform/engine/command.ts'
import { sharedTries } from '#platform/database/shared-tries.ts'
import { isLoopback, type Limits } from '#platform/limits.ts'
import { oneTimeValues } from '#platform/one-time-values.ts'
import { withConsoleSession } from '#platform/http/console-session.ts'
import { on, SessionOver, TooMany, type RouteHandler, type AppContext } from '#modules/module.ts'
import * as contract from '../operator-contract.ts'
import { isInvitedByFirm, otherOf } from '../model/founders.ts'
import { hasPasskey } from './act.ts'
import { reachedAt, type BeginBreakGlass } from './break-glass.ts'
import { openChallenges } from './challenges.ts'
import { readCode, spelled } from './codes.ts'
import { tidyName } from '../model/operator-name.ts'
import { countPasskey, enrolPasskey } from './operator-effects.ts'
import { nameOf } from './operator-names.ts'
import { allOpenPasskeys } from './open-passkeys.ts'
import { currentSet, numbersOf } from './recovery.ts'
import type { OperatorSessions, Factor } from './operator-sessions.ts'
import { counterOf, type PasskeySite } from './passkey-answer.ts'
import { operatorPasskeys, operators, type OperatorRow } from './tables.ts'

const CODE_LENGTH = 10
/** ES256, EdDSA, RS256. */
const ALGORITHMS = [-7, -8, -257]

const derived = (key: Buffer, words: string): string =>
  spelled(createHmac('sha256', key).update(words).digest().subarray(0, CODE_LENGTH))
const same = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(readCode(one)), Buffer.from(readCode(other))]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Demo setting: the code of a demo operator, the same at every start. */
export const demoCode = (key: Buffer, operatorId: string): string => derived(key, `console ${operatorId}`)
/** The part of an invitation's code that one of its signers holds. */
export const halfOf = (key: Buffer, { id, invite }: OperatorRow, signerId: string): string =>
  derived(key, `invite ${id} ${invite} ${signerId}`)

type Deps = {
  context: AppContext
  limits: Limits
  sessions: OperatorSessions
  site: PasskeySite
  breakGlass: BeginBreakGlass
  /** Whoever was invited has enrolled: their code is worth nothing any more. */
  enrolled: () => void
}

/**
 * The ways into the console: by a passkey; in the demo setting by a printed code; and the first passkey by an
 * invitation.
 */
export function signInRoutes({
  context,
  limits,
  sessions,
  site,
  enrolled,
  breakGlass,
}: Deps): RouteHandler[] {
  const { config, clock } = context
  const wrong = sharedTries(context.db, 'codes of the console', [limits.console.codeFailures])
  const asked = sharedTries(context.db, 'passkeys of the console', limits.login.perAddress)
  const challenges = openChallenges(oneTimeValues(context), limits, site)
  const table = () => context.engine.read.of(operators)

  const entered = async (operatorId: string, factor: Factor) => {
    const token = await sessions.start(operatorId, factor)
    const found = await sessions.find(token, true)
    if (found === null) throw new SessionOver()
    return withConsoleSession({ operatorId, endsAt: iso(sessions.ends(found.sessionId).endsAt) }, token)
  }
  /** After five wrong codes from an address the right one has to wait there too; others do not. */
  async function checkCode(operatorId: string, address: string, isRight: boolean): Promise<Refusal | null> {
    const who = `${operatorId} ${address}`
    const wait = await wrong.take(who, clock.machine())
    if (wait > 0) throw new TooMany(wait)
    if (!isRight) return no('CODE_WRONG')
    await wrong.giveBack(who)
    return null
  }
  /** Every passkey of the console that there is: a device that has one of them makes no other. */
  const presentKeys = (): string[] => allOpenPasskeys(context.engine.read).map(({ id }) => id)
  /** Whoever the whole code of an open invitation is for, its halves in either order; nobody types an id. */
  const invitedBy = (code: string): OperatorRow | undefined =>
    table()
      .all()
      .find((operator) => {
        if (operator.invite === null || clock.wall() >= operator.inviteUntil!) return false
        const halves = operator.invitedBy!.map((signer) => halfOf(config.keys.pepper, operator, signer))
        return same(code, halves.join('')) || same(code, halves.toReversed().join(''))
      })
  /** The other one whom the firm invited, and whether they have enrolled. */
  function otherView(operatorId: string) {
    const other = table().get(otherOf(operatorId) ?? '')
    if (other === undefined) return null
    const since = context.engine.read.of(operatorPasskeys).by('operator', other.id)[0]?.since
    return {
      operatorId: other.id,
      role: other.role,
      number: other.number,
      enrolledAt: since === undefined ? null : iso(since),
    }
  }

  return [
    on(contract.listDemoOperators, () =>
      table()
        .all()
        .filter((each) => each.isDemo && each.endedAt === null && !hasPasskey(context.engine.read, each.id))
        .map(({ id, role, number }) => ({
          operatorId: id,
          role,
          number,
          name: nameOf(context.engine.read, id),
          code: demoCode(config.keys.demo, id),
        })),
    ),
    on(contract.consoleLogin, async ({ input: { operatorId, code }, address }) => {
      const operator = table().get(operatorId)
      const mayEnter =
        operator !== undefined &&
        operator.isDemo &&
        operator.endedAt === null &&
        !hasPasskey(context.engine.read, operatorId)
      return (
        (await checkCode(
          operatorId,
          address,
          mayEnter && same(code, demoCode(config.keys.demo, operatorId)),
        )) ?? entered(operatorId, 'code')
      )
    }),
    on(contract.consoleAskPasskey, async ({ address }) => {
      const wait = config.demo && isLoopback(address) ? 0 : await asked.take(address, clock.machine())
      if (wait > 0) throw new TooMany(wait)
      return challenges.ask({ kind: 'login' })
    }),
    on(contract.consoleLoginByPasskey, async ({ input: { id, answer } }) => {
      const challenge = await challenges.take(id, 'login')
      const key = context.engine.read.of(operatorPasskeys).get(answer.id)
      if (challenge === null || key === undefined || key.endedAt !== null) return no('PASSKEY_WRONG')
      const counter = counterOf(answer, JSON.parse(key.publicKey) as JsonWebKey, challenge.bytes, site)
      if (counter === null) return no('PASSKEY_WRONG')
      const { result } = await context.engine.submit(
        countPasskey,
        { id: key.id, counter },
        operatorCaller(key.operatorId),
      )
      return result.ok ? entered(key.operatorId, 'passkey') : result
    }),
    on(contract.consoleAskEnrolment, async ({ input: { code }, address }) => {
      const operator = invitedBy(code)
      const wrong = await checkCode('enrolment', address, operator !== undefined)
      if (wrong !== null) return wrong
      assert(operator !== undefined, 'a right code is somebody’s')
      const { id: operatorId, role, number } = operator
      const { id, challenge, rpId } = challenges.ask({ kind: 'enrol', operatorId, invite: operator.invite! })
      return {
        id,
        challenge,
        rpId,
        role,
        number,
        name: nameOf(context.engine.read, operatorId),
        present: presentKeys(),
        other: isInvitedByFirm(operator) ? otherView(operatorId) : null,
      }
    }),
    on(contract.consoleEnrol, async ({ input: { id, passkey, other, name } }) => {
      const challenge = await challenges.take(id, 'enrol')
      if (challenge === null) return no('PASSKEY_WRONG')
      const { operatorId, invite } = challenge.purpose
      const made = await readPasskey(passkey, challenge.bytes, site)
      if (made === null) return no('PASSKEY_WRONG')
      const { clientDataJSON, attestationObject } = passkey
      const enrolment = {
        operatorId,
        invite,
        passkey: made,
        clientDataJSON,
        attestationObject,
        ...(other === undefined ? {} : { other }),
        ...(name === undefined ? {} : { name: tidyName(name) }),
      }
      const { result } = await context.engine.submit(enrolPasskey, enrolment, operatorCaller(operatorId))
      if (result.ok) enrolled()
      return result.ok ? entered(operatorId, 'passkey') : result
    }),
    on(contract.askSparePasskey, ({ operator: { operatorId } }) => {
      const { id, challenge, rpId } = challenges.ask({ kind: 'spare', operatorId })
      return { id, challenge, rpId, present: presentKeys() }
    }),
    on(contract.readSparePasskey, async ({ operator: { operatorId }, input: { id, passkey } }) => {
      const challenge = await challenges.take(id, 'spare')
      if (challenge === null || challenge.purpose.operatorId !== operatorId) return no('PASSKEY_WRONG')
      return (await readPasskey(passkey, challenge.bytes, site)) ?? no('PASSKEY_WRONG')
    }),
    on(contract.beginBreakGlass, async ({ input: { firstCode, secondCode }, address }) => {
      const set = currentSet(context.engine.read)
      const numbers = set === undefined ? null : numbersOf(config.keys.pepper, set, [firstCode, secondCode])
      const refused = await checkCode('recovery', address, numbers !== null)
      if (refused !== null) return refused
      assert(set !== undefined && numbers !== null, 'only a set has right codes')
      const { result } = await context.engine.submit(breakGlass, { setId: set.id, numbers }, SYSTEM_CALLER)
      if (!result.ok) return result
      const { opensAt } = result.answer
      return { opensAt: iso(reachedAt(clock, opensAt)) }
    }),
    on(contract.consoleLogout, async ({ operator }) => {
      await sessions.end(operator.sessionId)
      return withConsoleSession({ status: 'ended' as const }, null)
    }),
    on(contract.consoleRenew, async ({ operator: { sessionId, operatorId } }) => {
      const token = await sessions.renew(sessionId)
      return withConsoleSession({ operatorId, endsAt: iso(sessions.ends(sessionId).endsAt) }, token)
    }),
  ]
}

type Made = { id: string; clientDataJSON: string; attestationObject: string; transports: string[] }

/**
 * A new passkey out of what the browser made; null where it does not answer this challenge at this address.
 */
async function readPasskey(made: Made, challenge: Buffer, site: PasskeySite) {
  try {
    const { origin } = JSON.parse(Buffer.from(made.clientDataJSON, 'base64url').toString()) as {
      origin?: unknown
    }
    const isHere =
      site.origin === null && typeof origin === 'string' && /^http:\/\/localhost(:\d+)?$/.test(origin)
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: made.id,
        rawId: made.id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: made.clientDataJSON, attestationObject: made.attestationObject },
      },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: isHere ? origin : (site.origin ?? 'http://localhost'),
      expectedRPID: site.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified) return null
    const { credential } = registrationInfo
    return {
      id: credential.id,
      publicKey: JSON.stringify(jwkOf(credential.publicKey)),
      transports: made.transports.join(),
      counter: credential.counter,
    }
  } catch {
    return null
  }
}

/** COSE as Node reads keys. */
function jwkOf(publicKey: Uint8Array<ArrayBuffer>): JsonWebKey {
  const key = decodeCredentialPublicKey(publicKey)
  const part = (bytes: Uint8Array | undefined): string => Buffer.from(bytes!).toString('base64url')
  if (cose.isCOSEPublicKeyEC2(key))
    return { kty: 'EC', crv: 'P-256', x: part(key.get(cose.COSEKEYS.x)), y: part(key.get(cose.COSEKEYS.y)) }
  if (cose.isCOSEPublicKeyOKP(key)) return { kty: 'OKP', crv: 'Ed25519', x: part(key.get(cose.COSEKEYS.x)) }
  if (cose.isCOSEPublicKeyRSA(key))
    return { kty: 'RSA', n: part(key.get(cose.COSEKEYS.n)), e: part(key.get(cose.COSEKEYS.e)) }
  throw new TypeError('a key of no kind that is known')
}
